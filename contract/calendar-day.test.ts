import { expect, test } from 'vitest'
import { dayIn, dayOfMidnight, yearsAfter } from './calendar-day.ts'

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
  expect(dayIn(new Date(moment), zone)).toBe(day)
})

test.each([
  ['2026-11-27', 3, '2029-11-27'],
  ['2024-02-29', 1, '2025-03-01'],
  ['2026-01-01', -2, '2024-01-01'],
])('%s and %i years is %s', (day, years, later) => {
  expect(yearsAfter(day, years)).toBe(later)
})

test('a day counted as its midnight', () => {
  expect(dayOfMidnight(Date.UTC(2026, 6, 1))).toBe('2026-07-01')
})
