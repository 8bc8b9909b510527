import { expect, test } from 'vitest'
import { birth_date_attempts_max } from '../../../contract/limits.ts'
import { consentStatuses, type ConsentStatus } from '../../../contract/consent-states.ts'
import { validateKioskSession, isLocked, isBirthDateVerified, isAwaitingPatient } from './kiosk-rules.ts'

const now = new Date('2026-11-02T09:00:00Z')
const minute_ms = 60_000
const at = (minutes: number) => new Date(now.getTime() + minutes * minute_ms)
const consent = (status: ConsentStatus, patientId = 'p', expiresAt: Date | null = null) => ({
  ...{ status, patientId, expiresAt },
})

test('a patient answers what was sent to them or agreed to by word of mouth, and nothing else', () => {
  const answered = consentStatuses.filter((status) => isAwaitingPatient(consent(status), now))
  expect(answered).toEqual(['sent', 'viewed', 'verbal'])
})

test.each([
  ['a minute before it expires', at(1), true],
  ['the moment it expires', at(0), false],
])('%s', (_when, expiresAt, waits) => {
  expect(isAwaitingPatient(consent('sent', 'p', expiresAt), now)).toBe(waits)
})

test.each([
  ['one form', ['a'], [consent('sent')], null],
  ['two forms of one patient', ['a', 'b'], [consent('sent'), consent('viewed')], null],
  ['one that the clinic has not', ['a', 'b'], [consent('sent')], 'not-found'],
  ['two patients', ['a', 'b'], [consent('sent'), consent('sent', 'q')], 'several-patients'],
  ['one signed already', ['a', 'b'], [consent('sent'), consent('signed')], 'wrong-state'],
])('%s', (_what, wanted, found, fault) => {
  expect(validateKioskSession(wanted, found, now)).toBe(fault)
})

test.each([
  ['before any proof', 0, null, false],
  ['after it', 0, at(1), true],
  ['once it ran out', 0, at(0), false],
  ['with tries used up', birth_date_attempts_max, at(1), false],
])('proved %s', (_when, failedAttempts, provedUntil, proved) => {
  expect(isBirthDateVerified({ failedAttempts, provedUntil }, now)).toBe(proved)
})

test('as many wrong birth dates as on a link lock it', () => {
  const locked = (failedAttempts: number) => isLocked({ failedAttempts, provedUntil: null })
  expect([birth_date_attempts_max - 1, birth_date_attempts_max].map(locked)).toEqual([false, true])
})
