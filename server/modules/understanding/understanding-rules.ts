import type { FrozenUnderstandingCheck } from '../../../contract/consents.ts'
import { understanding_entries_max } from '../../../contract/limits.ts'
import { canTransition, type ConsentStatus } from '../../../contract/consent-states.ts'
import { summarizeCheck, type CheckEntryKind } from '../../../contract/understanding-state.ts'
import type { UnderstandingCheck } from '../../../contract/understanding.ts'
import { matchesHash, type Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { ConsentRecord, RecordedEvent } from '../consents/index.ts'
import type { understandingEntries } from './understanding-schema.ts'

export type CheckEntry = Opened<typeof understandingEntries.$inferSelect>
/** An entry before it has a place in the database. */
export type NewCheckEntry = Pick<CheckEntry, 'kind' | 'question' | 'answer' | 'isRight' | 'text'>

/** Whether the patient may still answer: as long as they may sign on a screen. */
export const canCheck = (
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  now: Date,
): boolean =>
  canTransition(status, 'sign') &&
  status !== 'sent' &&
  !(status === 'viewed' && expiresAt !== null && expiresAt <= now)

/** Whether one form has as many entries as it keeps. */
export const isEntryLimitReached = (entries: readonly CheckEntry[]): boolean =>
  entries.length >= understanding_entries_max

const questionIdsOf = (check: FrozenUnderstandingCheck | undefined): string[] =>
  check?.questions.map(({ id }) => id) ?? []

/** Where the check of a consent stands after these entries, in order. */
export const checkStatusOf = (check: FrozenUnderstandingCheck | undefined, entries: readonly CheckEntry[]) =>
  summarizeCheck(questionIdsOf(check), entries)

/** Whether signing on a screen waits for the patient to go through the questions first. */
export const isCheckRequired = (
  check: FrozenUnderstandingCheck | undefined,
  entries: readonly CheckEntry[],
): boolean => {
  if (!check?.isBeforeSigning) return false
  const { isDone, isExplained } = checkStatusOf(check, entries)
  return !isDone && !isExplained
}

/** The hash of an entry: all that it says, and the hash of the entry before it. */
export const checkEntryHash = (
  entry: NewCheckEntry & Pick<CheckEntry, 'consentId' | 'number' | 'byName' | 'at'>,
  previousHash: string,
): string => {
  const { consentId, number, kind, question, answer, isRight, text, byName, at } = entry
  return sha256(
    toCanonicalText([previousHash, consentId, number, kind, question, answer, isRight, text, byName, at]),
  )
}

/** The number of the last entry that the chain of a consent vouches for; nought where it names none. */
export const lastRecordedEntry = (events: readonly RecordedEvent[]): number =>
  events
    .filter(({ event }) => event.startsWith('understanding.'))
    .reduce((last, { details }) => Math.max(last, Number(details.entry)), 0)

/** What the chain says of a check: which entry it vouches for, with all before it, and the score; nothing of its words. */
export function checkEventDetails(
  check: FrozenUnderstandingCheck | undefined,
  entries: readonly CheckEntry[],
) {
  const { number, hash } = entries.at(-1)!
  const { isDone, right, standings } = checkStatusOf(check, entries)
  const countOf = (wanted: string) => standings.filter((standing) => standing === wanted).length
  return {
    entry: number,
    hash,
    questions: standings.length,
    right,
    notClear: countOf('gap'),
    toTalk: countOf('talk'),
    finished: isDone,
  }
}

/** Whether these entries, in order, are linked and unaltered. */
export const areLinked = (entries: readonly CheckEntry[]): boolean =>
  entries.every(
    (entry, index) =>
      entry.number === index + 1 && matchesHash(entry, checkEntryHash(entry, entries[index - 1]?.hash ?? '')),
  )

const entryView = ({ id, number, kind, question, answer, isRight, text, at, byName }: CheckEntry) => ({
  ...{ id, number, kind, question, answer, isRight, text },
  at: at.toISOString(),
  by: byName,
})

/** A check as patients and staff see it. */
export function checkView(
  { content }: Pick<ConsentRecord, 'content'>,
  entries: readonly CheckEntry[],
): UnderstandingCheck {
  const { standings, hasBegun, isDone, right, needsTalk } = checkStatusOf(content?.understanding, entries)
  return {
    entries: entries.map(entryView),
    questions: questionIdsOf(content?.understanding).map((id, place) => ({
      id,
      standing: standings[place]!,
      attempts: entries.filter(({ kind, question }) => kind === 'answered' && question === id).length,
    })),
    ...{ hasBegun, isDone, right, needsTalk },
  }
}

const gapKinds: readonly CheckEntryKind[] = ['answered', 'talk']

/**
 * The entry for which somebody has to talk with the patient: the first that left something open since it was last talked
 * through. Null while nothing is. A task hangs on it, so it stays the same as more is answered.
 */
export function findOpenGap(
  check: FrozenUnderstandingCheck | undefined,
  entries: readonly CheckEntry[],
): string | null {
  const { needsTalk, toTalkThrough } = checkStatusOf(check, entries)
  if (!needsTalk) return null
  const since = entries.findLastIndex(({ kind }) => kind === 'explained')
  const open = entries
    .slice(since + 1)
    .find(
      ({ kind, question, isRight }) =>
        gapKinds.includes(kind) && !isRight && (question === null || toTalkThrough.includes(question)),
    )
  return open?.id ?? null
}

/** How a check stands for the day board; what is not clear in the questions' own words. */
export type CheckPoints = Pick<
  ReturnType<typeof summarizeCheck>,
  'hasBegun' | 'isDone' | 'isExplained' | 'needsTalk'
> & {
  unclear: string[]
  /** When the patient answered last. */
  answeredAt: Date | null
}

/** What of a check still has to be talked through, in words that staff recognise. */
export function checkPoints(
  questions: readonly { id: string; question: string }[],
  entries: readonly CheckEntry[],
): CheckPoints {
  const { hasBegun, isDone, isExplained, needsTalk, toTalkThrough } = summarizeCheck(
    questions.map(({ id }) => id),
    entries,
  )
  const textOf = new Map(questions.map(({ id, question }) => [id, question]))
  return {
    ...{ hasBegun, isDone, isExplained, needsTalk },
    unclear: toTalkThrough.map((id) => textOf.get(id)!),
    answeredAt: entries.findLast(({ kind }) => gapKinds.includes(kind))?.at ?? null,
  }
}
