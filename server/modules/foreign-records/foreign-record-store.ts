import { createHash } from 'node:crypto'
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { ForeignImport, ForeignRecord, ForeignRowState } from '../../../contract/foreign-records.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { isForgettable } from '../patient-imports/index.ts'
import {
  foreignImports as imports,
  foreignRecords as records,
  foreignImportRows as rows,
} from './foreign-record-schema.ts'

export type ImportRecord = typeof imports.$inferSelect
export type RowRecord = typeof rows.$inferSelect
export type NewRow = Omit<RowRecord, 'clinicId' | 'id' | 'importId' | 'recordId'>
type StoredRecord = typeof records.$inferSelect

/** Two names of one product that differ in case or blanks are one. */
const sourceKeyOf = (source: string): string => source.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const noCounts: ForeignImport['counts'] = {
  ...{ waiting: 0, taken: 0, here: 0, held: 0, refused: 0 },
  ...{ removed: 0, kept: 0 },
}

const rows_inserted_at_once = 1000

const isImport = (scope: StaffScope, id: string) =>
  and(eq(imports.clinicId, scope.clinicId), eq(imports.id, id))
const ofImport = (scope: StaffScope, importId: string) =>
  and(eq(rows.clinicId, scope.clinicId), eq(rows.importId, importId))
const isRecord = (scope: StaffScope, id: string) =>
  and(eq(records.clinicId, scope.clinicId), eq(records.id, id))

/**
 * Under which name the file store keeps a record: by its content and its row, so that it can hold no other, and removing
 * one never takes another's away.
 */
export const foreignFileName = ({ id, sha256 }: Pick<StoredRecord, 'id' | 'sha256'>): string =>
  `foreign-records/${createHash('sha256').update(`${id} ${sha256}`).digest('hex')}.pdf`

/** How a row of `foreign_records` is given away: as the file that it stands for. */
export const storedForeignRecords = {
  table: 'foreign_records',
  columns: 'id, sha256, source, original_id, title',
  bytes: 'waiting_bytes',
  fileOf({ id, sha256, source, title }: Record<string, unknown>) {
    return {
      storedAs: foreignFileName({ id: String(id), sha256: String(sha256) }),
      name: `foreign-records/${String(id)}.pdf`,
      title: `${String(title)} (from ${String(source)}, not made or sealed by Candour)`,
    }
  },
}

type NewImport = Pick<
  ImportRecord,
  'patientImportId' | 'fileName' | 'source' | 'columns' | 'dateOrder' | 'rowCount'
>

export async function insertImport(scope: ClinicScope, made: NewImport): Promise<ImportRecord> {
  const { clinicId, now, actor } = scope
  const [inserted] = await scope.tx
    .insert(imports)
    .values({ ...made, clinicId, counts: noCounts, createdBy: actor.name, createdAt: now, movedAt: now })
    .returning()
  return inserted!
}

export async function findImport(scope: ClinicScope, id: string): Promise<ImportRecord | undefined> {
  const [found] = await scope.tx.select().from(imports).where(isImport(scope, id))
  return found
}

/** The same with the row locked until the transaction ends; shared by those who add files, which waits for one another's no more. */
export async function lockImport(
  scope: StaffScope,
  id: string,
  strength: 'update' | 'share' = 'update',
): Promise<ImportRecord | undefined> {
  const [found] = await scope.tx.select().from(imports).where(isImport(scope, id)).for(strength)
  return found
}

/** A page of imports that were begun or may be, the newest first. */
export async function listImports(scope: ClinicScope, { limit, offset }: Slice) {
  const own = eq(imports.clinicId, scope.clinicId)
  const [counted] = await scope.tx.select({ total: count() }).from(imports).where(own)
  const found = await scope.tx
    .select()
    .from(imports)
    .where(own)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)
    .offset(offset)
  return { found, total: counted!.total }
}

export async function changeImport(
  scope: StaffScope,
  id: string,
  changes: Partial<Omit<ImportRecord, 'id' | 'clinicId' | 'movedAt'>>,
): Promise<ImportRecord> {
  const [changed] = await scope.tx
    .update(imports)
    .set({ ...changes, movedAt: scope.now })
    .where(isImport(scope, id))
    .returning()
  return changed!
}

export async function deleteImport(scope: StaffScope, id: string): Promise<void> {
  await deleteRows(scope, id)
  await scope.tx.delete(imports).where(isImport(scope, id))
}

