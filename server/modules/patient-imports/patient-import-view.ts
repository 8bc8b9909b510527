import { import_undo_days } from '../../../contract/limits.ts'
import type { PatientImport, PatientImportRow } from '../../../contract/patient-imports.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { contradictionsOf, patientName, patientsById, type PatientRow } from '../patients/index.ts'
import { readRow, type ParseOptions, type ParsedDetails } from './patient-import-reading.ts'
import { differencesOf } from './patient-import-rules.ts'
import type { ImportRecord, RowRecord } from './patient-import-store.ts'
import { readingOf } from './patient-import-writing.ts'

/** Until when an import can be undone; null where it cannot. */
export function undoEnd({ status, finishedAt, forgottenAt }: ImportRecord): Date | null {
  if (status !== 'done' || !finishedAt || forgottenAt) return null
  return new Date(finishedAt.getTime() + import_undo_days * day_ms)
}

/** What the list of imports shows of one. */
export const summaryOf = (record: ImportRecord) => ({
  id: record.id,
  fileName: record.fileName,
  status: record.status,
  createdBy: record.createdBy,
  createdAt: record.createdAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? null,
  undoUntil: undoEnd(record)?.toISOString() ?? null,
  rowCount: record.rowCount,
  // Of files checked before rows were held, none was.
  outcomes: { ...record.outcomes, held: record.outcomes.held ?? 0 },
  results: record.results,
})

export const viewOf = (record: ImportRecord, decisions: PatientImport['decisions']): PatientImport => ({
  ...summaryOf(record),
  encoding: record.encoding,
  reading: { hasHeaderRow: record.hasHeaderRow, isRepaired: record.isRepaired, repair: record.repair },
  columns: record.columns,
  isRemembered: record.isRemembered,
  dateOrder: record.dateOrder,
  choice: record.choice,
  decisions,
  remaining: record.remaining,
})

/** Rows as the screen shows them, with the patients they are about. */
export async function rowViews(
  scope: ClinicScope,
  record: ImportRecord,
  rows: readonly RowRecord[],
): Promise<PatientImportRow[]> {
  const ids = rows.flatMap(({ patientId }) => patientId ?? [])
  const patients = new Map((await patientsById(scope, ids)).map((each) => [each.id, each]))
  const reading = readingOf(record, scope.now)
  return rows.map((row) => rowView(row, reading, row.patientId ? patients.get(row.patientId) : undefined))
}

function rowView(row: RowRecord, reading: ParseOptions, patient: PatientRow | undefined): PatientImportRow {
  const read = row.cells && readRow(row.cells, reading)
  const said: ParsedDetails = read?.said ?? {}
  const person: ParsedDetails = row.cells ? said : (patient ?? {})
  const { firstName = '', lastName = '', title = '', dateOfBirth = '' } = person
  return {
    number: row.number,
    name: patientName({ title, firstName, lastName }),
    dateOfBirth,
    outcome: row.outcome ?? 'unusable',
    faults: row.faults,
    notes: read?.notes ?? [],
    patient: patient
      ? { id: patient.id, name: patientName(patient), isArchived: patient.status === 'archived' }
      : null,
    comparison: row.outcome === 'held' && !row.result ? comparison(said, patient) : [],
    differences: patient ? differences(row, said, patient) : [],
    choice: row.choice,
    result: row.undone ?? row.result,
    remark: row.remark,
  }
}

function differences(row: RowRecord, said: Partial<PatientDetails>, patient: PatientRow) {
  const { before, after } = row
  if (before && after) return pairs(after, (field) => [before[field], after[field]])
  if (row.outcome !== 'differs' || row.result) return []
  return pairs(differencesOf(said, patient), (field) => [patient[field], said[field]])
}

const compared = ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber', 'phone', 'email', 'address'] as const

/** What tells whose row it is: what the file says and what is on the record. */
function comparison(said: ParsedDetails, patient: PatientRow | undefined): PatientImportRow['comparison'] {
  const contradictions: readonly string[] = patient ? contradictionsOf(said, patient) : []
  const shown = compared.map((field) => ({
    ...{ field, here: patient?.[field] ?? '', inFile: said[field] ?? '' },
    contradicts: contradictions.includes(field),
  }))
  return shown.filter(({ here, inFile }) => here !== '' || inFile !== '')
}

type Field = keyof PatientDetails
type Value = PatientDetails[Field] | undefined

const pairs = (of: object, valuesOf: (field: Field) => [Value, Value]) =>
  (Object.keys(of) as Field[]).map((field) => {
    const [here, inFile] = valuesOf(field).map(textOf)
    return { field, here: here!, inFile: inFile! }
  })

/** A detail as one line of text; of guardians the names and relationships. */
function textOf(value: Value): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return ''
  return value
    .flatMap((each) => (typeof each === 'object' ? `${each.name} (${each.relationship})` : []))
    .join(', ')
}
