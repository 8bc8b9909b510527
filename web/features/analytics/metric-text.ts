import { percentText } from '../../ui/percentage-bar.tsx'

export const formatNumber = (value: number) => value.toLocaleString('en-GB')
export const formatConsents = (count: number) =>
  count === 1 ? '1 consent' : `${formatNumber(count)} consents`

/** A part of a whole in words; nothing is told of no whole. */
export const formatShare = (part: number, of: number) => (of === 0 ? 'No data' : percentText(part / of))
