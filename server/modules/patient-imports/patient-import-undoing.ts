import type { JobScope } from '../../platform/database/transaction.ts'
import { changePatient, lockPatients, removePatients, type PatientRow } from '../patients/index.ts'
import { restorableDetails } from './patient-import-rules.ts'
import { saveRowResults, type RowRecord, type RowResult } from './patient-import-store.ts'

/** The version of a record that nobody has changed since it was added. */
const version_added = 1

const words: Record<string, string> = {
  title: 'title',
  firstName: 'first name',
  lastName: 'last name',
  dateOfBirth: 'date of birth',
  nhsNumber: 'NHS number',
  email: 'e-mail',
  phone: 'phone',
  address: 'address',
  guardian: 'guardian',
}

const patientMissing = 'This patient no longer exists.'
const hasRecords = 'This patient now has consents or other records.'
const changedSince = 'This patient was changed after the import.'

/** Undoes some rows and settles them. */
export async function undoSlice(scope: JobScope, rows: readonly RowRecord[]): Promise<void> {
  const found = await lockPatients(
    scope,
    rows.flatMap(({ patientId }) => patientId ?? []),
  )
  const byId = new Map(found.map((patient) => [patient.id, patient]))
  const patientOf = ({ patientId }: RowRecord) => (patientId ? byId.get(patientId) : undefined)
  const untouched = rows.filter((row) => row.result === 'added' && patientOf(row)?.version === version_added)
  const removed = new Set(
    await removePatients(
      scope,
      untouched.map(({ patientId }) => patientId!),
    ),
  )
  const settled: RowResult[] = []
  for (const row of rows) {
    const patient = patientOf(row)
    if (row.result === 'changed') settled.push({ id: row.id, ...(await restore(scope, row, patient)) })
    else settled.push({ id: row.id, ...removal(patient, removed) })
  }
  await saveRowResults(scope, settled)
}

function removal(patient: PatientRow | undefined, removed: ReadonlySet<string>): Omit<RowResult, 'id'> {
  if (!patient) return { undone: 'kept', remark: patientMissing }
  if (removed.has(patient.id)) return { undone: 'removed' }
  return { undone: 'kept', remark: patient.version === version_added ? hasRecords : changedSince }
}

async function restore(
  scope: JobScope,
  { before, after }: RowRecord,
  patient: PatientRow | undefined,
): Promise<Omit<RowResult, 'id'>> {
  if (!patient) return { undone: 'kept', remark: patientMissing }
  const { restore: details, changedSince: kept } = restorableDetails(patient, {
    before: before ?? {},
    after: after ?? {},
  })
  if (Object.keys(details).length > 0) await changePatient(scope, patient, details)
  if (kept.length === 0) return { undone: 'restored' }
  const remark = `Changed after the import, so kept: ${kept.map((field) => words[field] ?? field).join(', ')}.`
  return { undone: Object.keys(details).length > 0 ? 'restored' : 'kept', remark }
}
