import { expect, test } from 'vitest'
import type { Guardian } from '../../../contract/patients.ts'
import { agreedChannelsOf, reachableChannels, parseMobile, contactDetailsOf } from './patient-contact.ts'

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
  expect(parseMobile(typed)).toBe(number)
})

test('a number written plainly is read as any other writing of it', () => {
  for (const inBritain of ['7', '71', '76', '7624', '70', '2', '1', '3', '5', '8', '9', '0'])
    for (const digits of ['9001234567', '1234567890', '0'.repeat(10)]) {
      const national = (inBritain + digits).slice(0, 10)
      const [plain, other] = [`0${national}`, `(0${national.slice(0, 4)}) ${national.slice(4)}`]
      expect(parseMobile(plain), plain).toBe(parseMobile(other))
      expect(parseMobile(`+44${national}`), plain).toBe(parseMobile(`+44 (0)${national}`))
      expect(parseMobile(plain.slice(0, -1)), plain).toBe(parseMobile(other.slice(0, -1)))
    }
})

const now = new Date('2026-11-21T12:00:00Z')
const guardian = {
  ...{ name: 'Rosa Whitcombe', relationship: 'mother', authority: 'parental-responsibility' },
  ...{ basis: 'not-recorded', validUntil: null, evidence: '', evidenceBy: '', evidenceOn: null },
  ...{ email: 'rosa@example.org', phone: '07700 900456' },
  ...{ phoneNote: '', otherPhone: '', otherPhoneNote: '' },
} satisfies Guardian
const patient: Parameters<typeof contactDetailsOf>[0] = {
  ...{ email: '', phone: '', otherPhone: '', address: '', guardians: [], status: 'active' },
  contactPermission: ['email', 'sms', 'phone', 'post'],
  preferredChannel: 'email',
}

test('a patient is reached by their own contact, else by that of who may sign for them', () => {
  const own = { ...patient, email: 'e@example.org', phone: '07700 900123', guardians: [guardian] }
  expect(contactDetailsOf(own, now)).toMatchObject({ email: 'e@example.org', mobile: '+447700900123' })
  expect(contactDetailsOf({ ...patient, guardians: [guardian] }, now)).toMatchObject({
    email: 'rosa@example.org',
    mobile: '+447700900456',
    phone: '07700 900456',
  })
  // A child's home number takes no texts; the mother's does.
  expect(contactDetailsOf({ ...patient, phone: '020 7946 0018', guardians: [guardian] }, now)).toMatchObject({
    mobile: '+447700900456',
    phone: '020 7946 0018',
  })
  // Of several the first who has what is asked for.
  const father = { ...guardian, email: '', phone: '020 7946 0019' }
  expect(contactDetailsOf({ ...patient, guardians: [father, guardian] }, now)).toMatchObject({
    email: 'rosa@example.org',
    mobile: '+447700900456',
    phone: '020 7946 0019',
  })
  expect(contactDetailsOf(patient, now)).toMatchObject({ email: '', mobile: '' })
})

test('whose authority has ended is not written to', () => {
  const ended = { ...patient, guardians: [{ ...guardian, validUntil: '2026-11-20' }] }
  expect(contactDetailsOf(ended, now)).toMatchObject({ email: '', mobile: '', phone: '' })
})

test.each<[string, Partial<typeof patient>, boolean, string[]]>([
  ['agrees to everything', {}, true, ['email', 'sms']],
  ['agrees to texts alone', { contactPermission: ['sms'] }, true, ['sms']],
  ['agrees to the phone alone', { contactPermission: ['phone'] }, true, []],
  ['agrees to nothing', { contactPermission: [] }, false, []],
  ['wants no messages', { preferredChannel: 'none' }, false, []],
  ['was put away', { status: 'archived' }, false, ['email', 'sms']],
  ['has left', { status: 'left' }, false, []],
  ['has died', { status: 'deceased' }, false, []],
  ['is another record now', { status: 'merged' }, false, []],
])('of themselves practices turn to who %s: %o', (_who, change, mayContact, channels) => {
  const reach = contactDetailsOf(
    { ...patient, email: 'e@example.org', phone: '07700 900123', ...change },
    now,
  )
  expect(reach.mayContact).toBe(mayContact)
  expect(agreedChannelsOf(reach)).toEqual(channels)
  // What the patient asks for themselves goes to what is on file.
  expect(reachableChannels(reach)).toEqual(['email', 'sms'])
})

test('channels are those that reach the patient, the preferred one first', () => {
  const both = contactDetailsOf({ ...patient, email: 'e@example.org', phone: '07700 900123' }, now)
  expect(reachableChannels(both)).toEqual(['email', 'sms'])
  expect(reachableChannels({ ...both, preferred: 'sms' })).toEqual(['sms', 'email'])
  expect(reachableChannels({ ...both, email: '' })).toEqual(['sms'])
  expect(reachableChannels({ ...both, mobile: '', preferred: 'sms' })).toEqual(['email'])
  expect(reachableChannels(contactDetailsOf(patient, now))).toEqual([])
})
