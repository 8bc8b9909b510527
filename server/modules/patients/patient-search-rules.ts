import type { PatientDetails } from '../../../contract/patients.ts'

const search_words_max = 8

/** Letters that are letters of their own, and how they are typed where the keyboard lacks them. */
const plainLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
}

/** Letters as anybody may type them: lower case, without accents and apostrophes. */
export const foldName = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[\p{M}'’‘ʼ`]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþ]/g, (letter) => plainLetters[letter]!)

/** A phone number as it is dialled at home: digits alone, the country's own code as a nought. */
export const phoneDigits = (text: string): string =>
  text
    .replaceAll(/[^\d+]/g, '')
    .replace(/^(\+|00)44\(?0?/, '0')
    .replaceAll(/\D/g, '')

/** The words of a name: each part of a double one too, and 'de Souza' also as 'desouza'. */
function nameWords(name: string): string[] {
  const words = foldName(name).split(/\s+/).filter(Boolean)
  const parts = words.flatMap((word) => word.split('-').slice(1))
  return [...words, ...parts.filter(Boolean), ...(words.length > 1 ? [words.join('')] : [])]
}

type Person = Pick<PatientDetails, 'firstName' | 'lastName' | 'dateOfBirth'>

/** Name and birth date, alike for everybody who writes them. */
export const personText = ({ firstName, lastName, dateOfBirth }: Person): string =>
  `${foldName(`${firstName} ${lastName}`)} ${dateOfBirth}`

/** What the search text of somebody of this name begins with. */
export const nameBeginning = ({ firstName, lastName }: Omit<Person, 'dateOfBirth'>): string =>
  `${[...new Set([firstName, lastName].flatMap(nameWords))].join(' ')} `

type Searchable = Pick<
  PatientDetails,
  'firstName' | 'lastName' | 'preferredName' | 'dateOfBirth' | 'phone' | 'otherPhone' | 'nhsNumber'
>

/** Everything a patient is found by, word by word: names, the birth date as 1961-03-14 and as 14/03/1961, phones, NHS number. */
export function searchTextOf(patient: Searchable): string {
  const { firstName, lastName, preferredName, dateOfBirth, phone, otherPhone, nhsNumber } = patient
  const names = [firstName, lastName, preferredName].flatMap(nameWords)
  const written = dateOfBirth.split('-').reverse().join('/')
  const numbers = [phoneDigits(phone), phoneDigits(otherPhone), nhsNumber.replaceAll(/\D/g, '')]
  return [...new Set([...names, dateOfBirth, written, ...numbers])].filter(Boolean).join(' ')
}

const two = (digits: string) => digits.padStart(2, '0')

/** The month as typed so far: 3 is March, 1 is January or the beginning of October, November and December. */
const monthsOf = (month: string): string[] =>
  month.length === 1 && month !== '0' ? [`${two(month)}/`, ...(month === '1' ? ['1'] : [])] : [month]

/** A birth date as typed so far, as the beginnings of what is stored. */
function datesOf(day: string, month: string, year: string): string[] {
  if (year === '') return monthsOf(month).map((typed) => `${two(day)}/${typed}`)
  const written = `${two(day)}/${two(month)}/`
  if (year.length === 4) return [`${year}-${two(month)}-${two(day)}`]
  if (year.length !== 2) return [written + year]
  const begun = year === '19' || year === '20' ? [written + year] : []
  return [...begun, `${written}19${year}`, `${written}20${year}`]
}

const isDay = (typed: string) => Number(typed) >= 1 && Number(typed) <= 31
const isMonth = (typed: string) => Number(typed) <= 12

const typedDate =
  /(?<![\d/.-])(\d{1,2})(?:[./-]|\s+)(\d{1,2})(?:(?:[./-]|\s+)(\d{1,4})|[./-])?(?![\d./-]|\s+\d)/
const isoDate = /(?<!\d)((?:19|20)\d\d)[./-](\d{1,2})(?:[./-](\d{1,2}))?(?!\d)/
const spacedDigits = /(?<!\S)\+?[\d()](?:[\d() ./-]*\d)?(?!\S)/g

type Word = { beginnings: string[]; weight: number }

/** Takes what a pattern finds out of the text. */
function taken(text: string, pattern: RegExp, wordOf: (found: RegExpExecArray) => string[] | null) {
  const found = pattern.exec(text)
  const beginnings = found && wordOf(found)
  if (!beginnings) return { rest: text, words: [] }
  const rest = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  return { rest, words: [{ beginnings, weight: 100 }] }
}

/** Takes the numbers out of the text: phones and NHS numbers in groups, and years. */
function takenNumbers(text: string): { rest: string; words: Word[] } {
  const words: Word[] = []
  const rest = text.replaceAll(spacedDigits, (group) => {
    const digits = phoneDigits(group)
    words.push({ beginnings: [digits], weight: digits.length * 2 })
    return ' '
  })
  return { rest, words }
}

/**
 * The words of a typed search, the one first that tells most: a date, a number, the longest name. Each is looked for at
 * the beginning of a word of the search text; where one may be read in several ways, bars stand between the readings.
 */
export function searchWordsOf(typed: string): string[] {
  const text = foldName(typed).replaceAll('|', ' ')
  const iso = taken(text, isoDate, ([, year, month, day]) =>
    isMonth(month!) ? [[year, two(month!), ...(day ? [two(day)] : [])].join('-')] : null,
  )
  const date = taken(iso.rest, typedDate, ([, day, month, year = '']) =>
    isDay(day!) && isMonth(month!) ? datesOf(day!, month!, year) : null,
  )
  const numbers = takenNumbers(date.rest)
  const names = numbers.rest.split(/\s+/).filter(Boolean)
  const words: Word[] = [
    ...iso.words,
    ...date.words,
    ...numbers.words,
    ...names.map((name) => ({ beginnings: [name], weight: name.length })),
  ]
  return words
    .toSorted((one, other) => other.weight - one.weight)
    .slice(0, search_words_max)
    .map(({ beginnings }) => beginnings.join('|'))
}
