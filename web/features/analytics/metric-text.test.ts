import { expect, test } from 'vitest'
import { formatConsents } from './metric-text.ts'

test('a number says what it counts', () => {
  expect(formatConsents(1)).toBe('1 consent')
  expect(formatConsents(0)).toBe('0 consents')
  expect(formatConsents(1204)).toBe('1,204 consents')
})
