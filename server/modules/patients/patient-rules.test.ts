import { expect, test } from 'vitest'
import { PatientDetails, type ContactChannel, type ContactRefusal } from '../../../contract/patients.ts'
import {
  changedFields,
  contactEmail,
  isAgreedChannel,
  toStoredDetails,
  mayContact,
  needsReviewDay,
  patientName,
} from './patient-rules.ts'

const now = new Date('2026-11-21T10:00:00Z')
const mother = {
  name: 'Mei Tan',
  relationship: 'Mother',
  authority: 'parental-responsibility',
  email: 'mei@example.org',
}
const eleanor = PatientDetails.parse({
  title: 'Mrs',
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  dateOfBirth: '1961-03-14',
})

test('names a patient with the title, and without one', () => {
  expect(patientName({ title: 'Mrs', firstName: 'Eleanor', lastName: 'Whitcombe' })).toBe(
    'Mrs Eleanor Whitcombe',
  )
  expect(patientName({ title: '', firstName: 'Eleanor', lastName: 'Whitcombe' })).toBe('Eleanor Whitcombe')
})

test('names changed fields and no values', () => {
  const after = { ...eleanor, phone: '020 7946 0099', accessNeeds: ['large-print' as const] }
  expect(changedFields(eleanor, after)).toEqual(['phone', 'accessNeeds'])
  expect(changedFields(eleanor, { ...eleanor, accessNeeds: [] })).toEqual([])
})

test.each<[string, object, string]>([
  ['the patient’s own address', { email: 'eleanor@example.org', guardians: [mother] }, 'eleanor@example.org'],
  ['a guardian’s where the patient has none', { guardians: [mother] }, 'mei@example.org'],
  [
    'the next guardian’s where the first has none',
    { guardians: [{ ...mother, email: '' }, mother] },
    'mei@example.org',
  ],
  [
    'a guardian’s on the last day of their authority',
    { guardians: [{ ...mother, validUntil: '2026-11-21' }] },
    'mei@example.org',
  ],
  ['nobody’s when it has ended', { guardians: [{ ...mother, validUntil: '2026-11-20' }] }, ''],
  ['nobody’s where there is none', {}, ''],
])('messages go to %s', (_what, details, address) => {
  expect(contactEmail(PatientDetails.parse({ ...eleanor, ...details }), now)).toBe(address)
})

test.each<[string, object, ContactChannel, ContactRefusal | null]>([
  ['an active patient', {}, 'email', null],
  ['an archived patient', { status: 'archived' }, 'email', null],
  ['a patient who left', { status: 'left' }, 'email', 'patient-left'],
  ['a patient who died', { status: 'deceased' }, 'post', 'patient-deceased'],
  ['a merged record', { status: 'merged' }, 'email', 'patient-merged'],
  ['who agrees to post alone', { contactPermission: ['post'] }, 'email', 'contact-declined'],
  ['who agrees to post alone', { contactPermission: ['post'] }, 'post', null],
  ['who prefers text messages and agrees to e-mail', { preferredChannel: 'sms' }, 'email', null],
  ['who wants no messages', { preferredChannel: 'none' }, 'email', 'contact-declined'],
  ['who agrees to nothing', { contactPermission: [] }, 'phone', 'contact-declined'],
  ['who died and agreed', { status: 'deceased', contactPermission: ['email'] }, 'email', 'patient-deceased'],
])('%s (%o) by %s: %s', (_who, change, channel, refusal) => {
  expect(mayContact({ ...eleanor, status: 'active', ...change }, channel)).toBe(refusal)
})

test.each([
  [['email'], 'email', true],
  [['post'], 'email', false],
  [['post'], 'none', true],
  [[], 'none', true],
] as const)('agreeing to %j, preferring %s: %s', (contactPermission, preferredChannel, agreed) => {
  expect(isAgreedChannel({ contactPermission: [...contactPermission], preferredChannel })).toBe(agreed)
})

test('a guardian gets an id and keeps it; evidence names who saw it', () => {
  const keeping = { by: 'Sam Lee', newId: () => 'new' }
  const guardians = [
    { ...mother, evidence: 'Birth certificate', evidenceOn: '2026-11-20' },
    { ...mother, id: '4b1c7f16-9d6c-4c55-9a53-7d3b3a3d9a11', evidence: 'Order', evidenceBy: 'Ewa Kowalczyk' },
    { ...mother, evidenceOn: '2026-11-20', evidenceBy: 'Nobody' },
  ]
  const kept = toStoredDetails(PatientDetails.parse({ ...eleanor, guardians }), keeping)
  expect(kept.guardians.map(({ id, evidenceOn, evidenceBy }) => [id, evidenceOn, evidenceBy])).toEqual([
    ['new', '2026-11-20', 'Sam Lee'],
    ['4b1c7f16-9d6c-4c55-9a53-7d3b3a3d9a11', null, 'Ewa Kowalczyk'],
    ['new', null, ''],
  ])
})

test('needs are asked about again a year later', () => {
  expect(needsReviewDay(now)).toBe('2027-11-21')
})
