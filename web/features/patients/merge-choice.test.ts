import { expect, test } from 'vitest'
import type { Patient } from '../../../contract/patients.ts'
import { comparedDetails, differences, defaultChoice, mergedDetails } from './merge-choice.ts'

const guardian = {
  id: 'one',
  name: 'Mei Tan',
  relationship: 'Mother',
  authority: 'parental-responsibility' as const,
  basis: 'not-recorded' as const,
  email: '',
  phone: '',
  phoneNote: '',
  otherPhone: '',
  otherPhoneNote: '',
  evidence: '',
  evidenceOn: null,
  evidenceBy: '',
  validUntil: null,
}
const survivor: Patient = {
  id: 'survivor',
  title: 'Mrs',
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  preferredName: '',
  dateOfBirth: '1961-03-14',
  email: '',
  phone: '020 7946 0018',
  phoneNote: '',
  otherPhone: '',
  otherPhoneNote: '',
  address: '',
  contactPermission: ['email', 'post'],
  contactAskedOn: null,
  preferredChannel: 'email',
  nhsNumber: '',
  language: 'en',
  accessNeeds: ['large-print'],
  accessNotes: '',
  needsAskedOn: null,
  needsAskedBy: '',
  needsReviewOn: null,
  guardians: [guardian],
  status: 'active',
  endedOn: null,
  mergedInto: null,
  reachedBy: [],
  version: 1,
  createdAt: '',
  updatedAt: '',
}
const duplicate: Patient = {
  ...survivor,
  id: 'duplicate',
  email: 'nell@example.org',
  phone: '020 7946 0019',
  accessNeeds: ['large-print', 'interpreter'],
  needsAskedOn: '2026-01-31',
  contactPermission: [],
  guardians: [{ ...guardian, id: 'other' }],
}

test('records differ in what people see, not in ids', () => {
  expect(differences(survivor, duplicate)).toEqual(['email', 'phone', 'contact', 'accessNeeds', 'needsAsked'])
  expect(differences(survivor, survivor)).toEqual([])
})

test('first offered is what one of the two lacks, both lists, and else what the survivor has', () => {
  expect(defaultChoice(survivor, duplicate)).toEqual({
    email: 'duplicate',
    phone: 'survivor',
    contact: 'survivor',
    accessNeeds: 'both',
    needsAsked: 'duplicate',
  })
})

test('the chosen details stand', () => {
  const details = mergedDetails(survivor, duplicate, {
    ...defaultChoice(survivor, duplicate),
    phone: 'duplicate',
    guardians: 'both',
  })
  expect(details).toMatchObject({
    email: 'nell@example.org',
    phone: '020 7946 0019',
    contactPermission: ['email', 'post'],
    accessNeeds: ['large-print', 'interpreter'],
    needsAskedOn: '2026-01-31',
  })
  expect(details.guardians.map(({ id }) => id)).toEqual(['one', 'other'])
  expect(details).not.toHaveProperty('id')
  expect(details).not.toHaveProperty('status')
})

test('more guardians than one record may have never stand together', () => {
  const many = { ...survivor, guardians: Array.from({ length: 4 }, () => guardian) }
  const others = { ...duplicate, guardians: Array.from({ length: 3 }, () => guardian) }
  expect(defaultChoice(many, others).guardians).toBe('survivor')
})

test('before somebody is added, the form is compared with a record by what tells people apart', () => {
  const typed = { ...survivor, lastName: 'whitcombe', phone: '+44 20 7946 0018', nhsNumber: '9434765919' }
  const compared = comparedDetails(typed, { ...survivor, address: '1 High Street', title: 'Miss' })
  expect(compared.map(({ field }) => field)).toEqual([
    'title',
    'firstName',
    'lastName',
    'dateOfBirth',
    'nhsNumber',
    'phone',
    'address',
    'guardians',
  ])
  expect(compared.filter(({ contradicts }) => contradicts).map(({ field }) => field)).toEqual(['title'])
  const [phone] = comparedDetails(typed, duplicate).filter(({ field }) => field === 'phone')
  expect(phone).toEqual({ field: 'phone', contradicts: true })
})
