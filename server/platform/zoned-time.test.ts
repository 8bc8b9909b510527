import { expect, test } from 'vitest'
import { dayAt, addCalendarDays, instantAtOrAfter, instantOf, localTimeAt, zonedTime } from './zoned-time.ts'

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
  expect(instantOf(wall, zone)?.toISOString()).toBe(moment)
})

test('knows no moment for a time that the clocks leap over', () => {
  expect(instantOf({ day: '2026-03-29', time: '01:30' }, london)).toBeNull()
})

test('tells day and time of a zone, also across midnight and a change of the clocks', () => {
  const at = new Date('2026-06-30T23:30:00Z')
  expect(localTimeAt(at, london)).toEqual({ day: '2026-07-01', time: '00:30' })
  expect(dayAt(at, 'America/New_York')).toBe('2026-06-30')
  expect(dayAt(new Date('2026-10-25T23:30:00Z'), london)).toBe('2026-10-25')
  expect(dayAt(new Date('2026-03-28T23:59:59Z'), london)).toBe('2026-03-28')
})

// 29 March 2026: from 00:59:59 the clock goes on at 02:00. 25 October 2026: 01:00 to 02:00 comes twice.
test.each([
  ['in winter', '2026-01-15T09:30:00Z', { day: '2026-01-15', minutes: 570, weekday: 4 }],
  ['in summer', '2026-07-15T09:30:00Z', { day: '2026-07-15', minutes: 630, weekday: 3 }],
  ['past midnight', '2026-07-15T23:30:00Z', { day: '2026-07-16', minutes: 30, weekday: 4 }],
  ['before the gap', '2026-03-29T00:59:00Z', { day: '2026-03-29', minutes: 59, weekday: 0 }],
  ['after the gap', '2026-03-29T01:00:00Z', { day: '2026-03-29', minutes: 120, weekday: 0 }],
] as const)('a clock is read %s', (_when, at, shown) => {
  expect(zonedTime(new Date(at), london)).toEqual(shown)
})

test.each([
  ['in winter', '2026-01-15', 570, '2026-01-15T09:30:00.000Z'],
  ['in summer', '2026-07-15', 570, '2026-07-15T08:30:00.000Z'],
  ['that the clock leaves out is an hour later', '2026-03-29', 90, '2026-03-29T01:30:00.000Z'],
  ['just after the gap', '2026-03-29', 120, '2026-03-29T01:00:00.000Z'],
  ['that comes twice is the first', '2026-10-25', 90, '2026-10-25T00:30:00.000Z'],
  ['after it came twice', '2026-10-25', 120, '2026-10-25T02:00:00.000Z'],
] as const)('a time %s', (_which, day, minutes, at) => {
  expect(instantAtOrAfter({ day, minutes }, london).toISOString()).toBe(at)
})

test('days are counted by the calendar', () => {
  expect(addCalendarDays('2028-02-28', 1)).toBe('2028-02-29')
  expect(addCalendarDays('2026-12-30', 2)).toBe('2027-01-01')
})
