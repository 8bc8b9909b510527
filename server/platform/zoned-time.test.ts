import { expect, test } from 'vitest'
import { dayAt } from './zoned-time.ts'

test('tells the day of a zone, also across midnight and a change of the clocks', () => {
  const at = new Date('2026-06-30T23:30:00Z')
  expect(dayAt(at, 'Europe/London')).toBe('2026-07-01')
  expect(dayAt(at, 'America/New_York')).toBe('2026-06-30')
  expect(dayAt(new Date('2026-10-25T23:30:00Z'), 'Europe/London')).toBe('2026-10-25')
  expect(dayAt(new Date('2026-03-28T23:59:59Z'), 'Europe/London')).toBe('2026-03-28')
})
