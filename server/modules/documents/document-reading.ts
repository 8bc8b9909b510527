import type { FrozenContent } from '../../../contract/consents.ts'
import type { Reading } from '../../../contract/readings.ts'
import type { ChainEvent } from '../consents/index.ts'
import { readingSummary, type ReadingRow } from '../readings/index.ts'

/** How a text was read by the signature: the reports that the event before it names, and none that came later. */
export function readingBefore(
  events: readonly Pick<ChainEvent, 'event' | 'details'>[],
  rows: readonly ReadingRow[],
  { sections }: Pick<FrozenContent, 'sections'>,
): Reading | null {
  const last = Number(events.find(({ event }) => event === 'consent.read')?.details.reports ?? 0)
  return readingSummary(
    rows.filter(({ number }) => number <= last),
    sections,
  )
}

/** '1 min 40 s'; under a minute in seconds alone. */
function durationText(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

/** The same as the record prints it. What was not on the screen is said as plainly as what was. */
export function describeReading({ parts, opened, seconds, visits }: Reading) {
  const orders = visits.map(({ order }) => order.join(', ')).filter(Boolean)
  return {
    lead: `The patient’s screen showed ${opened} of ${parts.length} parts before signing, for ${durationText(seconds)} in total. Time counts while the page is visible and in use. It does not show what was understood.`,
    parts: parts.map(({ title, isOpened, seconds: shown, listenedSeconds }) => ({
      title,
      shown: isOpened ? durationText(shown) : 'Not opened',
      listened: listenedSeconds > 0 ? durationText(listenedSeconds) : '',
    })),
    order: `Order of parts, by visit: ${orders.join('; ')}.`,
  }
}
