import { expect, test } from 'vitest'
import { isInvalidPrice, parsePrice, formatPrice } from './price-text.ts'

test.each([
  ['£1,234.50', 123_450],
  ['1234.5', 123_450],
  [' £90 ', 9000],
  ['0', 0],
  ['£73.50', 7350],
  ['100,000', 10_000_000],
  ['100,000.01', null],
  ['12,34', null],
  ['£73.50 (NHS band 2)', null],
  ['£1.234', null],
  ['-5', null],
  ['', null],
])('%s is %s pence', (text, pence) => {
  expect(parsePrice(text)).toBe(pence)
})

test.each([
  [null, ''],
  [0, '£0'],
  [7350, '£73.50'],
  [123_400, '£1,234'],
])('%s pence are shown as %s, and read back as the same', (pence, text) => {
  expect(formatPrice(pence)).toBe(text)
  expect(parsePrice(text)).toBe(pence)
})

test('an empty field is no wrong price', () => {
  expect(isInvalidPrice(' ')).toBe(false)
  expect(isInvalidPrice('about £50')).toBe(true)
})
