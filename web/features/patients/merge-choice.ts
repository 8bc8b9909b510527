import { guardians_max } from '../../../contract/limits.ts'
import type { Patient, PatientDetails } from '../../../contract/patients.ts'
import { internationalNumber } from '../../../contract/phone-number.ts'
import type { PatientEntry } from './patient-form-parsing.ts'

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
  contact: ['contactPermission', 'contactAskedOn', 'preferredChannel'],
  needsAsked: ['needsAskedOn', 'needsReviewOn'],
} as const

type Detail = keyof PatientDetails
const namesOf = (field: MergeField): readonly Detail[] =>
  field in patientDetailsOf ? patientDetailsOf[field as keyof typeof patientDetailsOf] : [field as Detail]

const takenFrom = (patient: PatientEntry, field: MergeField): Partial<PatientDetails> =>
  Object.fromEntries(namesOf(field).map((name) => [name, patient[name]]))

/** Guardians by what they are: their ids tell nothing when each record has its own. */
const toComparable = (patient: Patient, field: MergeField): string =>
  JSON.stringify(
    field === 'guardians'
      ? patient.guardians.map(({ id: _id, ...guardian }) => guardian)
      : takenFrom(patient, field),
  )

const isEmpty = (patient: PatientEntry, field: MergeField): boolean =>
  namesOf(field).every((name) => {
    const value = patient[name]
    return value === null || value.length === 0
  })

/** The details that tell one person from another. */
const identifyingFields = [
  'title',
  'firstName',
  'lastName',
  'preferredName',
  'dateOfBirth',
  'nhsNumber',
  'email',
  'phone',
  'address',
  'guardians',
] as const satisfies readonly MergeField[]

const phonesOf = ({ phone, otherPhone }: PatientEntry): string[] =>
  [phone, otherPhone].filter(Boolean).map(internationalNumber)

/** A detail without what differs from writer to writer. */
const folded = (patient: PatientEntry, field: MergeField): string =>
  field === 'guardians'
    ? patient.guardians.map(({ name }) => name.toLowerCase()).join()
    : JSON.stringify(takenFrom(patient, field))
        .toLowerCase()
        .replaceAll(/[\s,.-]+/g, '')

function contradicts(one: PatientEntry, other: PatientEntry, field: MergeField): boolean {
  if (isEmpty(one, field) || isEmpty(other, field)) return false
  if (field === 'phone') return !phonesOf(one).some((number) => phonesOf(other).includes(number))
  return folded(one, field) !== folded(other, field)
}

/** The identifying details that at least one of the two has, and in which they contradict each other. */
export const comparedDetails = (one: PatientEntry, other: PatientEntry) =>
  identifyingFields
    .filter((field) => !isEmpty(one, field) || !isEmpty(other, field))
    .map((field) => ({ field, contradicts: contradicts(one, other, field) }))

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
