import { questions_an_hour_max, questions_max } from '../../../contract/limits.ts'
import type { Question } from '../../../contract/questions.ts'
import {
  agreedStatuses,
  awaitingStatuses,
  canTransition,
  type ConsentStatus,
} from '../../../contract/consent-states.ts'
import { hour_ms } from '../../platform/clock.ts'
import type { Opened } from '../../platform/database/sealed-column.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { questionEntries } from './question-schema.ts'

export type QuestionEntry = Opened<typeof questionEntries.$inferSelect>
/** An entry before it has a place in the database. */
export type NewEntry = Pick<
  QuestionEntry,
  'questionId' | 'kind' | 'part' | 'partTitle' | 'isBlocking' | 'mode' | 'why' | 'text'
>

/** Whether the patient may still ask: as long as they may sign. */
export const mayAsk = (
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  now: Date,
): boolean =>
  canTransition(status, 'sign') && !(status === 'viewed' && expiresAt !== null && expiresAt <= now)

const readable: readonly ConsentStatus[] = [...awaitingStatuses, ...agreedStatuses]

/** Whether the patient can open the consent to read an answer there. */
export const mayReadAnswer = (status: ConsentStatus): boolean => readable.includes(status)

/** Why a patient may write no more for now, or null when they may. What they settled asked for nothing. */
export function tooMuch(
  entries: readonly Pick<QuestionEntry, 'kind' | 'at'>[],
  now: Date,
): 'too-soon' | 'too-many' | null {
  if (entries.length >= questions_max) return 'too-many'
  const hourAgo = now.getTime() - hour_ms
  const lately = entries.filter(({ kind, at }) => isAsking(kind) && at.getTime() > hourAgo)
  return lately.length >= questions_an_hour_max ? 'too-soon' : null
}

const isAsking = (kind: QuestionEntry['kind']): boolean => kind === 'asked' || kind === 'added'

/** The hash of an entry: all that it says, of what and by whom. */
export const entryHash = ({
  consentId,
  number,
  questionId,
  kind,
  part,
  partTitle,
  isBlocking,
  mode,
  why,
  text,
  byName,
}: NewEntry & Pick<QuestionEntry, 'consentId' | 'number' | 'byName'>): string =>
  sha256(
    toCanonicalText([
      consentId,
      number,
      questionId,
      kind,
      part,
      partTitle,
      isBlocking,
      mode,
      why,
      text,
      byName,
    ]),
  )

/** What the chain says of an entry: which it is and its hash, and nothing of its words. */
export function eventDetails(
  entry: QuestionEntry,
  { partTitle }: Pick<QuestionEntry, 'partTitle'>,
): Record<string, unknown> {
  const { id, questionId, number, kind, isBlocking, mode, why, hash } = entry
  return {
    questionId: questionId ?? id,
    entry: number,
    hash,
    ...(partTitle ? { about: partTitle } : {}),
    ...(isAsking(kind) ? { blocking: isBlocking } : {}),
    ...(mode ? { mode } : {}),
    ...(why ? { why } : {}),
  }
}

const entryView = ({ id, kind, text, at, byName, mode, why }: QuestionEntry) => ({
  ...{ id, kind, text, mode, why },
  at: at.toISOString(),
  by: byName,
})

/** A question as its entries, in order, leave it: whoever wrote last decides whether it is open. */
function questionFrom(entries: readonly QuestionEntry[]): Question {
  const [first, last] = [entries[0]!, entries.at(-1)!]
  const isOpen = isAsking(last.kind)
  const { id, part, partTitle, at } = first
  return {
    ...{ id, part, partTitle },
    state: isOpen ? 'open' : last.kind === 'answered' ? 'answered' : 'settled',
    isBlocking: isOpen && waitingOf(entries).some(({ isBlocking }) => isBlocking),
    askedAt: at.toISOString(),
    entries: entries.map(entryView),
  }
}

/** What the patient wrote since the last answer. */
const waitingOf = <E extends Pick<QuestionEntry, 'kind'>>(entries: readonly E[]): readonly E[] =>
  entries.slice(entries.findLastIndex(({ kind }) => !isAsking(kind)) + 1)

/** The questions of a consent from its entries in order, the first asked first. */
export function questionsFrom(entries: readonly QuestionEntry[]): Question[] {
  const threads = Map.groupBy(entries, ({ id, questionId }) => questionId ?? id)
  return [...threads.values()].map(questionFrom)
}

/** Whether an answer is wanted before the patient agrees. */
export const isBlocked = (questions: readonly Question[]): boolean =>
  questions.some(({ isBlocking }) => isBlocking)

/** Of each question that waits, what has waited for its answer longest. */
export const waitingEntries = (questions: readonly Question[]): Question['entries'] =>
  questions.flatMap(({ entries }) => waitingOf(entries).slice(0, 1))

/** Since when the question that has waited longest waits; null while none does. */
export function waitingSince(questions: readonly Question[]): Date | null {
  const starts = waitingEntries(questions).map(({ at }) => Date.parse(at))
  return starts.length > 0 ? new Date(Math.min(...starts)) : null
}

/** As staff go through them: open ones first, of these the newest first. */
export const forStaff = (questions: readonly Question[]): Question[] => {
  const newestFirst = questions.toReversed()
  const isOpen = ({ state }: Question) => state === 'open'
  return [...newestFirst.filter(isOpen), ...newestFirst.filter((question) => !isOpen(question))]
}
