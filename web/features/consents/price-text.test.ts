import { expect, test } from 'vitest'
import { penceOf } from '../../../contract/charges.ts'
import { price_pence_max } from '../../../contract/limits.ts'
import { isNoPrice, priceText } from './price-text.ts'

test.each([
  [null, ''],
  [0, '£0'],
  [7350, '£73.50'],
  [123_400, '£1,234'],
])('%s pence are shown as %s, and read back as the same', (pence, text) => {
  expect(priceText(pence)).toBe(text)
  expect(penceOf(text, price_pence_max)).toBe(pence)
})

test('an empty field is no wrong price', () => {
  expect(isNoPrice(' ')).toBe(false)
  expect(isNoPrice('about £50')).toBe(true)
})
