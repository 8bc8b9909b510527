import { appliedRepair } from '../../platform/csv/encoding-repair.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import type { JobScope, StaffScope } from '../../platform/database/transaction.ts'
import {
  addPatients,
  changePatient,
  lockPatients,
  findNearMatches,
  findExactMatches,
  type PatientRow,
} from '../patients/index.ts'
import { readRow, type ParsedRow, type ParseOptions } from './patient-import-reading.ts'
import {
  changesForChoice,
  isHeldForNumber,
  classifyRow,
  nearAmong,
  createPatientMatcher,
  withoutNhsNumber,
  type Lookup,
} from './patient-import-rules.ts'
import { saveRowResults, type ImportRecord, type RowRecord, type RowResult } from './patient-import-store.ts'

/** What every row of an import is read by. */
export const readingOf = (record: ImportRecord, now: Date): ParseOptions => ({
  ...{ columns: record.columns, dateOrder: record.dateOrder, today: dateInTimeZone(now) },
  repair: appliedRepair(record),
})

/** The patients who may be the same as these people. */
export async function lookupOf(scope: StaffScope, read: readonly ParsedRow[]): Promise<Lookup> {
  const people = read.flatMap(({ details }) => details ?? [])
  const alike = createPatientMatcher(await findExactMatches(scope, people))
  return { alike, near: nearAmong(await findNearMatches(scope, people)) }
}

/** What is to be done with a row; a remark says why nothing is. */
type Plan =
  | { do: 'add'; details: PatientDetails }
  | { do: 'change'; patient: PatientRow; changes: Partial<PatientDetails> }
  | { do: 'skip'; result: 'skipped' | 'unchanged'; remark: string; patient: PatientRow | null }

const skip = (remark: string, patient: PatientRow | null = null): Plan => ({
  do: 'skip',
  result: 'skipped',
  remark,
  patient,
})

const addedMeanwhile = 'This patient was added after the check.'
const changedMeanwhile = 'This patient was changed after the check.'

const nameIsHere = 'A patient with this name and date of birth already exists.'

/** By number, and by name and birth date, alone: where a person has decided, or nobody was near when rows were checked. */
const withoutNear = ({ alike }: Lookup): Lookup => ({ alike, near: () => [] })

/** As it was seen: beside the patient of a held row, and nobody whom the import has added since. */
const nearOnly = ({ alike, near }: Lookup, patientId: string | null): Lookup => ({
  alike,
  near: (person) => near(person).filter(({ id }) => id === patientId),
})

/** What was seen in the check, compared with how things stand now: nobody's work in between is written over. */
function planOf(
  row: RowRecord,
  read: ParsedRow,
  { lookup, record }: { lookup: Lookup; record: ImportRecord },
): Plan {
  if (row.outcome === 'held' && row.choice === 'create') return planOfCreating(row, read, lookup)
  const { outcome, patient } = classifyRow(
    read,
    row.outcome === 'held' ? nearOnly(lookup, row.patientId) : withoutNear(lookup),
  )
  if (row.outcome === 'new')
    return outcome === 'new' && read.details
      ? { do: 'add', details: read.details }
      : skip(addedMeanwhile, patient)
  if (!patient || patient.id !== row.patientId || patient.version !== row.patientVersion)
    return skip(changedMeanwhile, patient)
  const choice = row.choice === null || row.choice === 'create' ? record.choice : row.choice
  const changes = changesForChoice(choice, read.said, patient)
  if (Object.keys(changes).length === 0) return { do: 'skip', result: 'unchanged', remark: '', patient }
  return { do: 'change', patient, changes }
}

/** Somebody else than the patient beside; nobody is added who is here by name and birth date. */
function planOfCreating(row: RowRecord, read: ParsedRow, lookup: Lookup): Plan {
  if (!read.details) return skip(nameIsHere)
  const own = isHeldForNumber(row) ? withoutNhsNumber(read) : read
  if (classifyRow(own, withoutNear(lookup)).outcome !== 'new') return skip(nameIsHere)
  return { do: 'add', details: own.details! }
}

/** Two rows may mean one patient where a person decided so: only the first of them saw the record as it is. */
function onePerPatient(plans: readonly Plan[]): Plan[] {
  const changed = new Set<string>()
  return plans.map((plan) => {
    if (plan.do !== 'change') return plan
    if (changed.has(plan.patient.id)) return skip(changedMeanwhile, plan.patient)
    changed.add(plan.patient.id)
    return plan
  })
}

/** Imports some rows and settles them. */
export async function importSlice(
  scope: JobScope,
  record: ImportRecord,
  rows: readonly RowRecord[],
): Promise<void> {
  const reading = readingOf(record, scope.now)
  const read = rows.map((row) => readRow(row.cells ?? [], reading))
  // Locked before they are compared, so that what is compared is what is changed.
  await lockPatients(
    scope,
    rows.flatMap(({ patientId }) => patientId ?? []),
  )
  const lookup = await lookupOf(scope, read)
  const plans = onePerPatient(rows.map((row, index) => planOf(row, read[index]!, { lookup, record })))
  const ids = await addPatients(
    scope,
    plans.flatMap((plan) => (plan.do === 'add' ? plan.details : [])),
  )
  const settled: RowResult[] = []
  for (const [index, plan] of plans.entries()) {
    const { id } = rows[index]!
    if (plan.do === 'add') settled.push({ id, result: 'added', patientId: ids.shift()! })
    else if (plan.do === 'change') settled.push({ id, ...(await change(scope, plan)) })
    else settled.push({ id, result: plan.result, remark: plan.remark, patientId: plan.patient?.id ?? null })
  }
  await saveRowResults(scope, settled)
}

async function change(
  scope: JobScope,
  { patient, changes }: { patient: PatientRow; changes: Partial<PatientDetails> },
): Promise<Omit<RowResult, 'id'>> {
  await changePatient(scope, patient, changes)
  const before = Object.fromEntries(
    Object.keys(changes).map((field) => [field, patient[field as keyof PatientDetails]]),
  )
  return { result: 'changed', patientId: patient.id, before, after: changes }
}
