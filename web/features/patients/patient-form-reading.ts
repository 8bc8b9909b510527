import { emailProblem } from '../../../contract/email-address.ts'
import { nhsNumberProblems, readNhsNumber } from '../../../contract/nhs-number.ts'
import { joinedParts, readWrittenDate, type ReadDate } from '../../../contract/written-dates.ts'
import type { Patient } from '../../../contract/patients.ts'
import { phoneProblems, readPhones } from '../../../contract/phone-number.ts'
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

/** The entry as typed, with the faults a browser can find; an error's id is the field's own, as the server names it. */
export function readPatientForm(
  form: FormData,
  today: string,
): { entry: PatientEntry; errors: FieldProblem[] } {
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  const written = joinedParts(datePartsFrom(form, 'dateOfBirth'))
  const born = readWrittenDate(written, { order: 'day-first', latest: today })
  const entry: PatientEntry = {
    title: typed('title'),
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    preferredName: typed('preferredName'),
    dateOfBirth: 'date' in born ? born.date : '',
    email: typed('email'),
    ...readPhoneFields(typed, ''),
    address: typed('address'),
    contactPermission: form.getAll('contactPermission') as PatientEntry['contactPermission'],
    preferredChannel: (typed('preferredChannel') || 'email') as PatientEntry['preferredChannel'],
    nhsNumber: typed('nhsNumber').replaceAll(/\s/g, ''),
    language: typed('language') || 'en',
    accessNeeds: form.getAll('accessNeeds') as PatientEntry['accessNeeds'],
    accessNotes: typed('accessNotes'),
    needsAskedOn: typed('needsAskedOn') || null,
    needsReviewOn: typed('needsReviewOn') || null,
    guardians: guardianPlaces(form).map((place) => readGuardian(typed, `guardians.${place}.`)),
  }
  return { entry, errors: faultsOf(entry, today, birthFault(born, written)) }
}

const readPhoneFields = (typed: (name: string) => string, path: string) => ({
  phone: typed(`${path}phone`),
  phoneNote: typed(`${path}phoneNote`),
  otherPhone: typed(`${path}otherPhone`),
  otherPhoneNote: typed(`${path}otherPhoneNote`),
})

/** The places of the guardians on the form, in order: some may have been taken away. */
const guardianPlaces = (form: FormData): number[] =>
  [...form.keys()].flatMap((name) => /^guardians\.(\d+)\.name$/.exec(name)?.slice(1).map(Number) ?? [])

type Guardian = PatientEntry['guardians'][number]

/** One guardian as typed. */
function readGuardian(typed: (name: string) => string, path: string): Guardian {
  const words = {
    name: typed(`${path}name`),
    relationship: typed(`${path}relationship`),
    email: typed(`${path}email`),
    ...readPhoneFields(typed, path),
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

type Check = [wrong: boolean, id: string, text: string]

function faultsOf(entry: PatientEntry, today: string, birthFault: string): FieldProblem[] {
  const { dateOfBirth } = entry
  const checks: Check[] = [
    [entry.firstName === '' && entry.lastName === '', 'lastName', 'Enter a name'],
    [birthFault !== '', 'dateOfBirth', birthFault],
    [dateOfBirth > today, 'dateOfBirth', 'Enter a date of birth in the past'],
    [dateOfBirth !== '' && dateOfBirth < '1900-01-01', 'dateOfBirth', 'Enter a date of birth after 1900'],
    ...contactFaults(entry, ''),
    ...nhsNumberFaults(entry.nhsNumber),
    [
      entry.preferredChannel !== 'none' && !entry.contactPermission.includes(entry.preferredChannel),
      'preferredChannel',
      'Choose a way that the patient agrees to, or tick it above',
    ],
    [(entry.needsAskedOn ?? '') > today, 'needsAskedOn', 'Enter a date that is not in the future'],
    ...entry.guardians.flatMap((guardian, place) => guardianFaults(guardian, `guardians.${place}.`, today)),
  ]
  return checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))
}

/** Why there is no date of birth, by the name of what was written; a century is never added unseen. */
function birthFault(read: ReadDate, written: string): string {
  if ('date' in read)
    return read.assumed === 'century' ? 'Enter the year of birth in four figures, like 1961' : ''
  if (read.problem === 'no-such-day') return `There is no such day as ${written}`
  if (read.problem === 'no-such-month')
    return `There is no month ${read.month}. Enter the day first, like 14 3 1961`
  return 'Enter a date of birth, like 14 3 1961'
}

/** What is wrong with somebody's address and phones, each at its field. */
function contactFaults({ email, phone, otherPhone }: Guardian | PatientEntry, path: string): Check[] {
  return [
    ...emailFaults(email, `${path}email`),
    ...phoneFaults(phone, `${path}phone`),
    ...phoneFaults(otherPhone, `${path}otherPhone`),
  ]
}

function emailFaults(written: string, id: string): Check[] {
  const problem = written === '' ? null : emailProblem(written)
  return problem === null ? [] : [[true, id, problem]]
}

function phoneFaults(written: string, id: string): Check[] {
  const read = written === '' ? null : readPhones(written)
  return read && 'problem' in read ? [[true, id, phoneProblems[read.problem]]] : []
}

function nhsNumberFaults(written: string): Check[] {
  const read = readNhsNumber(written)
  if ('number' in read || read.problem === 'unknown') return []
  return [[true, 'nhsNumber', nhsNumberProblems[read.problem]]]
}

const guardianFaults = (guardian: Guardian, path: string, today: string): Check[] => [
  [
    guardian.name === '',
    `${path}name`,
    'Enter the name of the person who decides with or for the patient, or remove them',
  ],
  [guardian.relationship === '', `${path}relationship`, 'Enter how this person is related to the patient'],
  ...contactFaults(guardian, path),
  [(guardian.evidenceOn ?? '') > today, `${path}evidenceOn`, 'Enter a date that is not in the future'],
]