export async function deleteRows(scope: StaffScope, importId: string): Promise<void> {
  await scope.tx.delete(rows).where(ofImport(scope, importId))
}

/** Puts these in the place of the rows that an import had. */
export async function replaceRows(
  scope: StaffScope,
  importId: string,
  made: readonly NewRow[],
): Promise<void> {
  await deleteRows(scope, importId)
  for (let at = 0; at < made.length; at += rows_inserted_at_once)
    await scope.tx
      .insert(rows)
      .values(
        made
          .slice(at, at + rows_inserted_at_once)
          .map((row) => ({ ...row, clinicId: scope.clinicId, importId })),
      )
}

/** How many rows there are of each kind. */
export async function countStates(scope: StaffScope, importId: string): Promise<ForeignImport['counts']> {
  const counted = await scope.tx
    .select({ state: rows.state, total: count() })
    .from(rows)
    .where(ofImport(scope, importId))
    .groupBy(rows.state)
  return { ...noCounts, ...Object.fromEntries(counted.map(({ state, total }) => [state, total])) }
}

export async function listRows(
  scope: ClinicScope,
  importId: string,
  { state, limit, offset }: { state: ForeignRowState | undefined } & Slice,
) {
  const where = and(ofImport(scope, importId), state && eq(rows.state, state))
  const [counted] = await scope.tx.select({ total: count() }).from(rows).where(where)
  const found = await scope.tx
    .select()
    .from(rows)
    .where(where)
    .orderBy(asc(rows.number))
    .limit(limit)
    .offset(offset)
  return { found, total: counted!.total }
}

/** Every row, for the report. */
export const allRows = (scope: ClinicScope, importId: string): Promise<RowRecord[]> =>
  scope.tx.select().from(rows).where(ofImport(scope, importId)).orderBy(asc(rows.number))

export async function lockRow(
  scope: ClinicScope,
  importId: string,
  number: number,
): Promise<RowRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(rows)
    .where(and(ofImport(scope, importId), eq(rows.number, number)))
    .for('update')
  return found
}

export async function changeRow(
  scope: StaffScope,
  id: string,
  changes: Partial<Pick<RowRecord, 'state' | 'reason' | 'recordId'>>,
): Promise<void> {
  await scope.tx
    .update(rows)
    .set(changes)
    .where(and(eq(rows.clinicId, scope.clinicId), eq(rows.id, id)))
}

/** Rows whose file never came are not waited for any more. */
export async function refuseWaiting(scope: StaffScope, importId: string, reason: string): Promise<void> {
  await scope.tx
    .update(rows)
    .set({ state: 'refused', reason })
    .where(and(ofImport(scope, importId), eq(rows.state, 'waiting')))
}

/** Which of these identifiers of a source are here already, with the hashes of their files. */
export async function findHere(
  scope: ClinicScope,
  source: string,
  originalIds: readonly string[],
): Promise<Map<string, string>> {
  if (originalIds.length === 0) return new Map()
  const found = await scope.tx
    .select({ originalId: records.originalId, sha256: records.sha256 })
    .from(records)
    .where(
      and(
        eq(records.clinicId, scope.clinicId),
        eq(records.sourceKey, sourceKeyOf(source)),
        sql`${records.originalId} = any(${sql.param([...originalIds])}::text[])`,
      ),
    )
  return new Map(found.map(({ originalId, sha256 }) => [originalId, sha256]))
}

type NewRecord = Omit<
  StoredRecord,
  'clinicId' | 'id' | 'sourceKey' | 'importedBy' | 'importedAt' | 'openedAt'
>

