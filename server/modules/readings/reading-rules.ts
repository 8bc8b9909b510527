import type { Reading, ReadingSpell } from '../../../contract/readings.ts'
import { canTransition, type ConsentStatus } from '../../../contract/consent-states.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { readings } from './reading-schema.ts'

export type ReadingRow = typeof readings.$inferSelect
/** A report before it has a place in the database. */
export type Report = Pick<ReadingRow, 'visit' | 'visitNumber' | 'spells'>
type Titled = readonly { title: string }[]

/** Whether reading is still noted: as long as the patient may sign. */
export const isReadable = (
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  now: Date,
): boolean =>
  canTransition(status, 'sign') && !(status === 'viewed' && expiresAt !== null && expiresAt <= now)

const sumOf = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)
const shownFor = (spells: readonly ReadingSpell[]): number => sumOf(spells.map(({ ms }) => ms))

/**
 * Whether a report claims time that cannot have been: with all that was told before, more than has passed since the
 * birth date was first proved. Whoever was never let in has read nothing.
 */
export function isImpossible(
  spells: readonly ReadingSpell[],
  {
    before,
    provedAt,
    now,
  }: { before: readonly Pick<ReadingRow, 'spells'>[]; provedAt: Date | null; now: Date },
): boolean {
  const claimed = shownFor(spells) + sumOf(before.map((row) => shownFor(row.spells)))
  const passed = provedAt ? now.getTime() - provedAt.getTime() : 0
  return claimed > Math.max(passed, 0)
}

/** The hash of a report: what it says, of which consent, and the hash of the report before it. */
export const readingHash = (
  { consentId, number, visit, visitNumber, spells, at }: Omit<ReadingRow, 'clinicId' | 'id' | 'hash'>,
  previousHash: string,
): string => sha256(toCanonicalText([consentId, number, visit, visitNumber, spells, at, previousHash]))

/** Whether these reports, in order, are linked and unaltered. */
export const areChained = (rows: readonly ReadingRow[]): boolean =>
  rows.every(
    (row, index) => row.number === index + 1 && row.hash === readingHash(row, rows[index - 1]?.hash ?? ''),
  )

/** The parts in the order in which they came; one that stayed on the screen over several reports stands once. */
const orderOf = (spells: readonly ReadingSpell[]): number[] =>
  spells.map(({ part }) => part).filter((part, index, all) => part !== all[index - 1])

const secondsOf = (ms: number): number => Math.round(ms / 1000)

/** How a text with these sections was read, by its reports in order; null where nothing was told. */
export function readingSummary(rows: readonly ReadingRow[], sections: Titled): Reading | null {
  if (rows.length === 0) return null
  const spells = rows.flatMap((row) => row.spells)
  const parts = sections.map(({ title }, index) => {
    const own = spells.filter(({ part }) => part === index + 1)
    const listened = sumOf(own.map(({ listenedMs }) => listenedMs))
    return {
      title,
      seconds: secondsOf(shownFor(own)),
      listenedSeconds: secondsOf(listened),
      isOpened: own.length > 0,
    }
  })
  const visits = [...Map.groupBy(rows, ({ visit }) => visit).values()].map((reports) => ({
    firstAt: reports[0]!.at.toISOString(),
    lastAt: reports.at(-1)!.at.toISOString(),
    // A report may overtake another on its way; its number says where it belongs.
    order: orderOf(
      reports
        .toSorted((one, other) => one.visitNumber - other.visitNumber)
        .flatMap((report) => report.spells),
    ),
  }))
  return {
    parts,
    opened: parts.filter(({ isOpened }) => isOpened).length,
    seconds: secondsOf(shownFor(spells)),
    visits,
  }
}
