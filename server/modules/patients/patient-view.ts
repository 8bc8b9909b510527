import type { Patient, PatientRow as ListedPatient } from '../../../contract/patients.ts'
import { agreedChannelsOf, contactDetailsOf } from './patient-contact.ts'
import type { PatientRow } from './patient-store.ts'

/** A patient as the practice sees them. */
export function viewOf(record: PatientRow, now: Date): Patient {
  const { clinicId: _clinicId, searchText: _searchText, ...row } = record
  return {
    ...row,
    reachedBy: agreedChannelsOf(contactDetailsOf(record, now)),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** What a list shows of a patient, and no more. */
export function listedOf(row: PatientRow, now: Date): ListedPatient {
  const { id, title, firstName, lastName, preferredName, dateOfBirth, email, phone, nhsNumber } = row
  const { language, accessNeeds, preferredChannel, status } = row
  return {
    ...{ id, title, firstName, lastName, preferredName, dateOfBirth, email, phone, nhsNumber },
    ...{ language, accessNeeds, preferredChannel, status },
    reachedBy: agreedChannelsOf(contactDetailsOf(row, now)),
  }
}
