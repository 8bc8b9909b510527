import { price_pence_max } from '../../../contract/limits.ts'

const pricePattern = /^£?\s?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2}))?$/

/** The pence of a price as people write it ('£1,234.50', '90'); null where it is none. */
export function parsePrice(text: string): number | null {
  const match = pricePattern.exec(text.trim())
  if (!match) return null
  const [, pounds = '', pence = ''] = match
  const whole = Number(pounds.replaceAll(',', '')) * 100 + Number(pence.padEnd(2, '0'))
  return whole <= price_pence_max ? whole : null
}

/** A price as a form shows it: '£1,234.50', and '£90' where there are no pence. */
export const formatPrice = (pence: number | null): string =>
  pence === null
    ? ''
    : `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: pence % 100 ? 2 : 0 })}`

/** Whether something stands there that is no price. */
export const isInvalidPrice = (text: string): boolean => text.trim() !== '' && parsePrice(text) === null
