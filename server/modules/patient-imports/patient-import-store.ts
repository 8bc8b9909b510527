import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lt, ne, or, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type {
  HeldDecision,
  ImportChoice,
  PatientImport,
  PatientImportRow,
} from '../../../contract/patient-imports.ts'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { patientImportRows as rows, patientImports as imports } from './patient-import-schema.ts'

export type ImportRecord = typeof imports.$inferSelect
export type RowRecord = typeof rows.$inferSelect
type NewImport = Pick<
  ImportRecord,
  | 'fileName'
  | 'encoding'
  | 'separator'
  | 'fingerprint'
  | 'columns'
  | 'isRemembered'
  | 'dateOrder'
  | 'rowCount'
  | 'firstRow'
  | 'hasHeaderRow'
  | 'repair'
  | 'isRepaired'
>
export type ReadFileRow = { number: number; cells: string[] }

const rows_inserted_at_once = 500

export const noOutcomes = { new: 0, same: 0, differs: 0, held: 0, unusable: 0 }
const noDecisions = { undecided: 0, skip: 0, update: 0, create: 0 }
const noResults = {
  ...{ added: 0, changed: 0, unchanged: 0, skipped: 0, unusable: 0 },
  ...{ removed: 0, restored: 0, kept: 0 },
}

const isImport = (scope: StaffScope, id: string) =>
  and(eq(imports.clinicId, scope.clinicId), eq(imports.id, id))
const ofImport = (scope: StaffScope, importId: string, ...more: (SQL | undefined)[]) =>
  and(eq(rows.clinicId, scope.clinicId), eq(rows.importId, importId), ...more)

/** Keeps a file that was read, with its rows. */
export async function insertImport(
  scope: ClinicScope,
  made: NewImport,
  fileRows: readonly ReadFileRow[],
): Promise<ImportRecord> {
  const { clinicId, now, actor } = scope
  const times = { createdAt: now, movedAt: now }
  const [inserted] = await scope.tx
    .insert(imports)
    .values({ ...made, ...times, clinicId, createdBy: actor.name, outcomes: noOutcomes, results: noResults })
    .returning()
  for (let at = 0; at < fileRows.length; at += rows_inserted_at_once) {
    const slice = fileRows.slice(at, at + rows_inserted_at_once)
    await scope.tx
      .insert(rows)
      .values(slice.map(({ number, cells }) => ({ clinicId, importId: inserted!.id, number, cells })))
  }
  return inserted!
}

