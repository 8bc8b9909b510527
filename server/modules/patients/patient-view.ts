import type { Patient, PatientRow as ListedPatient } from '../../../contract/patients.ts'
import type { PatientRow } from './patient-store.ts'

/** A patient as the practice sees them. */
export function viewOf({
  clinicId: _clinicId,
  searchText: _searchText,
  guardian: _guardian,
  ...row
}: PatientRow): Patient {
  return { ...row, createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString() }
}

/** What a list shows of a patient, and no more. */
export const listedOf = ({
  id,
  title,
  firstName,
  lastName,
  preferredName,
  dateOfBirth,
  email,
  phone,
  nhsNumber,
  language,
  accessNeeds,
  preferredChannel,
  status,
}: PatientRow): ListedPatient => ({
  id,
  title,
  firstName,
  lastName,
  preferredName,
  dateOfBirth,
  email,
  phone,
  nhsNumber,
  language,
  accessNeeds,
  preferredChannel,
  status,
})
