import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import type { CsvRow } from '../../platform/csv/csv-reader.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { dayListRows as rows, dayLists as lists } from './day-list-schema.ts'

export type ListRecord = typeof lists.$inferSelect
export type RowRecord = typeof rows.$inferSelect
type NewList = Omit<
  ListRecord,
  | 'clinicId'
  | 'id'
  | 'results'
  | 'cancelled'
  | 'createdBy'
  | 'createdAt'
  | 'movedAt'
  | 'finishedAt'
  | 'forgottenAt'
>

export const noResults: ListRecord['results'] = {
  ...{ booked: 0, updated: 0, unchanged: 0, 'left-out': 0, cancelled: 0, 'patients-added': 0 },
  ...{ removed: 0, restored: 0, kept: 0 },
}

const listById = (scope: StaffScope, id: string) => and(eq(lists.clinicId, scope.clinicId), eq(lists.id, id))
const rowsOfList = (scope: StaffScope, listId: string) =>
  and(eq(rows.clinicId, scope.clinicId), eq(rows.listId, listId))

/** Keeps a list that was read, with its rows. */
export async function insertList(
  scope: ClinicScope,
  made: NewList,
  fileRows: readonly { number: number; cells: string[] }[],
): Promise<ListRecord> {
  const { clinicId, now, actor } = scope
  const [inserted] = await scope.tx
    .insert(lists)
    .values({ ...made, clinicId, createdBy: actor.name, createdAt: now, movedAt: now, results: noResults })
    .returning()
  await scope.tx
    .insert(rows)
    .values(fileRows.map(({ number, cells }) => ({ clinicId, listId: inserted!.id, number, cells })))
  return inserted!
}

/** The last list that looked like this one, was brought in and not taken back. */
export async function findSimilarImportedList(
  scope: ClinicScope,
  fingerprint: string,
): Promise<ListRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(lists)
    .where(
      and(eq(lists.clinicId, scope.clinicId), eq(lists.fingerprint, fingerprint), eq(lists.status, 'done')),
    )
    .orderBy(desc(lists.createdAt))
    .limit(1)
  return found
}

export async function findList(scope: ClinicScope, id: string): Promise<ListRecord | undefined> {
  const [found] = await scope.tx.select().from(lists).where(listById(scope, id))
  return found
}

/** The same with the row locked until the transaction ends. */
export async function lockList(scope: StaffScope, id: string): Promise<ListRecord | undefined> {
  const [found] = await scope.tx.select().from(lists).where(listById(scope, id)).for('update')
  return found
}

