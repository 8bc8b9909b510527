import { asc } from 'drizzle-orm'
import type { Ids } from '../../platform/database/id-set.ts'
import { whereOwnIn, preparedQuery } from '../../platform/database/prepared-query.ts'
import { openRow, openRows, sealRow } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, PatientScope, TenantScope } from '../../platform/database/transaction.ts'
import { appendEvent, eventsOf, type ConsentRecord } from '../consents/index.ts'
import {
  checkEntryHash,
  checkEventDetails,
  lastRecordedEntry,
  type CheckEntry,
  type NewCheckEntry,
} from './understanding-rules.ts'
import { understandingEntries } from './understanding-schema.ts'

const checkEntriesQuery = preparedQuery('understanding_entries', (tx) =>
  tx
    .select()
    .from(understandingEntries)
    .where(whereOwnIn(understandingEntries, understandingEntries.consentId, 'consentIds'))
    .orderBy(asc(understandingEntries.consentId), asc(understandingEntries.number)),
)

/** All that was answered and explained about a consent, in order. */
export const listCheckEntries = (scope: TenantScope, consentId: string): Promise<CheckEntry[]> =>
  listCheckEntriesOfConsents(scope, [consentId])

/** The same of several consents at once. */
export const listCheckEntriesOfConsents = async (
  scope: TenantScope,
  consentIds: Ids,
): Promise<CheckEntry[]> =>
  openRows(scope, understandingEntries, await checkEntriesQuery(scope, { consentIds }))

const entryAuthorOf = (scope: ClinicScope | PatientScope) =>
  scope.audience === 'clinic'
    ? { staffId: scope.staffId, byName: scope.actor.name }
    : { staffId: null, byName: '' }

/** Adds an entry behind those of a locked consent. Answers all entries there are now. */
export async function insertCheckEntry(
  scope: ClinicScope | PatientScope,
  consentId: string,
  before: readonly CheckEntry[],
  written: NewCheckEntry,
): Promise<CheckEntry[]> {
  const { clinicId, now: at } = scope
  const placed = { ...written, ...entryAuthorOf(scope), consentId, number: before.length + 1, at }
  const hash = checkEntryHash(placed, before.at(-1)?.hash ?? '')
  const [made] = await scope.tx
    .insert(understandingEntries)
    .values(sealRow(scope, understandingEntries, { ...placed, clinicId, hash }))
    .returning()
  scope.enqueue('understanding.changed', { clinicId, consentId })
  return [...before, openRow(scope, understandingEntries, made!)]
}

/**
 * Says in the chain of a locked consent how far the patient has come, so that nothing of it can be changed or left out
 * afterwards; once for the same answers.
 */
export async function anchorUnderstandingCheck(
  scope: ClinicScope | PatientScope,
  { id, content }: Pick<ConsentRecord, 'id' | 'content'>,
  entries: readonly CheckEntry[],
  event: 'understanding.checked' | 'understanding.explained' = 'understanding.checked',
): Promise<void> {
  if (entries.length === 0 || entries.length <= lastRecordedEntry(await eventsOf(scope, id))) return
  await appendEvent(scope, id, event, checkEventDetails(content?.understanding, entries))
}
