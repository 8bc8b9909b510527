import { percentText } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

export const formatConsents = (count: number) => (count === 1 ? '1 consent' : `${numberText(count)} consents`)

/** A part of a whole in words; nothing is told of no whole. */
export const formatShare = (part: number, of: number) => (of === 0 ? 'No data' : percentText(part / of))
