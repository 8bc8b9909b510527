import { contract } from '../../../contract/index.ts'
import type { Patient } from '../../../contract/patients.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { changedFields, searchWordsOf } from './patient-rules.ts'
import {
  findPatient,
  insertPatient,
  listPatients,
  lockPatient,
  setPatientStatus,
  updatePatient,
  type PatientRow,
} from './patient-store.ts'

function viewOf({ clinicId: _clinicId, searchText: _searchText, ...row }: PatientRow): Patient {
  return {
    ...row,
    status: row.status as Patient['status'],
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What a list shows of a patient, and no more. */
const listedOf = ({
  id,
  title,
  firstName,
  lastName,
  dateOfBirth,
  email,
  phone,
  nhsNumber,
  status,
}: Patient) => ({
  id,
  title,
  firstName,
  lastName,
  dateOfBirth,
  email,
  phone,
  nhsNumber,
  status,
})

const done = (row: PatientRow, details: { fields?: string[] } = {}) => ({
  answer: viewOf(row),
  subject: row.id,
  details,
})

async function moved(scope: ClinicScope, patientId: string, status: Patient['status']) {
  const row = await setPatientStatus(scope, patientId, status)
  return row ? done(row) : refuse('not-found')
}

export const patientHandlers = {
  list: handle(contract.patients.list, async (scope, { page, pageSize, search, status }) => {
    const filter = { words: searchWordsOf(search), status }
    const { rows, total } = await listPatients(scope, filter, sliceOf({ page, pageSize }))
    return { answer: { rows: rows.map((row) => listedOf(viewOf(row))), total, page, pageSize } }
  }),

  get: handle(contract.patients.get, async (scope, { patientId }) => {
    const row = await findPatient(scope, patientId)
    return row ? done(row) : refuse('not-found')
  }),

  create: handle(contract.patients.create, async (scope, details) => {
    const row = await insertPatient(scope, details)
    return row ? done(row) : refuse('duplicate-nhs-number')
  }),

  update: handle(contract.patients.update, async (scope, { patientId, version, ...details }) => {
    const before = await lockPatient(scope, patientId)
    if (!before) return refuse('not-found')
    if (before.version !== version) return refuse('changed-meanwhile')
    const row = await updatePatient(scope, patientId, details)
    return row ? done(row, { fields: changedFields(before, details) }) : refuse('duplicate-nhs-number')
  }),

  archive: handle(contract.patients.archive, (scope, { patientId }) => moved(scope, patientId, 'archived')),

  restore: handle(contract.patients.restore, (scope, { patientId }) => moved(scope, patientId, 'active')),
}
