import { guardians_max } from '../../../contract/limits.ts'
import type { Patient, PatientDetails } from '../../../contract/patients.ts'

/** The details that two records are compared by; those that belong together are chosen together. */
const mergeFields = [
  'title',
  'firstName',
  'lastName',
  'preferredName',
  'dateOfBirth',
  'nhsNumber',
  'email',
  'phone',
  'address',
  'contact',
  'language',
  'accessNeeds',
  'accessNotes',
  'needsAsked',
  'guardians',
] as const
export type MergeField = (typeof mergeFields)[number]
export type MergeSide = 'survivor' | 'duplicate' | 'both'
export type MergeChoice = Partial<Record<MergeField, MergeSide>>

const patientDetailsOf = {
  phone: ['phone', 'phoneNote', 'otherPhone', 'otherPhoneNote'],
  contact: ['contactPermission', 'preferredChannel'],
  needsAsked: ['needsAskedOn', 'needsReviewOn'],
} as const

type Detail = keyof PatientDetails
const namesOf = (field: MergeField): readonly Detail[] =>
  field in patientDetailsOf ? patientDetailsOf[field as keyof typeof patientDetailsOf] : [field as Detail]

const takenFrom = (patient: Patient, field: MergeField): Partial<PatientDetails> =>
  Object.fromEntries(namesOf(field).map((name) => [name, patient[name]]))

/** Guardians by what they are: their ids tell nothing when each record has its own. */
const toComparable = (patient: Patient, field: MergeField): string =>
  JSON.stringify(
    field === 'guardians'
      ? patient.guardians.map(({ id: _id, ...guardian }) => guardian)
      : takenFrom(patient, field),
  )

const isEmpty = (patient: Patient, field: MergeField): boolean =>
  namesOf(field).every((name) => {
    const value = patient[name]
    return value === null || value.length === 0
  })

/** The details in which two records differ. */
export const differences = (survivor: Patient, duplicate: Patient): MergeField[] =>
  mergeFields.filter((field) => toComparable(survivor, field) !== toComparable(duplicate, field))

const lists: readonly MergeField[] = ['accessNeeds', 'guardians']

/** Whether both of two lists may stand, one after the other. */
export const canCombine = (field: MergeField, survivor: Patient, duplicate: Patient): boolean =>
  lists.includes(field) &&
  !isEmpty(survivor, field) &&
  !isEmpty(duplicate, field) &&
  (field !== 'guardians' || survivor.guardians.length + duplicate.guardians.length <= guardians_max)

/** What is offered first: whatever one of the two lacks; of needs and guardians both; else the survivor's. */
export function defaultChoice(survivor: Patient, duplicate: Patient): MergeChoice {
  return Object.fromEntries(
    differences(survivor, duplicate).map((field) => {
      if (isEmpty(survivor, field)) return [field, 'duplicate']
      return [field, canCombine(field, survivor, duplicate) ? 'both' : 'survivor']
    }),
  )
}

const combineLists = {
  accessNeeds: (one: Patient, other: Patient) => ({
    accessNeeds: [...new Set([...one.accessNeeds, ...other.accessNeeds])],
  }),
  guardians: (one: Patient, other: Patient) => ({ guardians: [...one.guardians, ...other.guardians] }),
}

/** The details that stand after the merge. */
export function mergedDetails(survivor: Patient, duplicate: Patient, choice: MergeChoice): PatientDetails {
  const chosen = mergeFields.map((field) => {
    if (choice[field] === 'both' && field in combineLists)
      return combineLists[field as keyof typeof combineLists](survivor, duplicate)
    return takenFrom(choice[field] === 'duplicate' ? duplicate : survivor, field)
  })
  return Object.assign({}, ...chosen) as PatientDetails
}
