import { expect, it } from 'vitest'
import { bandOptions, bandText, comingTexts, feeText, importSummary } from './fee-words.ts'

const england = {
  bands: [
    { band: 'band-1' as const, pricePence: 2790 },
    { band: 'urgent' as const, pricePence: 2790 },
  ],
}
const scotland = { bands: [] }

it.each([
  [{ pricePence: 9000, unit: 'tooth', band: null } as const, '£90 per tooth'],
  [{ pricePence: 45_050, unit: 'treatment', band: 'band-3' } as const, '£450.50 per treatment, NHS band 3'],
  [{ pricePence: null, unit: 'treatment', band: 'by-item' } as const, 'NHS item of service'],
])('%o is %s', (fee, text) => expect(feeText(fee)).toBe(text))

it('names the charge of a band where the nation has one', () => {
  expect(bandText('band-1', england)).toBe('NHS band 1, £27.90')
  expect(bandText('band-1', scotland)).toBe('NHS band 1')
})

it('offers the bands of the nation, and what was chosen before', () => {
  const valuesOf = (...given: Parameters<typeof bandOptions>) =>
    bandOptions(...given).map(({ value }) => value)
  expect(valuesOf(england, null)).toEqual(['band-1', 'urgent', 'exempt'])
  expect(valuesOf(scotland, null)).toEqual(['by-item', 'exempt'])
  expect(valuesOf(scotland, 'band-1')).toEqual(['band-1', 'by-item', 'exempt'])
})

it('names what applies next, and an own change that comes after the group’s', () => {
  const fee = (effectiveFrom: string, group: string | null) => ({
    ...{ id: effectiveFrom, pricePence: 9000, unit: 'tooth' as const, band: null, effectiveFrom, group },
  })
  const [own, shared] = [fee('2027-04-01', null), fee('2027-03-01', 'Tooth & Co')]
  expect(comingTexts({ coming: null, ownComing: null })).toEqual([])
  expect(comingTexts({ coming: own, ownComing: own })).toEqual(['Then £90 per tooth from 1 Apr 2027'])
  expect(comingTexts({ coming: shared, ownComing: own })).toEqual([
    'Then £90 per tooth from 1 Mar 2027, from Tooth & Co',
    'Then your own fee: £90 per tooth from 1 Apr 2027',
  ])
})

it.each([
  [[1, 0, 0, 0], '1 fee to import'],
  [[1, 2, 3, 1], '3 fees to import, 3 unchanged, 1 row cannot be used'],
  [[0, 0, 0, 2], '0 fees to import, 2 rows cannot be used'],
])('%o reads %s', ([added = 0, changed = 0, unchanged = 0, unusable = 0], text) =>
  expect(importSummary({ new: added, changed, unchanged, unusable })).toBe(text),
)
