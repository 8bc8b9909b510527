import { expect, test } from 'vitest'
import { detectDateFormat, readDate } from './csv-dates.ts'

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
  expect(readDate(written, dayFirst)).toEqual({ date, note: null })
})

test('a file that writes the month first is read so, where that can be', () => {
  expect(readDate('03/14/1961', monthFirst)).toMatchObject({ date: '1961-03-14' })
  expect(readDate('3/4/61', monthFirst)).toMatchObject({ date: '1961-03-04' })
  expect(readDate('1961-03-14', monthFirst)).toMatchObject({ date: '1961-03-14' })
})

test.each([
  ['03/14/1961', dayFirst, "'03/14/1961' has no month 14. Does this file write the month first?"],
  ['14/03/1961', monthFirst, "'14/03/1961' has no month 14. Does this file write the day first?"],
  ['31/02/1961', dayFirst, "There is no such day as '31/02/1961'."],
  ['29/02/2023', dayFirst, "There is no such day as '29/02/2023'."],
  ['1961-13-01', dayFirst, "'1961-13-01' has no month 13. Does this file write the month first?"],
  [
    '1961',
    dayFirst,
    "'1961' may be a year, or a spreadsheet’s own number for a day. Show the column as dates and save the file again.",
  ],
  [
    '60000',
    dayFirst,
    "'60000' may be a year, or a spreadsheet’s own number for a day. Show the column as dates and save the file again.",
  ],
  ['00/01/1900', dayFirst, "'00/01/1900' is what systems write where no date is known."],
  [
    '03/04/1961',
    { ...dayFirst, isOrderMixed: true },
    "'03/04/1961' may be day or month first: this column has both. Write the month by name.",
  ],
  ['14/03', dayFirst, "'14/03' cannot be read as a date. Write it like 14/03/1961."],
  ['14-Foo-61', dayFirst, "'14-Foo-61' cannot be read as a date. Write it like 14/03/1961."],
  ['14/03/961', dayFirst, "'14/03/961' cannot be read as a date. Write it like 14/03/1961."],
  ['yesterday', dayFirst, "'yesterday' cannot be read as a date. Write it like 14/03/1961."],
])('%s is no date, and why is told', (written, reading, fault) => {
  expect(readDate(written, reading)).toEqual({ fault })
})

test.each([
  // Microsoft: 1 January 1900 is day 1, and 29 February 1900, which never was, day 60.
  ['22354', '1961-03-14', '14 March 1961'],
  ['22354.5', '1961-03-14', '14 March 1961'],
  ['36526', '2000-01-01', '1 January 2000'],
  ['10000', '1927-05-18', '18 May 1927'],
])("a spreadsheet's number %s is %s, and said", (written, date, said) => {
  const note = `'${written}' is a spreadsheet’s number for a day, and is read as ${said}.`
  expect(readDate(written, dayFirst)).toEqual({ date, note })
})

test.each([
  ['day first, shown by one', ['01/02/1961', '14/03/1961'], ['day-first', true, false, false]],
  ['month first, shown by one', ['01/02/1961', '03/14/1961'], ['month-first', true, false, false]],
  ['both shown: neither is certain', ['14/03/1961', '03/14/1961'], ['day-first', false, false, true]],
  [
    'one slip of the hand among many',
    [...Array.from({ length: 30 }, () => '14/03/1961'), '03/14/1961'],
    ['day-first', true, false, false],
  ],
  ['neither shown', ['01/02/1961', '03/04/1962'], ['day-first', false, false, false]],
  ['the same either way', ['01/01/1961', '03/03/1962'], ['day-first', true, false, false]],
  ['years first', ['1961-01-02'], ['day-first', true, false, false]],
  ['months by name, years of two figures', ['01-Feb-61'], ['day-first', true, true, false]],
  ['years of two figures', ['14/03/61'], ['day-first', true, true, false]],
])('a column: %s', (_name, values, [order, isCertain, hasShortYears, isMixed]) => {
  expect(detectDateFormat(values)).toEqual({ order, isCertain, hasShortYears, isMixed, fillers: [] })
})

test('days that systems write where none is known are told where several rows have them', () => {
  const values = ['01/01/1900', '1900-01-01', '01/01/1970', '14/03/1961', '14/03/1961', '1 Jan 1901']
  expect(detectDateFormat(values)?.fillers).toEqual(['1900-01-01'])
})

test('a column of something else holds no dates', () => {
  expect(detectDateFormat(['Ada', 'Ben'])).toBeNull()
  expect(detectDateFormat(['07700900123'])).toBeNull()
  expect(detectDateFormat([])).toBeNull()
})
