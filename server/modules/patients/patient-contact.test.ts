import { expect, test } from 'vitest'
import { channelsOf, mobileOf, reachOf } from './patient-contact.ts'

test.each([
  ['07700 900123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['(07700) 900-123', '+447700900123'],
  ['+353 85 123 4567', '+353851234567'],
  ['07624 123456', '+447624123456'],
  ['07634 123456', ''],
  ['020 7946 0018', ''],
  ['070 1234 5678', ''],
  ['+33 6 12 34 56 78', ''],
  ['+1 415 555 2671', ''],
  ['07700 900', ''],
  ['call my mother', ''],
  ['', ''],
])('%j is the mobile number %j', (typed, number) => {
  expect(mobileOf(typed)).toBe(number)
})

const guardian = {
  name: 'Rosa Whitcombe',
  relationship: 'mother',
  authority: 'parental-responsibility',
  email: 'rosa@example.org',
  phone: '07700 900456',
} as const
const patient = { email: '', phone: '', address: '', guardian: null, status: 'active' }

test('a patient is reached by their own contact, else by that of who may sign for them', () => {
  const own = { ...patient, email: 'e@example.org', phone: '07700 900123', guardian }
  expect(reachOf(own)).toMatchObject({ email: 'e@example.org', mobile: '+447700900123' })
  expect(reachOf({ ...patient, guardian })).toMatchObject({
    email: 'rosa@example.org',
    mobile: '+447700900456',
    phone: '07700 900456',
  })
  // A child's home number takes no texts; the mother's does.
  expect(reachOf({ ...patient, phone: '020 7946 0018', guardian })).toMatchObject({
    mobile: '+447700900456',
    phone: '020 7946 0018',
  })
  expect(reachOf(patient)).toMatchObject({ email: '', mobile: '', mayContact: true })
  expect(reachOf({ ...patient, status: 'archived' }).mayContact).toBe(false)
})

test('channels are those that reach the patient, the preferred one first', () => {
  const both = reachOf({ ...patient, email: 'e@example.org', phone: '07700 900123' })
  expect(channelsOf(both)).toEqual(['email', 'sms'])
  expect(channelsOf({ ...both, preferred: 'sms' })).toEqual(['sms', 'email'])
  expect(channelsOf({ ...both, email: '' })).toEqual(['sms'])
  expect(channelsOf({ ...both, mobile: '', preferred: 'sms' })).toEqual(['email'])
  expect(channelsOf(reachOf(patient))).toEqual([])
})
