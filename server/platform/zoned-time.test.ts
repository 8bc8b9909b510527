import { expect, test } from 'vitest'
import { dayAt, momentOf, wallAt } from './zoned-time.ts'

const london = 'Europe/London'

test.each([
  ['winter', { day: '2026-01-05', time: '09:30' }, london, '2026-01-05T09:30:00.000Z'],
  ['summer', { day: '2026-07-05', time: '09:30' }, london, '2026-07-05T08:30:00.000Z'],
  [
    'the last minute before clocks go forward',
    { day: '2026-03-29', time: '00:59' },
    london,
    '2026-03-29T00:59:00.000Z',
  ],
  ['the first after', { day: '2026-03-29', time: '02:00' }, london, '2026-03-29T01:00:00.000Z'],
  [
    'the first of two, as clocks go back',
    { day: '2026-10-25', time: '01:30' },
    london,
    '2026-10-25T00:30:00.000Z',
  ],
  ['after clocks went back', { day: '2026-10-25', time: '02:00' }, london, '2026-10-25T02:00:00.000Z'],
  ['another zone', { day: '2026-01-05', time: '09:30' }, 'Asia/Kolkata', '2026-01-05T04:00:00.000Z'],
])('knows the moment in %s', (_when, wall, zone, moment) => {
  expect(momentOf(wall, zone)?.toISOString()).toBe(moment)
})

test('knows no moment for a time that the clocks leap over', () => {
  expect(momentOf({ day: '2026-03-29', time: '01:30' }, london)).toBeNull()
})

test('tells day and time of a zone, also across midnight', () => {
  const at = new Date('2026-06-30T23:30:00Z')
  expect(wallAt(at, london)).toEqual({ day: '2026-07-01', time: '00:30' })
  expect(dayAt(at, 'America/New_York')).toBe('2026-06-30')
})
