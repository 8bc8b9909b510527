import { expect, test } from 'vitest'
import { localDay } from './local-day.ts'
import { localMoment } from './local-moment.ts'

const summerNight = '2026-07-10T23:30:00Z'

test.each([
  ['en-GB', '11 July 2026'],
  ['cy', '11 Gorffennaf 2026'],
  ['pl', '11 lipca 2026'],
  ['ro', '11 iulie 2026'],
  ['pt-PT', '11 de julho de 2026'],
  ['zh-Hans', '2026年7月11日'],
])('a day in UK time in %s is %s', (locale, text) => expect(localDay(summerNight, locale)).toBe(text))

test.each(['ar', 'bn', 'ur', 'pa'])('in %s the digits are those that dates are typed in', (locale) => {
  expect(localDay(summerNight, locale)).toMatch(/11.*2026/)
  expect(localMoment(summerNight, locale)).toMatch(/11.*2026.*00:30/)
})

test('a moment has its time of day in UK time', () => {
  expect(localMoment(summerNight, 'en-GB')).toBe('11 July 2026 at 00:30')
  expect(localMoment(summerNight, 'pl')).toMatch(/^11 lipca 2026.* 00:30$/)
})

test('where the browser does not know a language, a date has numbers only rather than words of another', () => {
  expect(localDay(summerNight, 'tlh')).toBe('11/07/2026')
  expect(localMoment(summerNight, 'tlh')).toMatch(/^11\/07\/2026.* 00:30$/)
})
