import { expect, test } from 'vitest'
import { readPatientForm } from './patient-form-reading.ts'

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
  'guardian.authority': 'parental-responsibility',
}

function read(changes: Record<string, string> = {}) {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...filled, ...changes })) form.set(name, value)
  return readPatientForm(form, today)
}

test('a filled form becomes an entry, trimmed, without a guardian when only the preset authority is there', () => {
  const { entry, errors } = read()
  expect(errors).toEqual([])
  expect(entry).toMatchObject({
    firstName: 'Eleanor',
    dateOfBirth: '1961-03-14',
    nhsNumber: '9434765919',
    guardian: null,
  })
})

test('several access needs are kept', () => {
  const form = new FormData()
  for (const [name, value] of Object.entries(filled)) form.set(name, value)
  form.append('accessNeeds', 'large-print')
  form.append('accessNeeds', 'interpreter')
  expect(readPatientForm(form, today).entry.accessNeeds).toEqual(['large-print', 'interpreter'])
})

test.each([
  [{ firstName: ' ' }, 'firstName'],
  [{ lastName: '' }, 'lastName'],
  [{ dateOfBirthDay: '31', dateOfBirthMonth: '2' }, 'dateOfBirth'],
  [{ dateOfBirthYear: '2027' }, 'dateOfBirth'],
  [{ dateOfBirthYear: '1899' }, 'dateOfBirth'],
  [{ email: 'eleanor@' }, 'email'],
  [{ phone: 'call me' }, 'phone'],
  [{ nhsNumber: '943 476 5918' }, 'nhsNumber'],
  [{ 'guardian.email': 'nobody' }, 'guardian.email'],
])('%o is refused at its field', (changes, id) => {
  expect(read(changes as Record<string, string>).errors.map((error) => error.id)).toContain(id)
})

test('a guardian half filled in is asked for the rest', () => {
  const { errors } = read({ 'guardian.name': 'Tom Whitcombe' })
  expect(errors.map((error) => error.id)).toEqual(['guardian.relationship'])
})
