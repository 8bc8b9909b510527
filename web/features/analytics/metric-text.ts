import { percentText } from '../../ui/percentage-bar.tsx'

export const formatNumber = (value: number) => value.toLocaleString('en-GB')
/** A part of a whole in words; nothing is told of no whole. */
export const formatShare = (part: number, of: number) => (of === 0 ? 'No data' : percentText(part / of))