/** Stores a record; null where the source has one of this identifier here already. */
export async function insertRecord(scope: ClinicScope, made: NewRecord): Promise<string | null> {
  const { clinicId, actor, now } = scope
  const [inserted] = await scope.tx
    .insert(records)
    .values({
      ...made,
      ...{ clinicId, sourceKey: sourceKeyOf(made.source), importedBy: actor.name, importedAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: records.id })
  return inserted?.id ?? null
}

/** Everything but the bytes, which nobody lists. */
const shown = {
  id: records.id,
  patientId: records.patientId,
  source: records.source,
  originalId: records.originalId,
  title: records.title,
  signedOn: records.signedOn,
  clinician: records.clinician,
  fileName: records.fileName,
  bytes: records.bytes,
  pages: records.pages,
  importedBy: records.importedBy,
  importedAt: records.importedAt,
}
type Shown = Omit<ForeignRecord, 'importedAt'> & { importedAt: Date }

const recordView = ({ importedAt, ...record }: Shown): ForeignRecord => ({
  ...record,
  importedAt: importedAt.toISOString(),
})

/** The records of these patients, and those of an identifier of their system, the newest first. */
export async function findForeignRecords(
  scope: ClinicScope,
  { patientIds, originalId, limit }: { patientIds: readonly string[]; originalId?: string; limit: number },
): Promise<ForeignRecord[]> {
  const found = await scope.tx
    .select(shown)
    .from(records)
    .where(
      and(
        eq(records.clinicId, scope.clinicId),
        or(
          inArray(records.patientId, [...patientIds]),
          originalId === undefined ? undefined : eq(records.originalId, originalId),
        ),
      ),
    )
    .orderBy(sql`${records.signedOn} desc nulls last`, desc(records.id))
    .limit(limit)
  return found.map(recordView)
}

/** A record with its bytes where the file store does not have them yet. */
export async function findStoredRecord(scope: ClinicScope, id: string) {
  const { sha256, waitingBytes, openedAt } = records
  const [found] = await scope.tx
    .select({ ...shown, sha256, waitingBytes, openedAt })
    .from(records)
    .where(isRecord(scope, id))
  return found
}

/** Notes that somebody opened it; false where it was removed at this moment. */
export async function markOpened(scope: ClinicScope, id: string): Promise<boolean> {
  const marked = await scope.tx
    .update(records)
    .set({ openedAt: scope.now })
    .where(and(isRecord(scope, id), isNull(records.openedAt)))
    .returning({ id: records.id })
  return marked.length > 0
}

export async function wasOpened(scope: ClinicScope, importId: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: records.id })
    .from(records)
    .where(
      and(eq(records.clinicId, scope.clinicId), eq(records.importId, importId), isNotNull(records.openedAt)),
    )
    .limit(1)
  return found.length > 0
}

/** The bytes that wait for the file store; undefined where there are none any more. */
export async function findPendingFile(scope: JobScope, id: string) {
  const [found] = await scope.tx
    .select({ sha256: records.sha256, bytes: records.waitingBytes })
    .from(records)
    .where(isRecord(scope, id))
  return found?.bytes ? { sha256: found.sha256, bytes: found.bytes } : undefined
}

/** The file store has the bytes now. */
export async function clearPendingFile(scope: JobScope, id: string): Promise<void> {
  await scope.tx.update(records).set({ waitingBytes: null }).where(isRecord(scope, id))
}

export async function recordExists(scope: JobScope, id: string): Promise<boolean> {
  const [found] = await scope.tx.select({ id: records.id }).from(records).where(isRecord(scope, id))
  return found !== undefined
}

/** The next rows of an import whose records are to be removed. */
export const rowsToRemove = (scope: JobScope, importId: string, limit: number): Promise<RowRecord[]> =>
  scope.tx
    .select()
    .from(rows)
    .where(and(ofImport(scope, importId), eq(rows.state, 'taken')))
    .orderBy(asc(rows.number))
    .limit(limit)

/** Removes those of these records that may go: the database keeps one that was opened or is under a legal hold. */
export const removeRecords = (scope: JobScope, ids: readonly string[]) =>
  scope.tx
    .delete(records)
    .where(and(eq(records.clinicId, scope.clinicId), inArray(records.id, [...ids])))
    .returning({ id: records.id, sha256: records.sha256 })

type Found = { clinicId: string; id: string }
const sweptColumns = { clinicId: imports.clinicId, id: imports.id }

/** Imports whose undoing stopped half-way. */
export const stoppedUndoing = (scope: SweepScope, before: Date, limit: number): Promise<Found[]> =>
  scope.tx
    .select(sweptColumns)
    .from(imports)
    .where(and(eq(imports.status, 'undoing'), lt(imports.movedAt, before)))
    .limit(limit)

/** Imports whose rows are to be forgotten. */
export const forgettableImports = (
  { tx }: SweepScope,
  before: { drafts: Date; finished: Date },
  limit: number,
): Promise<Found[]> =>
  tx.select(sweptColumns).from(imports).where(isForgettable(imports, before)).limit(limit)
