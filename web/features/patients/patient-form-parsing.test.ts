import { expect, test } from 'vitest'
import { parsePatientForm } from './patient-form-parsing.ts'

const today = '2026-11-21'
const filled = {
  title: 'Mrs',
  firstName: ' Eleanor ',
  lastName: 'Whitcombe',
  dateOfBirthDay: '14',
  dateOfBirthMonth: '3',
  dateOfBirthYear: '1961',
  email: 'eleanor@example.org',
  phone: '020 7946 0018',
  nhsNumber: '943 476 5919',
  language: 'en',
  contactPermission: 'email',
  preferredChannel: 'email',
}

function read(changes: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes })) form.set(name, value)
  return parsePatientForm(form, today)
}

test('a filled form becomes an entry, trimmed, without a guardian where none was added', () => {
  const { entry, errors } = read()
  expect(errors).toEqual([])
  expect(entry).toMatchObject({
    firstName: 'Eleanor',
    dateOfBirth: '1961-03-14',
    nhsNumber: '9434765919',
    guardians: [],
  })
})

test.each([
  [{ firstName: '' }, ['', 'Whitcombe']],
  [{ firstName: 'Madonna', lastName: ' ' }, ['Madonna', '']],
])('one name is enough: %o', (changes, names) => {
  const { entry, errors } = read(changes)
  expect(errors).toEqual([])
  expect([entry.firstName, entry.lastName]).toEqual(names)
})

test('several access needs are kept', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  form.append('accessNeeds', 'large-print')
  form.append('accessNeeds', 'interpreter')
  expect(parsePatientForm(form, today).entry.accessNeeds).toEqual(['large-print', 'interpreter'])
})

test.each([
  [{ firstName: ' ', lastName: '' }, 'lastName'],
  [{ dateOfBirthDay: '31', dateOfBirthMonth: '2' }, 'dateOfBirth'],
  [{ dateOfBirthYear: '2027' }, 'dateOfBirth'],
  [{ dateOfBirthYear: '1899' }, 'dateOfBirth'],
  [{ email: 'eleanor@' }, 'email'],
  [{ phone: 'call me' }, 'phone'],
  [{ nhsNumber: '943 476 5918' }, 'nhsNumber'],
  [{ 'guardians.0.name': 'Mei Tan', 'guardians.0.email': 'nobody' }, 'guardians.0.email'],
  [{ preferredChannel: 'sms' }, 'preferredChannel'],
  [{ needsAskedOn: '2026-11-22' }, 'needsAskedOn'],
  [{ 'guardians.0.name': 'Mei Tan', 'guardians.0.evidenceOn': '2026-11-22' }, 'guardians.0.evidenceOn'],
])('%o is refused at its field', (changes, id) => {
  expect(read(changes as Record<string, string>).errors.map((error) => error.id)).toContain(id)
})

test('a guardian half filled in is asked for the rest', () => {
  const half = read({ 'guardians.0.name': 'Tom Whitcombe', 'guardians.1.name': '' })
  expect(half.errors.map((error) => error.id)).toEqual([
    'guardians.0.relationship',
    'guardians.1.name',
    'guardians.1.relationship',
  ])
})

test('guardians are read in their order, without those taken away, and only parents have a basis', () => {
  const { entry, errors } = read({
    'guardians.0.name': 'Mei Tan',
    'guardians.0.relationship': 'Mother',
    'guardians.0.authority': 'parental-responsibility',
    'guardians.0.basis': 'birth-mother',
    'guardians.2.name': 'Dev Rao',
    'guardians.2.relationship': 'Attorney',
    'guardians.2.authority': 'welfare-attorney',
    'guardians.2.basis': 'birth-mother',
    'guardians.2.validUntil': '2030-01-31',
  })
  expect(errors).toEqual([])
  expect(entry.guardians.map(({ name, basis, validUntil }) => [name, basis, validUntil])).toEqual([
    ['Mei Tan', 'birth-mother', null],
    ['Dev Rao', 'not-recorded', '2030-01-31'],
  ])
})

test.each([
  [{ dateOfBirthDay: '14/03/1961', dateOfBirthMonth: '', dateOfBirthYear: '' }],
  [{ dateOfBirthDay: '14 March 1961', dateOfBirthMonth: '', dateOfBirthYear: '' }],
  [{ dateOfBirthMonth: 'March' }],
  [{ dateOfBirthMonth: 'marca' }],
])('a birth date as %o is 14 March 1961', (changes) => {
  expect(read(changes)).toMatchObject({ entry: { dateOfBirth: '1961-03-14' }, errors: [] })
})

test.each([
  [{ dateOfBirthDay: '31', dateOfBirthMonth: '2' }, 'There is no such day as 31 2 1961'],
  [
    { dateOfBirthDay: '03/14/1961', dateOfBirthMonth: '', dateOfBirthYear: '' },
    'There is no month 14. Enter the day first, like 14 3 1961',
  ],
  [{ dateOfBirthYear: '61' }, 'Enter the year of birth in four figures, like 1961'],
  [{ dateOfBirthDay: '' }, 'Enter a date of birth, like 14 3 1961'],
])('a birth date as %o is told by name: %s', (changes, text) => {
  expect(read(changes).errors).toEqual([{ id: 'dateOfBirth', text }])
})
