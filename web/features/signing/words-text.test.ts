import { expect, test } from 'vitest'
import { fillPlaceholders, fillCount } from './words-text.ts'

test('placeholders are filled, wherever and however often they stand', () => {
  expect(fillPlaceholders('Part {number} of {total}, {number}', { number: 2, total: 6 })).toBe(
    'Part 2 of 6, 2',
  )
})

test('a placeholder without a value stays visible, and a value is never read as a pattern', () => {
  expect(fillPlaceholders('Call {practice}', {})).toBe('Call {practice}')
  expect(fillPlaceholders('Call {practice}', { practice: '$& {phone}' })).toBe('Call $& {phone}')
})

test('a language has the forms that its numbers need', () => {
  const tries = { one: '{count} raz', few: '{count} razy', many: '{count} razów', other: '{count} raza' }
  const said = [1, 3, 5, 22].map((count) => fillCount(tries, count, 'pl'))
  expect(said).toEqual(['1 raz', '3 razy', '5 razów', '22 razy'])
  expect(fillCount({ one: 'x', other: '{count} 次' }, 1, 'zh-Hans')).toBe('1 次')
})

test('the number decides which text is used', () => {
  const tries = { one: '1 more time', other: '{count} more times' }
  expect(fillCount(tries, 1, 'en-GB')).toBe('1 more time')
  expect(fillCount(tries, 3, 'en-GB')).toBe('3 more times')
  expect(fillCount(tries, 0, 'en-GB')).toBe('0 more times')
})
