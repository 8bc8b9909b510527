import { asc } from 'drizzle-orm'
import type { Ids } from '../../platform/database/id-set.ts'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import { openRow, openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent, setUnansweredSince } from '../consents/index.ts'
import {
  entryHash,
  eventDetails,
  isBlocked,
  questionsFrom,
  waitingSince,
  type NewEntry,
  type QuestionEntry,
} from './question-rules.ts'
import { questionEntries } from './question-schema.ts'

const entries = preparedQuery('question_entries', (tx) =>
  tx
    .select()
    .from(questionEntries)
    .where(whereOwnIn(questionEntries, questionEntries.consentId, 'consentIds'))
    .orderBy(asc(questionEntries.consentId), asc(questionEntries.number)),
)

/** All that was asked and answered about a consent, in order. */
export const entriesOf = (scope: TenantScope, consentId: string): Promise<QuestionEntry[]> =>
  entriesOfConsents(scope, [consentId])

/** The same of several consents at once. */
export const entriesOfConsents = async (scope: TenantScope, consentIds: Ids): Promise<QuestionEntry[]> =>
  openRows(scope, questionEntries, await entries(scope, { consentIds }))

/** Whether the patient wants an answer before they agree, and has none. */
export const isAnswerRequired = async (scope: TenantScope, consentId: string): Promise<boolean> =>
  isBlocked(questionsFrom(await entriesOf(scope, consentId)))

const whoOf = (scope: TenantScope) =>
  scope.audience === 'clinic'
    ? { staffId: scope.staffId, byName: scope.actor.name }
    : { staffId: null, byName: '' }

/**
 * Adds an entry behind those of a locked consent, says so in its chain, and notes whether anything still waits. Answers
 * all entries there are now.
 */
export async function insertEntry(
  scope: TenantScope,
  consentId: string,
  before: readonly QuestionEntry[],
  written: NewEntry,
): Promise<QuestionEntry[]> {
  const { clinicId, now: at } = scope
  const placed = { ...written, ...whoOf(scope), consentId, number: before.length + 1 }
  const row = sealRow(scope, questionEntries, { ...placed, clinicId, at, hash: entryHash(placed) })
  const [inserted] = await scope.tx.insert(questionEntries).values(row).returning()
  const made = openRow(scope, questionEntries, inserted!)
  const entries = [...before, made]
  const first = entries.find(({ id }) => id === (written.questionId ?? made.id))!
  await appendEvent(scope, consentId, `question.${written.kind}`, eventDetails(made, first))
  await setUnansweredSince(scope, consentId, waitingSince(questionsFrom(entries)))
  scope.enqueue('question.changed', { clinicId, consentId })
  return entries
}
