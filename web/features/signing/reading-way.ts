import { settings } from './signing-device.ts'
import type { Step } from './signing-steps.ts'

const slot = 'candour:reading-way'

/** Keeps on this device whether somebody reads part by part or all on one page, as they go from one to the other. */
export function keepReadingWay(to: Step, from: Step): void {
  if (to === 'everything') settings.set(slot, 'everything')
  else if (to === 'part-1' && from === 'everything') settings.set(slot, 'parts')
}

/** Where a step leads for somebody who reads all on one page: the first part gives way to the whole. */
export const inOwnWay = (to: Step, from: Step): Step =>
  to === 'part-1' && from !== 'everything' && settings.get(slot) === 'everything' ? 'everything' : to
