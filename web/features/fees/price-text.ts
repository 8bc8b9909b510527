import { parsePrice } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'

/** A price as a form shows it: '£1,234.50', and '£90' where there are no pence. */
export const formatPrice = (pence: number | null): string =>
  pence === null
    ? ''
    : `£${(pence / 100).toLocaleString('en-GB', { minimumFractionDigits: pence % 100 ? 2 : 0 })}`

/** Whether something stands there that is no price. */
export const isInvalidPrice = (text: string): boolean =>
  text.trim() !== '' && parsePrice(text, price_pence_max) === null

/** The text that a price which cannot be read is answered with. */
export const noPriceText = 'Enter the price in pounds, like £1,234.50'
