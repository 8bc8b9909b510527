import { expect, test } from 'vitest'
import { fill, fillCount } from './words-text.ts'

test('placeholders are filled, wherever and however often they stand', () => {
  expect(fill('Part {number} of {total}, {number}', { number: 2, total: 6 })).toBe('Part 2 of 6, 2')
})

test('a placeholder without a value stays visible, and a value is never read as a pattern', () => {
  expect(fill('Call {practice}', {})).toBe('Call {practice}')
  expect(fill('Call {practice}', { practice: '$& {phone}' })).toBe('Call $& {phone}')
})

test('the number decides which text is used', () => {
  const tries = { one: '1 more time', other: '{count} more times' }
  expect(fillCount(tries, 1, 'en-GB')).toBe('1 more time')
  expect(fillCount(tries, 3, 'en-GB')).toBe('3 more times')
  expect(fillCount(tries, 0, 'en-GB')).toBe('0 more times')
})
