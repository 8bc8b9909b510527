import { expect, test } from 'vitest'
import { dateHabitOf, readDate } from './csv-dates.ts'

const dayFirst = { order: 'day-first', latest: '2026-11-21' } as const
const monthFirst = { order: 'month-first', latest: '2026-11-21' } as const

test.each([
  ['14/03/1961', '1961-03-14'],
  ['4/3/1961', '1961-03-04'],
  ['14.03.1961', '1961-03-14'],
  ['14-03-1961', '1961-03-14'],
  ['14 03 1961', '1961-03-14'],
  ['1961-03-14', '1961-03-14'],
  ['1961/03/14', '1961-03-14'],
  ['19610314', '1961-03-14'],
  ['14-Mar-61', '1961-03-14'],
  ['14-Mar-1961', '1961-03-14'],
  ['14 March 1961', '1961-03-14'],
  ['14th March, 1961', '1961-03-14'],
  ['Tue, 14 Mar 1961', '1961-03-14'],
  ['14 sept 1961', '1961-09-14'],
  ['14/03/1961 00:00:00', '1961-03-14'],
  ['14/03/1961 12:00 AM', '1961-03-14'],
  ['1961-03-14T00:00:00', '1961-03-14'],
  ['1961-03-14T00:00:00.000Z', '1961-03-14'],
  [' 14/03/1961 ', '1961-03-14'],
  ['29/02/2024', '2024-02-29'],
  // Years of two figures: the last in which the day has been.
  ['14/03/61', '1961-03-14'],
  ['21/11/26', '2026-11-21'],
  ['22/11/26', '1926-11-22'],
  ['01/01/27', '1927-01-01'],
  ['31-Dec-99', '1999-12-31'],
  ['01-Jan-00', '2000-01-01'],
])('%s is %s', (written, date) => {
  expect(readDate(written, dayFirst)).toEqual({ date })
})

test('a file that writes the month first is read so, where that can be', () => {
  expect(readDate('03/14/1961', monthFirst)).toEqual({ date: '1961-03-14' })
  expect(readDate('3/4/61', monthFirst)).toEqual({ date: '1961-03-04' })
  expect(readDate('1961-03-14', monthFirst)).toEqual({ date: '1961-03-14' })
})

test.each([
  ['03/14/1961', dayFirst, "'03/14/1961' has no month 14. Does this file write the month first?"],
  ['14/03/1961', monthFirst, "'14/03/1961' has no month 14. Does this file write the day first?"],
  ['31/02/1961', dayFirst, "There is no such day as '31/02/1961'."],
  ['29/02/2023', dayFirst, "There is no such day as '29/02/2023'."],
  ['00/01/1961', dayFirst, "There is no such day as '00/01/1961'."],
  ['1961-13-01', dayFirst, "'1961-13-01' has no month 13. Does this file write the month first?"],
  [
    '22354',
    dayFirst,
    "'22354' is a spreadsheet’s own number for a day. Show the column as dates and save the file again.",
  ],
  [
    '1961',
    dayFirst,
    "'1961' is a spreadsheet’s own number for a day. Show the column as dates and save the file again.",
  ],
  ['14/03', dayFirst, "'14/03' cannot be read as a date. Write it like 14/03/1961."],
  ['14-Foo-61', dayFirst, "'14-Foo-61' cannot be read as a date. Write it like 14/03/1961."],
  ['14/03/961', dayFirst, "'14/03/961' cannot be read as a date. Write it like 14/03/1961."],
  ['yesterday', dayFirst, "'yesterday' cannot be read as a date. Write it like 14/03/1961."],
])('%s is no date, and why is told', (written, reading, fault) => {
  expect(readDate(written, reading)).toEqual({ fault })
})

test.each([
  ['day first, shown by one', ['01/02/1961', '14/03/1961'], ['day-first', true, false]],
  ['month first, shown by one', ['01/02/1961', '03/14/1961'], ['month-first', true, false]],
  ['both shown: as here', ['14/03/1961', '03/14/1961'], ['day-first', true, false]],
  ['neither shown', ['01/02/1961', '03/04/1962'], ['day-first', false, false]],
  ['the same either way', ['01/01/1961', '03/03/1962'], ['day-first', true, false]],
  ['years first', ['1961-01-02'], ['day-first', true, false]],
  ['months by name, years of two figures', ['01-Feb-61'], ['day-first', true, true]],
  ['years of two figures', ['14/03/61'], ['day-first', true, true]],
])('a column: %s', (_name, values, [order, isCertain, hasShortYears]) => {
  expect(dateHabitOf(values)).toEqual({ order, isCertain, hasShortYears })
})

test('a column of something else holds no dates', () => {
  expect(dateHabitOf(['Ada', 'Ben'])).toBeNull()
  expect(dateHabitOf(['07700900123'])).toBeNull()
  expect(dateHabitOf([])).toBeNull()
})
