import { expect, test } from 'vitest'
import { greetingAt } from './greeting.ts'

test.each([
  ['2026-01-15T00:30:00Z', 'Good morning'],
  ['2026-01-15T11:59:00Z', 'Good morning'],
  ['2026-07-15T11:30:00Z', 'Good afternoon'],
  ['2026-01-15T18:00:00Z', 'Good evening'],
])('%s: %s, by the clock in the UK', (now, greeting) => {
  expect(greetingAt(new Date(now))).toBe(greeting)
})
