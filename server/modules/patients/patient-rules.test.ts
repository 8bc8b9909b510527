import { expect, test } from 'vitest'
import { PatientDetails } from '../../../contract/patients.ts'
import { changedFields, patientName, searchTextOf, searchWordsOf } from './patient-rules.ts'

const eleanor = PatientDetails.parse({
  title: 'Mrs',
  firstName: 'Zoë Eleanor',
  lastName: "O'Brien-Whitcombe",
  dateOfBirth: '1961-03-04',
  phone: '(020) 7946-0018',
  nhsNumber: '943 476 5919',
})

/** As the database's search does: every word is part of the text. */
const finds = (typed: string) => searchWordsOf(typed).every((word) => searchTextOf(eleanor).includes(word))

test('names a patient with the title, and without one', () => {
  expect(patientName({ title: 'Mrs', firstName: 'Eleanor', lastName: 'Whitcombe' })).toBe(
    'Mrs Eleanor Whitcombe',
  )
  expect(patientName({ title: '', firstName: 'Eleanor', lastName: 'Whitcombe' })).toBe('Eleanor Whitcombe')
})

test.each([
  'zoe',
  'ZOË',
  'eleanor zoë',
  'whitcombe eleanor',
  'o’brien',
  'obrien',
  "O'Brien-W",
  '1961-03-04',
  '1961-03',
  '04/03/1961',
  '4/3/1961',
  '4.3.1961',
  '4 3 1961',
  '04/03',
  '020 7946 0018',
  '020-7946-0018',
  '(020)79460018',
  '943 476 5919',
  '9434765919',
  '  eleanor   1961 ',
])('finds a patient by %j', (typed) => {
  expect(finds(typed)).toBe(true)
})

test.each(['elinor', 'eleanor smith', '1961-04-03', '05/03/1961', '9434765918', '079460019'])(
  'does not find one by %j',
  (typed) => {
    expect(finds(typed)).toBe(false)
  },
)

test('a search of blanks has no words, and a long one is cut short', () => {
  expect(searchWordsOf('   ')).toEqual([])
  expect(searchWordsOf('a '.repeat(50))).toHaveLength(8)
})

test('names changed fields and no values', () => {
  const after = { ...eleanor, phone: '020 7946 0099', accessNeeds: ['large-print' as const], guardian: null }
  expect(changedFields(eleanor, after)).toEqual(['phone', 'accessNeeds'])
  expect(changedFields(eleanor, { ...eleanor, accessNeeds: [] })).toEqual([])
})
