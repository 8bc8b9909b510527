import { expect, test } from 'vitest'
import type { FeeOfDay } from '../../../contract/charges.ts'
import { chargeOffers } from './charge-offers.ts'

const fee = (given: Partial<FeeOfDay>): FeeOfDay => ({
  ...{ pricePence: null, unit: 'treatment', band: null, bandPence: null },
  ...given,
})

test('a fee per tooth is asked for each tooth', () => {
  expect(chargeOffers(fee({ pricePence: 9500, unit: 'tooth' }), 2)).toEqual([
    { price: '£190', band: 'private', label: '£190 private', note: 'fee list, per tooth' },
  ])
})

test('a band stands with what the NHS charges for it, where that is known', () => {
  const both = fee({ pricePence: 9500, band: 'band-2', bandPence: 7660 })
  expect(chargeOffers(both, 1).map(({ label }) => label)).toEqual(['£95 private', '£76.60 NHS band 2'])
  expect(chargeOffers(fee({ band: 'by-item' }), 1)).toEqual([
    { price: '', band: 'by-item', label: 'NHS by item', note: 'fee list' },
  ])
})

test('a list without this treatment offers nothing', () => {
  expect(chargeOffers(null, 1)).toEqual([])
})