/** How the columns of the last file that looked like this one were set, and was then imported. */
export async function findSimilarImport(
  scope: ClinicScope,
  fingerprint: string,
): Promise<ImportRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(imports)
    .where(
      and(
        eq(imports.clinicId, scope.clinicId),
        eq(imports.fingerprint, fingerprint),
        isNotNull(imports.finishedAt),
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(1)
  return found
}

export async function findImport(scope: ClinicScope, id: string): Promise<ImportRecord | undefined> {
  const [found] = await scope.tx.select().from(imports).where(isImport(scope, id))
  return found
}

/** The same with the row locked until the transaction ends. */
export async function lockImport(scope: StaffScope, id: string): Promise<ImportRecord | undefined> {
  const [found] = await scope.tx.select().from(imports).where(isImport(scope, id)).for('update')
  return found
}

/** A page of imports, the newest first; files that were only chosen are not among them. */
export async function listImports(
  scope: ClinicScope,
  { limit, offset }: Slice,
): Promise<{ found: ImportRecord[]; total: number }> {
  const started = and(
    eq(imports.clinicId, scope.clinicId),
    inArray(imports.status, ['running', 'done', 'undoing', 'undone']),
  )
  const [counted] = await scope.tx.select({ total: count() }).from(imports).where(started)
  const found = await scope.tx
    .select()
    .from(imports)
    .where(started)
    .orderBy(desc(imports.createdAt), desc(imports.id))
    .limit(limit)
    .offset(offset)
  return { found, total: counted!.total }
}

/** Changes an import; null when another one of the clinic is running and this one would. */
export async function changeImport(
  scope: StaffScope,
  id: string,
  changes: Partial<Omit<ImportRecord, 'id' | 'clinicId' | 'movedAt'>>,
): Promise<ImportRecord | null> {
  try {
    const [changed] = await scope.tx
      .update(imports)
      .set({ ...changes, movedAt: scope.now })
      .where(isImport(scope, id))
      .returning()
    return changed!
  } catch (error) {
    if (violatedConstraint(error) === 'patient_imports_running') return null
    throw error
  }
}

/** Takes away an import and its rows. */
export async function deleteImport(scope: StaffScope, id: string): Promise<void> {
  await scope.tx.delete(rows).where(ofImport(scope, id))
  await scope.tx.delete(imports).where(isImport(scope, id))
}

/** Forgets what the file said and what it changed; who was added by it stays known. */
export async function eraseRowContents(scope: StaffScope, id: string): Promise<void> {
  await scope.tx
    .update(rows)
    .set({ cells: null, before: null, after: null, faults: [], remark: '' })
    .where(ofImport(scope, id))
}

/** The rows of a file as they are written. */
export async function fileRows(scope: StaffScope, importId: string): Promise<ReadFileRow[]> {
  const found = await scope.tx
    .select({ number: rows.number, cells: rows.cells })
    .from(rows)
    .where(ofImport(scope, importId))
    .orderBy(asc(rows.number))
  return found.map(({ number, cells }) => ({ number, cells: cells ?? [] }))
}

/** Takes the first row out of those of a file, since it names the columns; or puts it among them. */
export async function setHeaderRow(
  scope: StaffScope,
  importId: string,
  { firstRow: { number, cells }, hasHeaderRow }: { firstRow: ReadFileRow; hasHeaderRow: boolean },
): Promise<void> {
  if (hasHeaderRow) await scope.tx.delete(rows).where(ofImport(scope, importId, eq(rows.number, number)))
  else await scope.tx.insert(rows).values({ clinicId: scope.clinicId, importId, number, cells })
}

/** The rows after a number, in order. */
export const rowsAfter = (
  scope: StaffScope,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<RowRecord[]> =>
  scope.tx
    .select()
    .from(rows)
    .where(ofImport(scope, importId, sql`${rows.number} > ${after}`))
    .orderBy(asc(rows.number))
    .limit(limit)

export type RowFilter = {
  outcome?: PatientImportRow['outcome'] | undefined
  result?: PatientImportRow['result'] | undefined
}

function filtered({ outcome, result }: RowFilter): SQL | undefined {
  const byOutcome = outcome && eq(rows.outcome, outcome)
  if (!result) return byOutcome
  const byResult =
    result === 'removed' || result === 'restored' || result === 'kept'
      ? eq(rows.undone, result)
      : eq(rows.result, result)
  return and(byOutcome, byResult)
}

/** A page of rows by their number, and how many there are. */
export async function listRows(
  scope: ClinicScope,
  importId: string,
  { limit, offset, ...filter }: RowFilter & Slice,
): Promise<{ found: RowRecord[]; total: number }> {
  const where = ofImport(scope, importId, filtered(filter))
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

/** Rows that were not imported though the file holds somebody: unusable ones, and those skipped for a reason. */
export const findSkippedRows = (scope: ClinicScope, importId: string): Promise<RowRecord[]> =>
  scope.tx
    .select()
    .from(rows)
    .where(
      ofImport(
        scope,
        importId,
        isNotNull(rows.cells),
        or(eq(rows.outcome, 'unusable'), and(eq(rows.result, 'skipped'), ne(rows.remark, ''))),
      ),
    )
    .orderBy(asc(rows.number))

type Trial = Pick<RowRecord, 'number' | 'outcome' | 'faults' | 'patientId' | 'patientVersion'>

/** Writes what a trial found of some rows in the order of their numbers, and takes back what was chosen for them before. */
export async function saveTrialResults(scope: StaffScope, importId: string, tried: Trial[]): Promise<void> {
  const found = JSON.stringify(
    tried.map(({ number, outcome, faults, patientId, patientVersion }) => ({
      ...{ number, outcome, faults, patient_id: patientId, patient_version: patientVersion },
    })),
  )
  await scope.tx.execute(sql`
    update ${rows} r set outcome = f.outcome, faults = f.faults, patient_id = f.patient_id,
      patient_version = f.patient_version, choice = null
    from jsonb_to_recordset(${found}::jsonb) as f(number int, outcome text, faults jsonb, patient_id uuid, patient_version int)
    where r.clinic_id = ${scope.clinicId} and r.import_id = ${importId} and r.number = f.number
      and r.number between ${tried[0]!.number} and ${tried.at(-1)!.number}`)
}

/** How many rows there are of each kind. */
export async function countOutcomes(scope: StaffScope, importId: string): Promise<PatientImport['outcomes']> {
  const counted = await scope.tx
    .select({ outcome: rows.outcome, total: count() })
    .from(rows)
    .where(ofImport(scope, importId))
    .groupBy(rows.outcome)
  return { ...noOutcomes, ...Object.fromEntries(counted.map(({ outcome, total }) => [outcome, total])) }
}

/** What has become of the rows so far. */
export async function countResults(scope: StaffScope, importId: string): Promise<PatientImport['results']> {
  const counted = await scope.tx
    .select({ result: rows.result, undone: rows.undone, total: count() })
    .from(rows)
    .where(ofImport(scope, importId, isNotNull(rows.result)))
    .groupBy(rows.result, rows.undone)
  const totals: Record<string, number> = { ...noResults }
  for (const { result, undone, total } of counted)
    for (const name of [result, undone]) if (name) totals[name] = (totals[name] ?? 0) + total
  return totals as PatientImport['results']
}

/** Says what happens with one row of somebody who is here already; false when there is none such. */
export async function chooseForRow(
  scope: ClinicScope,
  importId: string,
  { number, choice }: { number: number; choice: ImportChoice },
): Promise<boolean> {
  const changed = await scope.tx
    .update(rows)
    .set({ choice })
    .where(ofImport(scope, importId, eq(rows.number, number), eq(rows.outcome, 'differs')))
    .returning({ id: rows.id })
  return changed.length > 0
}

/** Writes down what a person decided of one held row. */
export async function saveRowDecision(scope: ClinicScope, id: string, choice: HeldDecision): Promise<void> {
  await scope.tx
    .update(rows)
    .set({ choice })
    .where(and(eq(rows.clinicId, scope.clinicId), eq(rows.id, id)))
}

/** The held row of a number. */
export async function heldRow(
  scope: ClinicScope,
  importId: string,
  number: number,
): Promise<RowRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(rows)
    .where(ofImport(scope, importId, eq(rows.number, number), eq(rows.outcome, 'held')))
  return found
}

/** How many held rows there are of each decision. */
export async function countDecisions(
  scope: ClinicScope,
  { id, outcomes }: ImportRecord,
): Promise<PatientImport['decisions']> {
  if (!outcomes.held) return noDecisions
  const counted = await scope.tx
    .select({ decision: rows.choice, total: count() })
    .from(rows)
    .where(ofImport(scope, id, eq(rows.outcome, 'held')))
    .groupBy(rows.choice)
  const totals = counted.map(({ decision, total }) => [decision ?? 'undecided', total])
  return { ...noDecisions, ...Object.fromEntries(totals) }
}

/** One choice for all rows takes the place of those made for single ones; held rows are decided of one by one. */
export async function clearChoices(scope: ClinicScope, importId: string): Promise<void> {
  await scope.tx
    .update(rows)
    .set({ choice: null })
    .where(ofImport(scope, importId, isNotNull(rows.choice), eq(rows.outcome, 'differs')))
}

/** Settles the rows with which nothing is to be done. */
export async function settleIdleRows(scope: ClinicScope, { id, choice }: ImportRecord): Promise<void> {
  const settle = (result: NonNullable<RowRecord['result']>, where: SQL | undefined, remark?: string) =>
    scope.tx
      .update(rows)
      .set({ result, remark })
      .where(ofImport(scope, id, isNull(rows.result), where))
  await settle('unchanged', eq(rows.outcome, 'same'))
  await settle('unusable', eq(rows.outcome, 'unusable'))
  await settle('skipped', and(eq(rows.outcome, 'differs'), sql`coalesce(${rows.choice}, ${choice}) = 'skip'`))
  const isHeld = eq(rows.outcome, 'held')
  await settle('skipped', and(isHeld, eq(rows.choice, 'skip')))
  await settle('skipped', and(isHeld, isNull(rows.choice)), 'The patient for this row has not been chosen.')
}

/** How many rows nothing has become of yet. */
export async function countOpen(scope: StaffScope, importId: string): Promise<number> {
  const [counted] = await scope.tx
    .select({ total: count() })
    .from(rows)
    .where(ofImport(scope, importId, isNull(rows.result)))
  return counted!.total
}

/** The next rows of which nothing has become yet. */
export const openRows = (scope: StaffScope, importId: string, limit: number): Promise<RowRecord[]> =>
  scope.tx
    .select()
    .from(rows)
    .where(ofImport(scope, importId, isNull(rows.result)))
    .orderBy(asc(rows.number))
    .limit(limit)

const toUndo = (scope: StaffScope, importId: string) =>
  ofImport(scope, importId, inArray(rows.result, ['added', 'changed']), isNull(rows.undone))

/** How many rows are still to be undone. */
export async function countToUndo(scope: StaffScope, importId: string): Promise<number> {
  const [counted] = await scope.tx.select({ total: count() }).from(rows).where(toUndo(scope, importId))
  return counted!.total
}

/** The next rows to be undone. */
export const rowsToUndo = (scope: StaffScope, importId: string, limit: number): Promise<RowRecord[]> =>
  scope.tx.select().from(rows).where(toUndo(scope, importId)).orderBy(asc(rows.number)).limit(limit)

export type RowResult = Pick<RowRecord, 'id'> &
  Partial<Pick<RowRecord, 'result' | 'undone' | 'remark' | 'patientId' | 'before' | 'after'>>

/** Writes what has become of rows; what is not told of one stays as it is. */
export async function saveRowResults(scope: StaffScope, settled: readonly RowResult[]): Promise<void> {
  // The ids are named once more, so that the rows are found by them whatever the planner knows of the table.
  const told = JSON.stringify(settled.map(({ patientId, ...what }) => ({ ...what, patient_id: patientId })))
  await scope.tx.execute(sql`
    update ${rows} r set result = coalesce(f.result, r.result), undone = coalesce(f.undone, r.undone),
      remark = coalesce(f.remark, r.remark), patient_id = coalesce(f.patient_id, r.patient_id),
      before = coalesce(f.before, r.before), after = coalesce(f.after, r.after)
    from jsonb_to_recordset(${told}::jsonb)
      as f(id uuid, result text, undone text, remark text, patient_id uuid, before jsonb, after jsonb)
    where r.clinic_id = ${scope.clinicId} and r.id = f.id and r.id = any(${sql.param(settled.map(({ id }) => id))}::uuid[])`)
}

type Found = { clinicId: string; id: string }
const sweptColumns = { clinicId: imports.clinicId, id: imports.id }

/** Imports that stopped half-way and nobody goes on with. */
export const stoppedImports = (scope: SweepScope, before: Date, limit: number): Promise<Found[]> =>
  scope.tx
    .select(sweptColumns)
    .from(imports)
    .where(and(inArray(imports.status, ['running', 'undoing']), lt(imports.movedAt, before)))
    .limit(limit)

type Lifetime = 'status' | 'movedAt' | 'finishedAt' | 'forgottenAt'

/** Whether an import is to be forgotten: chosen and left since `drafts`, or finished before `finished`. */
export const isForgettable = (
  { status, movedAt, finishedAt, forgottenAt }: Record<Lifetime, AnyPgColumn>,
  before: { drafts: Date; finished: Date },
): SQL | undefined =>
  or(
    and(inArray(status, ['draft', 'checked']), lt(movedAt, before.drafts)),
    and(inArray(status, ['done', 'undone']), lt(finishedAt, before.finished), isNull(forgottenAt)),
  )

/** Imports whose file is to be forgotten. */
export const forgettableImports = (
  { tx }: SweepScope,
  before: { drafts: Date; finished: Date },
  limit: number,
): Promise<Found[]> =>
  tx.select(sweptColumns).from(imports).where(isForgettable(imports, before)).limit(limit)
