import { expect, test } from 'vitest'
import { parseCharge, parsePrice } from './charges.ts'
import { price_pence_max } from './limits.ts'

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
  expect(parsePrice(text, price_pence_max)).toBe(pence)
})

test.each([
  ['£90', { pricePence: 9000, band: null }],
  ['£73.50 (NHS band 2)', { pricePence: 7350, band: 'band-2' }],
  ['NHS band 3', { pricePence: null, band: 'band-3' }],
  ['£1,200 (Private)', { pricePence: 120_000, band: 'private' }],
  ['£27.40 NHS urgent', { pricePence: 2740, band: 'urgent' }],
  ['about £50', null],
  ['100,000.01 (NHS band 2)', null],
  ['', null],
])('%s is the charge %o', (text, charge) => {
  expect(parseCharge(text, price_pence_max)).toEqual(charge)
})
