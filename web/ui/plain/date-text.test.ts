import { describe, expect, test } from 'vitest'
import { calendarDayText, dayText, momentText, recentText } from './date-text.ts'

test('a calendar day stays the same day', () => {
  expect(calendarDayText('1961-03-14')).toBe('14 Mar 1961')
  expect(calendarDayText('1971-06-01')).toBe('1 Jun 1971')
})

test('moments are told in UK time, summer and winter', () => {
  expect(momentText('2026-01-10T23:30:00Z')).toBe('Sat 10 Jan 2026, 23:30')
  expect(momentText('2026-07-10T23:30:00Z')).toBe('Sat 11 Jul 2026, 00:30')
  expect(dayText('2026-07-10T23:30:00Z')).toBe('11 Jul 2026')
})

describe('recentText', () => {
  const now = new Date('2026-11-21T08:00:00Z')
  test.each([
    ['2026-11-21T00:05:00Z', 'Today, 00:05'],
    ['2026-11-20T23:55:00Z', 'Yesterday'],
    ['2026-11-18T10:00:00Z', '18 Nov'],
    ['2025-12-31T10:00:00Z', '31 Dec 2025'],
  ])('%s is %s', (moment, text) => expect(recentText(moment, now)).toBe(text))

  test('days are calendar days also when the clocks change', () => {
    expect(recentText('2026-10-24T23:30:00Z', new Date('2026-10-25T23:30:00Z'))).toBe('Today, 00:30')
    expect(recentText('2026-10-24T20:00:00Z', new Date('2026-10-25T23:30:00Z'))).toBe('Yesterday')
  })
})
