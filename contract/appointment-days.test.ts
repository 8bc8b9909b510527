import { expect, test } from 'vitest'
import { isDayUnlikely } from './appointment-days.ts'

test.each([
  ['2026-11-27', false],
  ['2024-11-27', false],
  ['2024-11-26', true],
  ['2029-11-27', false],
  ['2029-11-28', true],
  ['2206-11-27', true],
])('an appointment on %s is questioned: %s', (day, isUnlikely) => {
  expect(isDayUnlikely(day, '2026-11-27')).toBe(isUnlikely)
})
