import { settings } from './signing-device.ts'
import type { Step } from './signing-steps.ts'

const storageKey = 'candour:reading-way'

/** Keeps on this device whether somebody reads part by part or all on one page, as they go from one to the other. */
export function saveReadingMode(to: Step, from: Step): void {
  if (to === 'everything') settings.set(storageKey, 'everything')
  else if (to === 'part-1' && from === 'everything') settings.set(storageKey, 'parts')
}

/** Where a step leads for somebody who reads all on one page: the first part gives way to the whole. */
export const applyReadingMode = (to: Step, from: Step): Step =>
  to === 'part-1' && from !== 'everything' && settings.get(storageKey) === 'everything' ? 'everything' : to
