import { describe, expect, test } from 'vitest'
import { ageOn, retentionFor, yearsAfter, type Nation } from './retention-rules.ts'

const none = { years: null, childUntilAge: null }

// Born on the day before, on and after the birthday that decides; the care was on 10 June 2020.
test.each<[what: string, born: string, nation: Nation, reviewOn: string]>([
  ['an adult in England', '1961-03-14', 'england', '2031-06-10'],
  ['an adult in Wales', '1961-03-14', 'wales', '2031-06-10'],
  ['an adult in Scotland', '1961-03-14', 'scotland', '2030-06-10'],
  ['an adult in Northern Ireland', '1961-03-14', 'northern-ireland', '2026-06-10'],
  ['somebody who turned 18 that day', '2002-06-10', 'england', '2031-06-10'],
  ['somebody who turns 18 tomorrow', '2002-06-11', 'england', '2031-06-10'],
  ['17, in Scotland', '2002-06-11', 'scotland', '2030-06-10'],
  ['17, in Northern Ireland, until 26', '2002-06-11', 'northern-ireland', '2028-06-11'],
  ['somebody who turned 17 that day, in Northern Ireland', '2003-06-10', 'northern-ireland', '2029-06-10'],
  ['somebody who turns 17 tomorrow, until 25', '2003-06-11', 'northern-ireland', '2028-06-11'],
  ['16, in England: 11 years are longer', '2004-01-01', 'england', '2031-06-10'],
  ['13, in England: 25 is longer', '2007-01-01', 'england', '2032-01-01'],
  ['a child of 5', '2015-02-01', 'england', '2040-02-01'],
  ['a newborn', '2020-06-10', 'northern-ireland', '2045-06-10'],
  ['a child born on a leap day', '2012-02-29', 'england', '2037-03-01'],
])('%s', (_what, dateOfBirth, nation, reviewOn) => {
  const found = retentionFor({ dateOfBirth, lastCareOn: '2020-06-10', diedOn: null, nation, own: none })
  expect(found.reviewOn).toBe(reviewOn)
  expect(found.reason).toMatch(/\.$/)
})

test.each<[own: Partial<typeof none> | { years: number }, born: string, reviewOn: string]>([
  [{ years: 15 }, '1961-03-14', '2035-06-10'],
  [{ years: 11 }, '1961-03-14', '2031-06-10'],
  // Less than the nation asks for has no effect.
  [{ years: 3 }, '1961-03-14', '2031-06-10'],
  [{ childUntilAge: 30 } as never, '2010-01-01', '2040-01-01'],
  [{ childUntilAge: 20 } as never, '2010-01-01', '2035-01-01'],
])('a practice’s own choice %j only lengthens', (own, dateOfBirth, reviewOn) => {
  const facts = {
    dateOfBirth,
    lastCareOn: '2020-06-10',
    diedOn: null,
    nation: 'england' as const,
    own: { ...none, ...own },
  }
  expect(retentionFor(facts).reviewOn).toBe(reviewOn)
})

test('says why', () => {
  const facts = { lastCareOn: '2020-06-10', diedOn: null, nation: 'scotland' as const }
  expect(retentionFor({ ...facts, dateOfBirth: '1961-03-14', own: none }).reason).toBe(
    '10 years after the last care, as in Scotland.',
  )
  expect(retentionFor({ ...facts, dateOfBirth: '1961-03-14', own: { ...none, years: 12 } }).reason).toBe(
    '12 years after the last care, as this practice decided.',
  )
  expect(retentionFor({ ...facts, dateOfBirth: '2015-03-14', own: none }).reason).toBe(
    'They were 5 at their last care: a child’s record is kept until the 25th birthday.',
  )
})

// Birthdays that decide, in each nation, for care on 10 June 2020: who was how old, and what is the longer time.
describe.each<[nation: Nation, years: number]>([
  ['england', 11],
  ['wales', 11],
  ['scotland', 10],
  ['northern-ireland', 6],
])('in %s', (nation, years) => {
  const adultEnd = `${2020 + years}-06-10`
  const later = (one: string, other: string) => (one > other ? one : other)
  test.each<[what: string, born: string, birthday: string | null]>([
    ['the day before the 17th birthday: until the 25th', '2003-06-11', '2028-06-11'],
    ['on the 17th birthday: until the 26th', '2003-06-10', '2029-06-10'],
    ['the day after the 17th birthday: until the 26th', '2003-06-09', '2029-06-09'],
    ['the day before the 18th birthday: until the 26th', '2002-06-11', '2028-06-11'],
    ['on the 18th birthday: as an adult', '2002-06-10', null],
    ['the day after the 18th birthday: as an adult', '2002-06-09', null],
    ['a small child: until the 25th', '2018-06-10', '2043-06-10'],
    ['a child of a leap day: until 1 March', '2016-02-29', '2041-03-01'],
  ])('%s', (_what, dateOfBirth, birthday) => {
    const facts = { dateOfBirth, lastCareOn: '2020-06-10', diedOn: null, nation, own: none }
    expect(retentionFor(facts).reviewOn).toBe(birthday ? later(birthday, adultEnd) : adultEnd)
  })
})

test.each<[what: string, born: string, diedOn: string | null, reviewOn: string, reason: string]>([
  ['years after the last care', '1961-03-14', null, '2030-06-10', 'after the last care'],
  ['died before the last entry', '1961-03-14', '2020-06-01', '2030-06-10', 'after the last care'],
  ['died on that day', '1961-03-14', '2020-06-10', '2030-06-10', 'after the last care'],
  ['died later', '1961-03-14', '2024-02-29', '2034-03-01', 'after their death'],
  [
    'a child that died: the birthday counts as if they had lived',
    '2015-03-14',
    '2021-01-01',
    '2040-03-14',
    '25th',
  ],
  ['17, died later: the longer time', '2003-01-01', '2025-05-05', '2035-05-05', 'after their death'],
])('somebody who died: %s', (_what, dateOfBirth, diedOn, reviewOn, reason) => {
  const found = retentionFor({
    ...{ dateOfBirth, lastCareOn: '2020-06-10', diedOn },
    ...{ nation: 'scotland', own: none },
  })
  expect(found.reviewOn).toBe(reviewOn)
  expect(found.reason).toContain(reason)
})

test.each([
  ['2020-02-29', 11, '2031-03-01'],
  ['2020-02-29', 4, '2024-02-29'],
  ['2000-02-29', 100, '2100-03-01'],
  ['2019-02-28', 1, '2020-02-28'],
])('%s and %i years is %s', (date, years, then) => expect(yearsAfter(date, years)).toBe(then))

test.each([
  ['2004-02-29', '2022-02-28', 17],
  ['2004-02-29', '2022-03-01', 18],
  ['2004-06-10', '2022-06-09', 17],
  ['2004-06-10', '2022-06-10', 18],
])('born %s is on %s %i', (born, date, age) => expect(ageOn(born, date)).toBe(age))
