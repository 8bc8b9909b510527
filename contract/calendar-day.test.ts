import { afterEach, expect, test, vi } from 'vitest'
import { PatientDetails } from './patients.ts'
import { ageOn } from './retention-rules.ts'
import { dateInTimeZone, dateOfUtcMidnight, isAppointmentDateUnlikely } from './calendar-day.ts'

test.each([
  // Half past midnight in British Summer Time is still the day before in UTC.
  ['2026-06-30T23:30:00Z', undefined, '2026-07-01'],
  ['2026-06-30T22:59:59Z', undefined, '2026-06-30'],
  ['2026-01-01T00:30:00Z', undefined, '2026-01-01'],
  // The hours about both changes of the clocks.
  ['2026-03-29T00:30:00Z', undefined, '2026-03-29'],
  ['2026-10-24T23:30:00Z', undefined, '2026-10-25'],
  ['2026-10-25T23:30:00Z', undefined, '2026-10-25'],
  ['2026-06-30T23:30:00Z', 'America/New_York', '2026-06-30'],
  ['2026-06-30T23:30:00Z', 'Pacific/Auckland', '2026-07-01'],
])('%s in %s is %s', (moment, zone, day) => {
  expect(dateInTimeZone(new Date(moment), zone)).toBe(day)
})

test.each([
  ['2026-11-27', '2026-11-27', false],
  ['2024-11-27', '2026-11-27', false],
  ['2024-11-26', '2026-11-27', true],
  ['2029-11-27', '2026-11-27', false],
  ['2029-11-28', '2026-11-27', true],
  ['2206-11-27', '2026-11-27', true],
  // Three years after a leap day there is none.
  ['2031-03-01', '2028-02-29', false],
  ['2031-03-02', '2028-02-29', true],
])('an appointment on %s, seen on %s, is questioned: %s', (day, today, isUnlikely) => {
  expect(isAppointmentDateUnlikely(day, today)).toBe(isUnlikely)
})

test('a day counted as its midnight', () => {
  expect(dateOfUtcMidnight(Date.UTC(2026, 6, 1))).toBe('2026-07-01')
})

afterEach(() => vi.useRealTimers())

test.each([
  ['2026-06-30T23:30:00Z', '2026-07-01', true],
  ['2026-06-30T22:30:00Z', '2026-07-01', false],
  ['2026-12-01T00:30:00Z', '2026-12-01', true],
])('at %s a child born on %s can be added: %s', (now, dateOfBirth, isTaken) => {
  vi.useFakeTimers({ now: new Date(now), toFake: ['Date'] })
  const child = { firstName: 'Ada', lastName: 'Quill', dateOfBirth }
  expect(PatientDetails.safeParse(child).success).toBe(isTaken)
})

test.each([
  ['2026-06-30T22:59:59Z', 15],
  ['2026-06-30T23:00:00Z', 16],
])('whoever was born on 1 July 2010 is %s: %i', (now, age) => {
  expect(ageOn('2010-07-01', dateInTimeZone(new Date(now)))).toBe(age)
})
