import { expect, it } from 'vitest'
import { secondFactorText } from './practice-second-factor.ts'

const now = new Date('2026-12-01T09:00:00Z')

it.each([
  [true, '2026-12-14T09:00:00Z', false, 'Required for all staff from 14 Dec 2026'],
  [true, '2026-11-14T09:00:00Z', false, 'Required for all staff'],
  [true, null, false, 'Required for all staff'],
  [false, null, true, 'Not required (reason recorded)'],
  [false, null, false, 'Not required'],
])('required %s from %s, declined %s: %s', (requiresSecondFactor, secondFactorFrom, declined, text) => {
  const facts = { requiresSecondFactor, secondFactorFrom, isSecondFactorDeclined: declined }
  expect(secondFactorText(facts, now)).toBe(text)
})
