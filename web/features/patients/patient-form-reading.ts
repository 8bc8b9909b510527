import { isNhsNumber } from '../../../contract/nhs-number.ts'
import type { Patient } from '../../../contract/patients.ts'
import { datePartsFrom, readDate } from '../../ui/plain/date-parts.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

/** What the form sends: every detail of a patient, none left to a default. */
export type PatientEntry = Omit<Patient, 'id' | 'status' | 'version' | 'createdAt' | 'updatedAt'>

/** The entry as typed, with the faults a browser can find; an error's id is the field's own, as the server names it. */
export function readPatientForm(
  form: FormData,
  today: string,
): { entry: PatientEntry; errors: FieldProblem[] } {
  const typed = (name: string) => String(form.get(name) ?? '').trim()
  const entry: PatientEntry = {
    title: typed('title'),
    firstName: typed('firstName'),
    lastName: typed('lastName'),
    dateOfBirth: readDate(datePartsFrom(form, 'dateOfBirth')) ?? '',
    email: typed('email'),
    phone: typed('phone'),
    address: typed('address'),
    nhsNumber: typed('nhsNumber').replaceAll(/\s/g, ''),
    language: typed('language') || 'en',
    accessNeeds: form.getAll('accessNeeds') as PatientEntry['accessNeeds'],
    accessNotes: typed('accessNotes'),
    guardian: readGuardian(typed),
  }
  return { entry, errors: faultsOf(entry, today) }
}

function readGuardian(typed: (name: string) => string): PatientEntry['guardian'] {
  const guardian = {
    name: typed('guardian.name'),
    relationship: typed('guardian.relationship'),
    email: typed('guardian.email'),
    phone: typed('guardian.phone'),
  }
  if (Object.values(guardian).every((text) => text === '')) return null
  const authority = typed('guardian.authority') as NonNullable<PatientEntry['guardian']>['authority']
  return { ...guardian, authority }
}

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const phoneShape = /^\+?[\d\s()-]{6,}$/

function faultsOf(entry: PatientEntry, today: string): FieldProblem[] {
  const { dateOfBirth, guardian } = entry
  const checks: [wrong: boolean, id: string, text: string][] = [
    [entry.firstName === '', 'firstName', 'Enter a first name'],
    [entry.lastName === '', 'lastName', 'Enter a last name'],
    [dateOfBirth === '', 'dateOfBirth', 'Enter a date of birth, like 14 3 1961'],
    [dateOfBirth > today, 'dateOfBirth', 'Enter a date of birth in the past'],
    [dateOfBirth !== '' && dateOfBirth < '1900-01-01', 'dateOfBirth', 'Enter a date of birth after 1900'],
    [isWrong(entry.email, emailShape), 'email', 'Enter an e-mail address in the correct format'],
    [isWrong(entry.phone, phoneShape), 'phone', 'Enter a phone number, like 020 7946 0018'],
    [
      entry.nhsNumber !== '' && !isNhsNumber(entry.nhsNumber),
      'nhsNumber',
      'Enter an NHS number with ten digits, like 943 476 5919',
    ],
    [
      guardian?.name === '',
      'guardian.name',
      'Enter the name of the person who decides with or for the patient',
    ],
    [
      guardian?.relationship === '',
      'guardian.relationship',
      'Enter how this person is related to the patient',
    ],
    [
      isWrong(guardian?.email ?? '', emailShape),
      'guardian.email',
      'Enter an e-mail address in the correct format',
    ],
  ]
  return checks.filter(([wrong]) => wrong).map(([, id, text]) => ({ id, text }))
}

const isWrong = (text: string, shape: RegExp) => text !== '' && !shape.test(text)
