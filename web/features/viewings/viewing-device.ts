import type { Viewing } from '../../../contract/viewings.ts'

type Device = Viewing['showings'][number]['device']

/** What somebody watches on: touched and small, touched, or neither. */
export function deviceKind(
  { isTouched, shorterSide }: { isTouched: boolean; shorterSide: number } = thisDevice(),
): Device {
  if (!isTouched) return 'computer'
  return shorterSide < phone_side_max ? 'phone' : 'tablet'
}

/** Of the shorter side of a phone's screen, in CSS pixels. */
const phone_side_max = 600

const thisDevice = () => ({
  isTouched: matchMedia('(pointer: coarse)').matches,
  shorterSide: Math.min(screen.width, screen.height),
})
