import { describe, expect, it } from 'vitest'
import { PatientDetails } from '../../../contract/patients.ts'
import { phoneDigits, searchTextOf, searchWordsOf } from './patient-search-rules.ts'

const eleanor = PatientDetails.parse({
  title: 'Mrs',
  firstName: 'Zoë Eleanor',
  lastName: "O'Brien-Whitcombe",
  preferredName: 'Nell',
  dateOfBirth: '1961-03-14',
  phone: '(020) 7946-0018',
  nhsNumber: '943 476 5919',
})

/** As the database does: each word, in one of its readings, at the beginning of a word of the text. */
const finds = (typed: string, patient = eleanor) =>
  searchWordsOf(typed).every((word) =>
    word.split('|').some((reading) => ` ${searchTextOf(patient)}`.includes(` ${reading}`)),
  )

describe('a search finds a patient', () => {
  it.each([
    'zoe',
    'ZOË',
    'z',
    'eleanor zoë',
    'whitcombe eleanor',
    'o’brien',
    'obrien',
    "O'Brien-W",
    'whitc',
    'nell',
    'nell obr',
    '1961-03-14',
    '1961-3-14',
    '1961/03/14',
    '1961-03',
    '1961',
    '14/03/1961',
    '14.3.1961',
    '14 3 1961',
    '14 3 61',
    '14/3/61',
    '14-03-61',
    '14/03',
    '14/3',
    '14/03/',
    '14/03/1',
    '14/03/19',
    '14/03/196',
    'eleanor 14 3 61',
    '14/3/1961 obrien',
    '  eleanor   1961 ',
    '020 7946 0018',
    '020-7946-0018',
    '(020)79460018',
    '+44 20 7946 0018',
    '0044 (0)20 7946 0018',
    '020 794',
    'eleanor 020 7946',
    '943 476 5919',
    '9434765919',
    '943 476',
  ])('by %j', (typed) => {
    expect(finds(typed), searchWordsOf(typed).join(' and ')).toBe(true)
  })

  it.each([
    'elinor',
    'leanor',
    'eleanor smith',
    '1961-04-14',
    '15/03/1961',
    '14/03/1962',
    '14 3 62',
    '14/04',
    '3/14/1961',
    '9434765918',
    '0018',
    '020 7946 0019',
  ])('and not by %j', (typed) => {
    expect(finds(typed), searchWordsOf(typed).join(' and ')).toBe(false)
  })

  it.each([
    ['Łukasz', 'Kłos', 'lukasz klos'],
    ['Bjørn', 'Strauß', 'bjorn strauss'],
    ['Siân', 'Rhŷs', 'sian rhys'],
    ['Maria', 'de Souza', 'desouza'],
    ['Maria', 'de Souza', 'de souza'],
    ['Maria', 'de Souza', 'souza'],
    ['Jean-Luc', 'Picard', 'luc picard'],
    ['Jean-Luc', 'Picard', 'jean-luc'],
    ['Nuala', 'OʼSullivan', 'osullivan'],
    ['Nuala', 'O`Sullivan', "o'sullivan"],
    ['محمد', 'علي', 'محمد'],
  ])('%s %s by %j', (firstName, lastName, typed) => {
    expect(finds(typed, { ...eleanor, firstName, lastName })).toBe(true)
  })

  it.each([
    ['1904-12-10', '10/12/04'],
    ['2004-12-10', '10/12/04'],
    ['1919-10-01', '1/10/19'],
    ['2020-10-01', '1/10/20'],
    ['1991-10-01', '1/1'],
    ['1991-12-31', '31/12'],
  ])('born %s by %j', (dateOfBirth, typed) => {
    expect(finds(typed, { ...eleanor, dateOfBirth })).toBe(true)
  })
})

describe('a search', () => {
  it('of blanks has no words, and a long one is cut short', () => {
    expect(searchWordsOf('   ')).toEqual([])
    expect(searchWordsOf('ab '.repeat(50))).toHaveLength(8)
  })

  it('begins with what tells most', () => {
    expect(searchWordsOf('jo whitcombe')).toEqual(['whitcombe', 'jo'])
    expect(searchWordsOf('whitcombe 14 3 1961')).toEqual(['1961-03-14', 'whitcombe'])
    expect(searchWordsOf('eleanor 020 7946')).toEqual(['0207946', 'eleanor'])
  })

  it('reads a bar as a blank, since bars stand between readings', () => {
    expect(searchWordsOf('ann|smith')).toEqual(['smith', 'ann'])
  })
})

it.each([
  ['020 7946 0018', '02079460018'],
  ['+44 7700 900101', '07700900101'],
  ['+44 (0)7700 900101', '07700900101'],
  ['0044 7700 900101', '07700900101'],
  ['', ''],
])('the phone number %j is dialled %j', (phone, digits) => {
  expect(phoneDigits(phone)).toBe(digits)
})
