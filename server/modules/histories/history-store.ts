import { and, asc, desc, eq, gt } from 'drizzle-orm'
import type { FactSource, HistoryFact } from '../../../contract/histories.ts'
import { preparedQuery, whereOwn } from '../../platform/database/prepared-query.ts'
import { openRows, sealRow, type Opened } from '../../platform/database/sealed-column.ts'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { histories, historyEntries, historyReviews } from './history-schema.ts'

export type EntryRow = Opened<typeof historyEntries.$inferSelect>
export type ReviewRow = typeof historyReviews.$inferSelect

type PatientTable = typeof histories | typeof historyEntries | typeof historyReviews
const ofPatient = (table: PatientTable, scope: StaffScope, patientId: string) =>
  and(eq(table.clinicId, scope.clinicId), eq(table.patientId, patientId))

const versionQuery = preparedQuery('history_version', (tx) =>
  tx
    .select({ version: histories.version })
    .from(histories)
    .where(whereOwn(histories, histories.patientId, 'patientId')),
)

/** The version of a patient's history; nought where nothing was ever saved. */
export const findHistoryVersion = async (scope: StaffScope, patientId: string): Promise<number> =>
  (await versionQuery(scope, { patientId }))[0]?.version ?? 0

/** The same, kept from changing until the transaction ends: every save starts here. */
export async function lockHistory(scope: ClinicScope, patientId: string): Promise<number> {
  const { clinicId, tx } = scope
  // Two people may be the first to ask: the row is there before either waits for it.
  await tx.insert(histories).values({ clinicId, patientId }).onConflictDoNothing()
  const [locked] = await tx
    .select({ version: histories.version })
    .from(histories)
    .where(ofPatient(histories, scope, patientId))
    .for('update')
  return locked!.version
}

const currentEntries = preparedQuery('history_entries_current', (tx) =>
  tx
    .selectDistinctOn([historyEntries.factor])
    .from(historyEntries)
    .where(whereOwn(historyEntries, historyEntries.patientId, 'patientId'))
    .orderBy(historyEntries.factor, desc(historyEntries.version)),
)

/** What is known now: the newest answer to each question. */
export const listCurrentEntries = async (scope: StaffScope, patientId: string): Promise<EntryRow[]> =>
  openRows(scope, historyEntries, await currentEntries(scope, { patientId }))

/** Whether an answer was saved after that moment. */
export async function hasEntriesSince(scope: StaffScope, patientId: string, since: Date): Promise<boolean> {
  const [newer] = await scope.tx
    .select({ id: historyEntries.id })
    .from(historyEntries)
    .where(and(ofPatient(historyEntries, scope, patientId), gt(historyEntries.at, since)))
    .limit(1)
  return newer !== undefined
}

/** Every answer there ever was, the earliest first. */
export async function listAllEntries(scope: StaffScope, patientId: string): Promise<EntryRow[]> {
  const rows = await scope.tx
    .select()
    .from(historyEntries)
    .where(ofPatient(historyEntries, scope, patientId))
    .orderBy(asc(historyEntries.version), asc(historyEntries.factor))
  return openRows(scope, historyEntries, rows)
}

const latestReviews = preparedQuery('history_review_latest', (tx) =>
  tx
    .select()
    .from(historyReviews)
    .where(whereOwn(historyReviews, historyReviews.patientId, 'patientId'))
    .orderBy(desc(historyReviews.at), desc(historyReviews.id))
    .limit(1),
)

/** When the history was last gone through with the patient, and by whom. */
export const findLatestReview = async (
  scope: StaffScope,
  patientId: string,
): Promise<ReviewRow | undefined> => (await latestReviews(scope, { patientId }))[0]

/** Every review there ever was, the earliest first. */
export function listReviews(scope: StaffScope, patientId: string): Promise<ReviewRow[]> {
  return scope.tx
    .select()
    .from(historyReviews)
    .where(ofPatient(historyReviews, scope, patientId))
    .orderBy(asc(historyReviews.at), asc(historyReviews.id))
}

const authorColumns = ({ clinicId, staffId, actor, now }: ClinicScope) => ({
  clinicId,
  byStaffId: staffId,
  byName: actor.name,
  at: now,
})

export type NewEntries = { facts: readonly HistoryFact[]; source: FactSource; version: number }

/** Adds answers to a locked history, which has this version from now on. */
export async function insertEntries(
  scope: ClinicScope,
  patientId: string,
  { facts, source, version }: NewEntries,
): Promise<void> {
  const rows = facts.map((fact) => ({ ...authorColumns(scope), ...fact, patientId, source, version }))
  await scope.tx.insert(historyEntries).values(rows.map((row) => sealRow(scope, historyEntries, row)))
  await scope.tx
    .update(histories)
    .set({ version })
    .where(ofPatient(histories, scope, patientId))
}

/** Notes that a locked history was gone through with the patient. */
export async function insertReview(scope: ClinicScope, patientId: string, version: number): Promise<void> {
  await scope.tx.insert(historyReviews).values({ ...authorColumns(scope), patientId, version })
}