/** Holds back every other list of the clinic until the transaction ends: two at once could book the same twice. */
export const lockDayListImports = (scope: ClinicScope) =>
  scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`day-lists ${scope.clinicId}`}, 0))`)

/** A page of the lists that were brought in, the newest first. */
export async function listLists(
  scope: ClinicScope,
  { limit, offset }: Slice,
): Promise<{ found: ListRecord[]; total: number }> {
  const where = and(eq(lists.clinicId, scope.clinicId), isNotNull(lists.finishedAt))
  const [counted] = await scope.tx.select({ total: count() }).from(lists).where(where)
  const found = await scope.tx
    .select()
    .from(lists)
    .where(where)
    .orderBy(desc(lists.createdAt), desc(lists.id))
    .limit(limit)
    .offset(offset)
  return { found, total: counted!.total }
}

export async function updateList(
  scope: StaffScope,
  id: string,
  changes: Partial<Omit<ListRecord, 'id' | 'clinicId' | 'movedAt'>>,
): Promise<ListRecord> {
  const [changed] = await scope.tx
    .update(lists)
    .set({ ...changes, movedAt: scope.now })
    .where(listById(scope, id))
    .returning()
  return changed!
}

/** Takes away a list that never reached the board, with its rows. */
export async function deleteList(scope: StaffScope, id: string): Promise<void> {
  await scope.tx.delete(rows).where(rowsOfList(scope, id))
  await scope.tx.delete(lists).where(listById(scope, id))
}

/** Forgets what the list said: its cells, what they overwrote, and the values shown beside its columns. */
export async function eraseCells(scope: StaffScope, { id, columns }: ListRecord): Promise<void> {
  await scope.tx.update(rows).set({ cells: null, before: null, remark: '' }).where(rowsOfList(scope, id))
  await updateList(scope, id, {
    columns: columns.map((column) => ({ ...column, samples: [] })),
    ...{ firstRow: null, repair: null },
    forgottenAt: scope.now,
  })
}

/** The rows of a list in their order. */
export const listDayListRows = (scope: StaffScope, listId: string): Promise<RowRecord[]> =>
  scope.tx.select().from(rows).where(rowsOfList(scope, listId)).orderBy(asc(rows.number))

/** Takes the first row out of those of a list, since it names the columns; or puts it among them. */
export async function setHeaderRow(
  scope: StaffScope,
  listId: string,
  { firstRow: { number, cells }, hasHeaderRow }: { firstRow: CsvRow; hasHeaderRow: boolean },
): Promise<void> {
  const isRow = and(rowsOfList(scope, listId), eq(rows.number, number))
  if (hasHeaderRow) await scope.tx.delete(rows).where(isRow)
  else await scope.tx.insert(rows).values({ clinicId: scope.clinicId, listId, number, cells })
}

/** Keeps what somebody chose for some rows. */
export async function saveRowChoices(
  scope: ClinicScope,
  listId: string,
  { numbers, ...chosen }: Pick<RowRecord, 'choice' | 'patientId'> & { numbers: readonly number[] },
): Promise<void> {
  if (numbers.length === 0) return
  await scope.tx
    .update(rows)
    .set(chosen)
    .where(and(rowsOfList(scope, listId), inArray(rows.number, [...numbers])))
}

/** Writes what has become of a row. */
export async function saveRowResult(
  scope: ClinicScope,
  id: string,
  settled: Partial<
    Pick<
      RowRecord,
      | 'patientId'
      | 'addedPatient'
      | 'appointmentId'
      | 'appointmentVersion'
      | 'outcome'
      | 'result'
      | 'before'
      | 'undone'
      | 'remark'
    >
  >,
): Promise<void> {
  await scope.tx
    .update(rows)
    .set(settled)
    .where(and(eq(rows.clinicId, scope.clinicId), eq(rows.id, id)))
}

/** Which of these appointments stood on a list that was brought in and not taken back. */
export async function findOnEarlierLists(
  scope: ClinicScope,
  appointmentIds: readonly string[],
): Promise<Set<string>> {
  if (appointmentIds.length === 0) return new Set()
  const found = await scope.tx
    .selectDistinct({ id: rows.appointmentId })
    .from(rows)
    .innerJoin(lists, and(eq(lists.clinicId, rows.clinicId), eq(lists.id, rows.listId)))
    .where(
      and(
        eq(rows.clinicId, scope.clinicId),
        inArray(rows.appointmentId, [...appointmentIds]),
        eq(lists.status, 'done'),
      ),
    )
  return new Set(found.flatMap(({ id }) => id ?? []))
}

/** Lists whose file is to be forgotten: chosen and left since `drafts`, or brought in before `finished`. */
export const findExpiredLists = (
  scope: SweepScope,
  before: { drafts: Date; finished: Date },
  limit: number,
): Promise<{ clinicId: string; id: string }[]> =>
  scope.tx
    .select({ clinicId: lists.clinicId, id: lists.id })
    .from(lists)
    .where(
      or(
        and(inArray(lists.status, ['draft', 'checked']), lt(lists.movedAt, before.drafts)),
        and(
          inArray(lists.status, ['done', 'undone']),
          lt(lists.finishedAt, before.finished),
          isNull(lists.forgottenAt),
        ),
      ),
    )
    .limit(limit)
