import { expect, test } from 'vitest'
import { isAccessActive, accessExpiry } from './emergency-access-rules.ts'

const now = new Date('2026-03-02T09:00:00Z')
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

test('an access is good for an hour', () => {
  expect(accessExpiry(now)).toEqual(after(60))
})

test.each([
  ['runs', null, 59, true],
  ['is over when its hour is', null, 60, false],
  ['is over long after', null, 600, false],
  ['is over once somebody ended it', after(5), 6, false],
])('an access %s', (_what, endedAt, minutes, runs) => {
  expect(isAccessActive({ endedAt, untilAt: accessExpiry(now) }, after(minutes))).toBe(runs)
})
