import { isDeepStrictEqual } from 'node:util'
import type { PatientDetails } from '../../../contract/patients.ts'

const search_words_max = 8
const phone_digits_min = 9

/** A patient as records name them: 'Mrs Eleanor Whitcombe', without the title where there is none. */
export const patientName = ({
  title,
  firstName,
  lastName,
}: Pick<PatientDetails, 'title' | 'firstName' | 'lastName'>): string =>
  [title, firstName, lastName].filter(Boolean).join(' ')

/** Where messages for a patient go: their own address, else that of the person who may sign for them; '' for nowhere. */
export const contactEmail = ({ email, guardian }: Pick<PatientDetails, 'email' | 'guardian'>): string =>
  email || guardian?.email || ''

/** Letters as anybody may type them: lower case, without accents and apostrophes. */
export const foldName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘ʼ]/gu, '')
    .toLowerCase()

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

type Searchable = Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth' | 'phone' | 'nhsNumber'>

/** Name and birth date, alike for everybody who writes them: what a search text begins with. */
export const personText = ({
  firstName,
  lastName,
  dateOfBirth,
}: Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth'>): string =>
  `${foldName(`${firstName} ${lastName}`)} ${dateOfBirth}`

/**
 * What a search looks through: names, the birth date as 1961-03-14 and as 14/03/1961, phone digits and NHS number.
 * Each typed word is looked for by itself, so their order does not matter.
 */
export function searchTextOf({ firstName, lastName, dateOfBirth, phone, nhsNumber }: Searchable): string {
  const written = dateOfBirth.split('-').reverse().join('/')
  const person = personText({ firstName, lastName, dateOfBirth })
  return [person, written, digitsOf(phone), digitsOf(nhsNumber)].filter(Boolean).join(' ')
}

/** A whole date as it is stored, a phone number as its digits, anything else as it was typed. */
function searchWordOf(typed: string): string {
  const [, day, month, year] = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})$/.exec(typed) ?? []
  if (day && month && year) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isPhone = /^\+?[\d()-]+$/.test(typed) && digitsOf(typed).length >= phone_digits_min
  return isPhone ? digitsOf(typed) : typed
}

/** The words of a typed search, each of which a patient's search text must hold. */
export const searchWordsOf = (typed: string): string[] =>
  foldName(typed).split(/\s+/).filter(Boolean).slice(0, search_words_max).map(searchWordOf)

/** Names of the fields that a save changes, for the audit log, which never holds their values. */
export const changedFields = (before: PatientDetails, after: PatientDetails): string[] =>
  (Object.keys(after) as (keyof PatientDetails)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  )
