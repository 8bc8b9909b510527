import { percentText } from '../../ui/share-bar.tsx'

export const numberText = (value: number) => value.toLocaleString('en-GB')
/** A part of a whole in words; nothing is told of no whole. */
export const shareText = (part: number, of: number) => (of === 0 ? 'No data' : percentText(part / of))
