import { expect, test } from 'vitest'
import { formatLocalDay } from './local-day.ts'
import { formatLocalDateTime } from './local-moment.ts'

const summerNight = '2026-07-10T23:30:00Z'

test.each([
  ['en-GB', '11 July 2026'],
  ['cy', '11 Gorffennaf 2026'],
  ['pl', '11 lipca 2026'],
  ['ro', '11 iulie 2026'],
  ['pt-PT', '11 de julho de 2026'],
  ['zh-Hans', '2026年7月11日'],
])('a day in UK time in %s is %s', (locale, text) => expect(formatLocalDay(summerNight, locale)).toBe(text))

test.each(['ar', 'bn', 'ur', 'pa'])('in %s the digits are those that dates are typed in', (locale) => {
  expect(formatLocalDay(summerNight, locale)).toMatch(/11.*2026/)
  expect(formatLocalDateTime(summerNight, locale)).toMatch(/11.*2026.*00:30/)
})

test('a moment has its time of day in UK time', () => {
  expect(formatLocalDateTime(summerNight, 'en-GB')).toBe('Sat 11 Jul 2026, 00:30')
  expect(formatLocalDateTime(summerNight, 'pl')).toMatch(/^11 lipca 2026.* 00:30$/)
})

test('where the browser does not know a language, a date has numbers only rather than words of another', () => {
  expect(formatLocalDay(summerNight, 'tlh')).toBe('11/07/2026')
  expect(formatLocalDateTime(summerNight, 'tlh')).toMatch(/^11\/07\/2026.* 00:30$/)
})
