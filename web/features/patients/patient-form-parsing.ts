import { validateEmail } from '../../../contract/email-address.ts'
import { nhsNumberProblems, parseNhsNumber } from '../../../contract/nhs-number.ts'
import { joinDateParts, parseWrittenDate, type ParsedDate } from '../../../contract/date-parsing.ts'
import type { Patient } from '../../../contract/patients.ts'
import { phoneProblems, parsePhones } from '../../../contract/phone-number.ts'
import { datePartsFrom } from '../../ui/plain/date-parts.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

/** What the form sends: every detail of a patient, none left to a default. */
export type PatientEntry = Omit<
  Patient,
  | 'id'
  | 'status'
  | 'endedOn'
  | 'mergedInto'
  | 'needsAskedBy'
  | 'reachedBy'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
>

export type ParsedPatientForm = { entry: PatientEntry; errors: FieldProblem[] }

/** By what a person is looked for among those on record. */
export const identityOf = ({ firstName, lastName, dateOfBirth, nhsNumber }: PatientEntry) => ({
  firstName,
  lastName,
  dateOfBirth,
  nhsNumber,
})

/** The entry as typed, with the faults a browser can find; an error's id is the field's own, as the server names it. */
export function parsePatientForm(form: FormData, today: string): ParsedPatientForm {
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  const written = joinDateParts(datePartsFrom(form, 'dateOfBirth'))
  const born = parseWrittenDate(written, { order: 'day-first', latest: today })
  const contactPermission = form.getAll('contactPermission') as PatientEntry['contactPermission']
  const entry: PatientEntry = {
    title: typed('title'),
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    preferredName: typed('preferredName'),
    dateOfBirth: 'date' in born ? born.date : '',
    email: typed('email'),
    ...parsePhoneFields(typed, ''),
    address: typed('address'),
    contactPermission,
    contactAskedOn: form.has('contactAskedToday') ? today : typed('contactAskedOn') || null,
    preferredChannel: (typed('preferredChannel') ||
      contactPermission[0] ||
      'none') as PatientEntry['preferredChannel'],
    nhsNumber: typed('nhsNumber').replaceAll(/\s/g, ''),
    language: typed('language') || 'en',
    accessNeeds: form.getAll('accessNeeds') as PatientEntry['accessNeeds'],
    accessNotes: typed('accessNotes'),
    needsAskedOn: typed('needsAskedOn') || null,
    needsReviewOn: typed('needsReviewOn') || null,
    guardians: guardianIndexes(form).map((place) => parseGuardian(typed, `guardians.${place}.`)),
  }
  return { entry, errors: validatePatient(entry, today, validateBirthDate(born, written)) }
}

const parsePhoneFields = (typed: (name: string) => string, path: string) => ({
  phone: typed(`${path}phone`),
  phoneNote: typed(`${path}phoneNote`),
  otherPhone: typed(`${path}otherPhone`),
  otherPhoneNote: typed(`${path}otherPhoneNote`),
})

/** The places of the guardians on the form, in order: some may have been taken away. */
const guardianIndexes = (form: FormData): number[] =>
  [...form.keys()].flatMap((name) => /^guardians\.(\d+)\.name$/.exec(name)?.slice(1).map(Number) ?? [])

type Guardian = PatientEntry['guardians'][number]

/** One guardian as typed. */
function parseGuardian(typed: (name: string) => string, path: string): Guardian {
  const words = {
    name: typed(`${path}name`),
    relationship: typed(`${path}relationship`),
    email: typed(`${path}email`),
    ...parsePhoneFields(typed, path),
    evidence: typed(`${path}evidence`),
  }
  const authority = typed(`${path}authority`) as Guardian['authority']
  const basis = typed(`${path}basis`) as Guardian['basis']
  const id = typed(`${path}id`)
  return {
    ...words,
    ...(id && { id }),
    authority,
    basis: authority === 'parental-responsibility' ? basis || 'not-recorded' : 'not-recorded',
    evidenceOn: typed(`${path}evidenceOn`) || null,
    evidenceBy: typed(`${path}evidenceBy`),
    validUntil: typed(`${path}validUntil`) || null,
  }
}

type FormCheck = [wrong: boolean, id: string, text: string]

function validatePatient(entry: PatientEntry, today: string, birthFault: string): FieldProblem[] {
  const { dateOfBirth } = entry
  const checks: FormCheck[] = [
    [entry.firstName === '' && entry.lastName === '', 'lastName', 'Enter a name'],
    [birthFault !== '', 'dateOfBirth', birthFault],
    [dateOfBirth > today, 'dateOfBirth', 'Enter a date of birth in the past'],
    [dateOfBirth !== '' && dateOfBirth < '1900-01-01', 'dateOfBirth', 'Enter a date of birth after 1900'],
    ...validateContact(entry, ''),
    ...validateNhsNumber(entry.nhsNumber),
    [
      entry.preferredChannel !== 'none' && !entry.contactPermission.includes(entry.preferredChannel),
      'preferredChannel',
      'Choose a method the patient agrees to, or tick it above',
    ],
    [(entry.needsAskedOn ?? '') > today, 'needsAskedOn', 'Enter a date that is not in the future'],
    ...entry.guardians.flatMap((guardian, place) =>
      validateGuardians(guardian, `guardians.${place}.`, today),
    ),
  ]
  return checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))
}

/** Why there is no date of birth, by the name of what was written; a century is never added unseen. */
function validateBirthDate(read: ParsedDate, written: string): string {
  if ('date' in read)
    return read.assumed === 'century' ? 'Enter the year of birth in four figures, like 1961' : ''
  if (read.problem === 'no-such-day') return `There is no such day as ${written}`
  if (read.problem === 'no-such-month')
    return `There is no month ${read.month}. Enter the day first, like 14 3 1961`
  return 'Enter a date of birth, like 14 3 1961'
}

/** What is wrong with somebody's address and phones, each at its field. */
function validateContact({ email, phone, otherPhone }: Guardian | PatientEntry, path: string): FormCheck[] {
  return [
    ...emailFaults(email, `${path}email`),
    ...validatePhones(phone, `${path}phone`),
    ...validatePhones(otherPhone, `${path}otherPhone`),
  ]
}

function emailFaults(written: string, id: string): FormCheck[] {
  const problem = written === '' ? null : validateEmail(written)
  return problem === null ? [] : [[true, id, problem]]
}

function validatePhones(written: string, id: string): FormCheck[] {
  const read = written === '' ? null : parsePhones(written)
  return read && 'problem' in read ? [[true, id, phoneProblems[read.problem]]] : []
}

function validateNhsNumber(written: string): FormCheck[] {
  const read = parseNhsNumber(written)
  if ('number' in read || read.problem === 'unknown') return []
  return [[true, 'nhsNumber', nhsNumberProblems[read.problem]]]
}

const validateGuardians = (guardian: Guardian, path: string, today: string): FormCheck[] => [
  [guardian.name === '', `${path}name`, 'Enter the representative’s name, or remove them'],
  [guardian.relationship === '', `${path}relationship`, 'Enter how this person is related to the patient'],
  ...validateContact(guardian, path),
  [(guardian.evidenceOn ?? '') > today, `${path}evidenceOn`, 'Enter a date that is not in the future'],
]
