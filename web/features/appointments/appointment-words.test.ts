import { expect, test } from 'vitest'
import {
  consentToReconfirm,
  addDays,
  formatDay,
  appointmentPurpose,
  type Appointment,
} from './appointment-words.ts'

const appointment = (change: Partial<Appointment> = {}): Appointment => ({
  id: '1',
  version: 1,
  status: 'booked',
  patient: { id: 'p', name: 'Eleanor Whitcombe', dateOfBirth: '1961-03-14' },
  clinician: { id: 'c', name: 'Tom Hughes' },
  day: '2026-03-29',
  time: '09:30',
  startsAt: '2026-03-29T08:30:00.000Z',
  minutes: 30,
  room: '',
  reason: '',
  needsConsent: true,
  treatments: [],
  consents: [],
  consentsChosen: false,
  siteCheck: null,
  startedAt: null,
  startUndoableUntil: null,
  overrideReason: null,
  readiness: { light: 'ready', conditions: [] },
  isRefused: false,
  addenda: [],
  ...change,
})

const crown = { templateId: 't', title: 'Crown', teeth: ['46'], area: null, pricePence: null }
const signed = { id: 'k', status: 'signed' as const, treatment: 'Filling', teeth: ['36'], otherName: null }

test('says what an appointment is for, however little is known', () => {
  expect(appointmentPurpose(appointment({ treatments: [crown], consents: [signed] }), 'names')).toBe(
    'Crown, lower right first molar (46)',
  )
  expect(appointmentPurpose(appointment({ consents: [signed], reason: 'Sore' }), 'names')).toBe(
    'Filling, lower left first molar (36); Sore',
  )
  expect(appointmentPurpose(appointment({ treatments: [crown], reason: 'CROWN 46' }), 'names')).toBe(
    'Crown, lower right first molar (46)',
  )
  expect(appointmentPurpose(appointment(), 'names')).toBe('No treatment planned yet')
  expect(appointmentPurpose(appointment({ needsConsent: false }), 'names')).toBe('Examination or review')
})

test('goes from day to day across months, years and changes of the clocks', () => {
  expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
  expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(formatDay('2026-03-29')).toBe('Sun 29 Mar 2026')
})

test('offers to confirm only what was agreed to', () => {
  const readiness: Appointment['readiness'] = {
    light: 'attention',
    conditions: [{ name: 'confirmed', state: 'missing', words: '' }],
  }
  expect(consentToReconfirm(appointment({ consents: [signed], readiness }))).toBe('k')
  const sent = { ...signed, status: 'sent' as const }
  expect(consentToReconfirm(appointment({ consents: [sent], readiness }))).toBeNull()
  expect(consentToReconfirm(appointment({ consents: [signed] }))).toBeNull()
})
