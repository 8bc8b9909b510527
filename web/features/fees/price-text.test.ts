import { expect, test } from 'vitest'
import { parsePrice } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import { isInvalidPrice, formatPrice } from './price-text.ts'

test.each([
  [null, ''],
  [0, '£0'],
  [7350, '£73.50'],
  [123_400, '£1,234'],
])('%s pence are shown as %s, and read back as the same', (pence, text) => {
  expect(formatPrice(pence)).toBe(text)
  expect(parsePrice(text, price_pence_max)).toBe(pence)
})

test('an empty field is no wrong price', () => {
  expect(isInvalidPrice(' ')).toBe(false)
  expect(isInvalidPrice('about £50')).toBe(true)
})
