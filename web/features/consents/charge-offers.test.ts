import { expect, test } from 'vitest'
import type { FeeOfDay } from '../../../contract/charges.ts'
import { chargeOffers, listedCharge } from './charge-offers.ts'

const fee = (given: Partial<FeeOfDay>): FeeOfDay => ({
  ...{ pricePence: null, unit: 'treatment', band: null, bandPence: null, isFromGroup: false },
  ...given,
})

const at = (...teeth: string[]) => ({ teeth, area: null })
const upper = { teeth: [], area: 'upper-arch' as const }

test('a fee of the group is said to be that', () => {
  const notes = chargeOffers(fee({ pricePence: 9500, band: 'band-2', isFromGroup: true }), at('26'))
  expect(notes.map(({ note }) => note)).toEqual(['group fee list', 'group fee list'])
})

test('a fee per tooth is asked for each tooth, and none of a part of the mouth', () => {
  const perTooth = fee({ pricePence: 9500, unit: 'tooth' })
  expect(chargeOffers(perTooth, at('26', '27'))).toEqual([
    { price: '£190', band: 'private', label: '£190 private', note: 'fee list, per tooth' },
  ])
  expect(chargeOffers(perTooth, upper)).toEqual([])
  expect(chargeOffers(fee({ pricePence: 9500 }), upper)).toHaveLength(1)
})

test('a band stands with what the NHS charges for it, where that is known', () => {
  const both = fee({ pricePence: 9500, band: 'band-2', bandPence: 7660 })
  expect(chargeOffers(both, at('26')).map(({ label }) => label)).toEqual(['£95 private', '£76.60 NHS band 2'])
  expect(chargeOffers(fee({ band: 'by-item' }), at('26'))).toEqual([
    { price: '', band: 'by-item', label: 'NHS item of service', note: 'fee list' },
  ])
})

test('a list without this treatment offers nothing', () => {
  expect(chargeOffers(null, at('26'))).toEqual([])
})

test('a private fee alone stands there; of a band alone its name, without a price', () => {
  expect(listedCharge(fee({ pricePence: 9500 }), at('26'))).toMatchObject({ price: '£95', band: 'private' })
  expect(listedCharge(fee({ band: 'band-2', bandPence: 7660 }), at('26'))).toEqual({
    price: '',
    band: 'band-2',
  })
})

test.each([
  ['a choice between private and NHS', { pricePence: 9500, band: 'band-2' as const }],
  ['a fee per visit', { pricePence: 9500, unit: 'visit' as const }],
])('%s is left to a person', (_what, given) => {
  expect(listedCharge(fee(given), at('26'))).toBeNull()
})
