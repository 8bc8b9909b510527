import { expect, test } from 'vitest'
import { isDigestRequired, lastDigestDay } from './evidence-rules.ts'

test.each([
  // An hour after midnight in winter, and not before.
  ['2026-11-22T01:00:00Z', 'Europe/London', '2026-11-21', '2026-11-22T00:00:00.000Z'],
  ['2026-11-22T00:59:59Z', 'Europe/London', '2026-11-20', '2026-11-21T00:00:00.000Z'],
  // In summer midnight is an hour earlier.
  ['2026-07-02T00:00:00Z', 'Europe/London', '2026-07-01', '2026-07-01T23:00:00.000Z'],
  // The days on which clocks change.
  ['2026-03-29T23:30:00Z', 'Europe/London', '2026-03-28', '2026-03-29T00:00:00.000Z'],
  ['2026-03-30T00:00:00Z', 'Europe/London', '2026-03-29', '2026-03-29T23:00:00.000Z'],
  ['2026-10-26T01:00:00Z', 'Europe/London', '2026-10-25', '2026-10-26T00:00:00.000Z'],
])('at %s in %s the last day that ended is %s, until %s', (now, zone, day, until) => {
  const last = lastDigestDay(new Date(now), zone)
  expect(last.day).toBe(day)
  expect(last.until.toISOString()).toBe(until)
})

test('a day is due once, and none before one that was made', () => {
  const time = { day: '2026-11-21', until: new Date() }
  expect(isDigestRequired(time, undefined)).toBe(true)
  expect(isDigestRequired(time, { day: '2026-11-20' })).toBe(true)
  expect(isDigestRequired(time, { day: '2026-11-21' })).toBe(false)
  expect(isDigestRequired(time, { day: '2026-11-22' })).toBe(false)
})
