import { expect, test } from 'vitest'
import {
  parseDuration,
  parseMinutes,
  parseTimeRange,
  parseTime,
  parseAppointmentStart,
} from './day-list-times.ts'

test.each([
  ['09:30', '09:30'],
  ['9:30', '09:30'],
  ['9.30', '09:30'],
  ['0930', '09:30'],
  ['09:30:00', '09:30'],
  ['9:30am', '09:30'],
  ['2:15 pm', '14:15'],
  ['12:05 AM', '00:05'],
  ['12 noon', null],
  ['9', null],
  ['9 am', '09:00'],
  ['25:00', null],
  ['13:00 pm', null],
  ['09:60', null],
  ['later', null],
  // Parts of a day, as spreadsheets keep times.
  ['0.395833', '09:30'],
  ['0.395833333333333', '09:30'],
  ['0,395833', '09:30'],
  ['0.5', '12:00'],
  ['.75', '18:00'],
  ['0.25', '00:25'],
])('%s is the time %s', (written, time) => {
  expect(parseTime(written)).toBe(time)
})

test.each([
  ['09:00-09:30', '09:00', '09:30'],
  ['9.00 – 9.30am', '09:00', '09:30'],
  ['09:00 to 09:30', '09:00', '09:30'],
  ['9:00am - 9:30am', '09:00', '09:30'],
  ['11.30 - 12.15pm', '11:30', '12:15'],
  ['2.00-2.45pm', '14:00', '14:45'],
  ['0900—0930', '09:00', '09:30'],
  ['23/11/2026 09:00 - 09:30', '23/11/2026 09:00', '09:30'],
])('%s is from %s to %s', (written, start, end) => {
  expect(parseTimeRange(written)).toEqual({ start, end })
})

test.each(['09:30', '09:30-09:00', '2026-11-23', '23-11-2026', 'a - b', '9-10'])(
  '%s is no range',
  (written) => {
    expect(parseTimeRange(written)).toBeNull()
  },
)

test.each([
  ['30', 30],
  ['30 mins', 30],
  ['45m', 45],
  ['0:30', 30],
  ['01:15:00', 75],
  ['1h 15m', 75],
  ['2 hours', 120],
  ['half an hour', null],
])('%s is %s minutes', (written, minutes) => {
  expect(parseMinutes(written)).toBe(minutes)
})

const cell = (text: string) => ({ column: 'C', text })
const reading = { order: 'day-first', day: '2026-11-23', today: '2026-11-23', zone: 'Europe/London' } as const
const whenOf = (time: string, day?: string) =>
  parseAppointmentStart({ time: cell(time), day: day === undefined ? undefined : cell(day) }, reading)

test('a start is a moment by the practice’s clock, whichever way it is written', () => {
  const winter = { day: '2026-11-23', time: '09:30', startsAt: new Date('2026-11-23T09:30:00Z') }
  expect(whenOf('09:30')).toEqual(winter)
  expect(whenOf('9.30am', '23/11/26')).toEqual(winter)
  expect(whenOf('23/11/2026 09:30')).toEqual(winter)
  expect(whenOf('2026-11-23T09:30:00')).toEqual(winter)
  expect(whenOf('Mon 23 Nov 2026 9:30 am')).toEqual(winter)
  const summer = { day: '2026-07-01', time: '09:30', startsAt: new Date('2026-07-01T08:30:00Z') }
  expect(whenOf('09:30', '01/07/2026')).toEqual(summer)
  // A moment that names its zone is that moment, whatever the clock on the wall says.
  expect(whenOf('2026-07-01T08:30:00Z')).toEqual(summer)
  expect(whenOf('2026-07-01T10:30:00+02:00')).toEqual(summer)
})

test('a range names start and end, and a number of a spreadsheet day and time', () => {
  expect(whenOf('09:00-09:30')).toMatchObject({ day: '2026-11-23', time: '09:00', end: { text: '09:30' } })
  expect(whenOf('46349.395833')).toEqual({
    ...{ day: '2026-11-23', time: '09:30', startsAt: new Date('2026-11-23T09:30:00Z') },
  })
  expect(whenOf('0.395833', '46349')).toMatchObject({ day: '2026-11-23', time: '09:30' })
})

test.each([
  ['23/11/2024', true],
  ['22/11/2024', false],
  ['23/11/2029', true],
  ['24/11/2029', false],
  ['23/11/2206', false],
])('the day %s is taken without a question: %s', (day, isTaken) => {
  const read = whenOf('09:30', day)
  expect('startsAt' in read).toBe(isTaken)
  if ('message' in read) expect(read.message).toContain('more than 2 years ago or 3 years ahead')
})

test('a time that the clocks leap over is a fault, and one that comes twice is the first', () => {
  expect(whenOf('01:30', '28/03/2027')).toEqual({
    column: 'C',
    message: expect.stringContaining('clocks go forward'),
  })
  expect(whenOf('01:30', '31/10/2027')).toMatchObject({ startsAt: new Date('2027-10-31T00:30:00Z') })
})

test('what is no time and no day is said with its column', () => {
  expect(whenOf('soon')).toEqual({
    column: 'C',
    message: "'soon' cannot be read as a time. Write it like 09:30.",
  })
  expect(whenOf('09:30', '31/02/2027')).toEqual({
    column: 'C',
    message: "There is no such day as '31/02/2027'.",
  })
  expect(parseAppointmentStart({ time: undefined, day: undefined }, reading)).toEqual({
    column: null,
    message: 'The time is missing.',
  })
})

test('a length is what is written, else from start to end', () => {
  const length = (minutes?: string, end?: string) =>
    parseDuration({ minutes: minutes ? cell(minutes) : undefined, end: end ? cell(end) : undefined }, '09:30')
  expect(length('45', '10:00')).toEqual({ minutes: 45 })
  expect(length(undefined, '10:15')).toEqual({ minutes: 45 })
  expect(length(undefined, '23/11/2026 10:15')).toEqual({ minutes: 45 })
  expect(length()).toEqual({ minutes: null })
  expect(length(undefined, '09:00')).toMatchObject({ column: 'C' })
  expect(length('3')).toMatchObject({ message: expect.stringContaining('between 5 and 480') })
})
