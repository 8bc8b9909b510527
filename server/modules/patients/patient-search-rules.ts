import type { PatientDetails } from '../../../contract/patients.ts'
import { apostrophe, foldName } from '../../../wording/name-folding.ts'
import { extractDates } from './patient-search-dates.ts'
import { isTitleAlone, titleOf } from './person-name.ts'

const search_words_max = 8

/**
 * A phone number as it is dialled at home: digits alone, the country's own code as a nought, and with the nought that a
 * spreadsheet took away.
 */
export const phoneDigits = (text: string): string =>
  text
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(\+|00)44\(?0?/, '0')
    .replace(/^44(?=\d{9,10}$)/, '0')
    .replace(/^(?=[1237]\d{8,9}$)/, '0')
    .replaceAll(/\D/g, '')

/**
 * The words that the search text begins with, by which people of one name are found: each part of a double name too, and
 * 'de Souza' also as 'desouza'.
 */
function nameWords(name: string): string[] {
  const words = foldName(name).split(/\s+/).filter(Boolean)
  const parts = words.flatMap((word) => word.split('-').slice(1))
  return [...words, ...parts.filter(Boolean), ...(words.length > 1 ? [words.join('')] : [])]
}

/** What is no letter, digit or blank ends a word: "O'Connor" is also 'connor', 'Al-Hassan' also 'alhassan'. */
function nameParts(name: string): string[] {
  const parts = (text: string) => foldName(text).split(/[^\p{L}\p{N}]+/u)
  return [
    ...parts(name.replaceAll(apostrophe, ' ')),
    ...name.split(/\s+/).map((word) => parts(word).join('')),
  ]
}

/** Without those that something else begins with, which is found by them anyway. */
function joinedWords(words: readonly string[], more: readonly string[]): string {
  const all = [...new Set(words.filter(Boolean))]
  for (const word of new Set(more)) if (!all.some((each) => each.startsWith(word))) all.push(word)
  return all.join(' ')
}

type Person = Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth'>

/** Name and birth date, alike for everybody who writes them. */
export const personText = ({ firstName, lastName, dateOfBirth }: Person): string =>
  `${foldName(`${firstName} ${lastName}`.trim())} ${dateOfBirth}`

/** What the search text of somebody of this name begins with. */
export const nameBeginning = ({ firstName, lastName }: Omit<Person, 'dateOfBirth'>): string =>
  `${[...new Set([firstName, lastName].flatMap(nameWords))].join(' ')} `

type Searchable = Pick<
  PatientDetails,
  'firstName' | 'lastName' | 'preferredName' | 'dateOfBirth' | 'phone' | 'otherPhone' | 'nhsNumber'
>

/**
 * Everything a patient is found by, word by word: names, the birth date as 1961-03-14 and as 14/03/1961, phones, NHS number,
 * the parts of names. A number is found by any four of its digits: the database keeps keys of its endings.
 */
export function searchTextOf(patient: Searchable): string {
  const { firstName, lastName, preferredName, dateOfBirth, phone, otherPhone, nhsNumber } = patient
  const names = [firstName, lastName, preferredName]
  const written = dateOfBirth.split('-').reverse().join('/')
  const numbers = [phoneDigits(phone), phoneDigits(otherPhone), nhsNumber.replaceAll(/\D/g, '')]
  return joinedWords(
    [...names.flatMap(nameWords), dateOfBirth, written, ...numbers],
    names.flatMap(nameParts),
  )
}

const spacedDigits = /(?<!\S)\+?\d(?:[\d ./-]*\d)?(?!\S)/g

/** A word of a search in each of its readings, and how much it tells. */
type Word = { readings: string[]; weight: number }

/** A group of digits: of a phone however it is stored, of an NHS number, a year, or a birth date without separators. */
function numberReadings(group: string): string[] {
  const digits = phoneDigits(group)
  const abroad = /^44\d{4,}$/.test(digits) ? [`0${digits.slice(2)}`] : []
  const date = /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])((?:19|20)\d\d)$/.exec(digits)
  return [digits, ...abroad, ...(date ? [`${date[3]}-${date[2]}-${date[1]}`] : [])]
}

/** Takes the numbers out of the text. */
function extractNumbers(text: string): { rest: string; words: Word[] } {
  const words: Word[] = []
  const rest = text.replaceAll(spacedDigits, (group) => {
    const readings = numberReadings(group)
    words.push({ readings, weight: readings[0]!.length * 2 })
    return ' '
  })
  return { rest, words }
}

/** Said before a number. */
const label = /^(nhs|dob|born|tel|phone|mobile)$/

/** Words before a name that are written apart or as one with it: 'van der Berg', 'O Connor', 'Mac Donald'. */
const particle =
  /^(\p{L}{1,2}|mac|fitz|van|von|vom|zum|zur|den|der|des|del|dos|das|ter|ten|della|dalla|san|saint|bin|ibn|ben|bint|abu|abd|abdul|abdel|ould)$/u

/** A part of a typed name; whether the one before it is of the same word, as in 'Jean-Luc'. */
type Part = { text: string; isJoined: boolean }

/** The parts of what is typed of a name: 'Whitcombe, Eleanor' and 'Jean-Luc', without titles. */
function partsOf(rest: string, hasNumbers: boolean): Part[] {
  const parts = rest.split(/\s+/).flatMap((word) =>
    word
      .split(/[^\p{L}\p{N}]+/u)
      .filter(Boolean)
      .map((text, index) => ({ text, isJoined: index > 0 })),
  )
  const names = parts.filter(
    ({ text }, index) =>
      !isTitleAlone(text) && !(index === 0 && titleOf(text)) && !(hasNumbers && label.test(text)),
  )
  return names.length > 0 || hasNumbers ? names : parts
}

/** More parts than these are not written as one word. */
const joined_parts_max = 4

/** Each part by itself, or with what may be written as one with it: 'o connor' as 'connor' and as 'oconnor'. */
function nameReadings(parts: readonly Part[]): Word[] {
  return parts.map(({ text }, index) => {
    let first = index
    while (
      first > 0 &&
      index - first < joined_parts_max &&
      (parts[first]!.isJoined || particle.test(parts[first - 1]!.text))
    )
      first--
    if (first === index) return { readings: [text], weight: text.length }
    const whole = parts
      .slice(first, index + 1)
      .map((part) => part.text)
      .join('')
    // In two readings it is looked for first, where that is fast; unless it is too short to tell much.
    return { readings: [text, whole], weight: text.length < 4 ? text.length : text.length + 20 }
  })
}

/**
 * The words of a typed search, the one first that tells most: a date, a number, the longest name. Each is looked for at
 * the beginning of a word of the search text, four digits and more anywhere in a number; where one may be read in several
 * ways, bars stand between the readings.
 */
export function parseSearchWords(typed: string): string[] {
  const text = foldName(typed)
    .replaceAll(/\p{Dash}/gu, '-')
    .replaceAll(/[^\p{L}\p{N}\s+./%-]/gu, ' ')
  const dates = extractDates(text)
  const numbers = extractNumbers(dates.rest)
  const hasNumbers = dates.words.length + numbers.words.length > 0
  const words: Word[] = [
    ...dates.words.map((readings, index) => ({ readings, weight: 100 - index })),
    ...numbers.words,
    ...nameReadings(partsOf(numbers.rest, hasNumbers)),
  ]
  // Of nothing but signs nobody is found; it is not as if nothing had been typed.
  if (words.length === 0) return typed.replaceAll('|', ',').split(/\s+/).filter(Boolean).slice(0, 1)
  return words
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, search_words_max)
    .map(({ readings }) => readings.join('|'))
}
