import { describe, expect, it } from 'vitest'
import { quotedPrice, type FeeQuote } from '../../../contract/charges.ts'
import {
  applyingFees,
  bandPriceOn,
  chargesInForce,
  effectiveFees,
  isOutdated,
  isSuperseded,
  listPriceDifferences,
  taxYearStart,
} from './fee-rules.ts'

const createdAt = new Date('2025-01-01T09:00:00Z')
const row = (id: string, effectiveFrom: string, more: { endsOn?: string; createdAt?: Date } = {}) => ({
  ...{ id, effectiveFrom, endsOn: null, createdAt },
  ...more,
})

describe('the fee of a day', () => {
  const history = [row('b', '2026-06-01'), row('a', '2026-01-01'), row('c', '2027-01-01')]
  it.each([
    ['before the first', '2025-12-31', null, 'a'],
    ['on its first day', '2026-01-01', 'a', 'b'],
    ['on the last day before a change', '2026-05-31', 'a', 'b'],
    ['on the day of a change', '2026-06-01', 'b', 'c'],
    ['after the last', '2030-01-01', 'c', null],
  ])('%s', (_name, day, current, coming) => {
    const found = applyingFees(history, day)
    expect([found.current?.id ?? null, found.coming?.id ?? null]).toEqual([current, coming])
  })

  it('is the one entered last, where several are from one day', () => {
    const corrected = row('a', '2026-06-01', { createdAt: new Date('2025-01-02T09:00:00Z') })
    const found = applyingFees([corrected, row('z', '2026-06-01')], '2026-06-01')
    expect(found.current?.id).toBe('a')
    expect(applyingFees([corrected, row('z', '2026-06-01')], '2026-05-31').coming?.id).toBe('a')
  })

  it('is none once it was ended, whatever applied before it, and a change that was cancelled never comes', () => {
    const ended = [
      row('a', '2026-01-01', { endsOn: '2026-07-01' }),
      row('b', '2026-06-01', { endsOn: '2026-07-01' }),
    ]
    expect(applyingFees(ended, '2026-06-30').current?.id).toBe('b')
    expect(applyingFees(ended, '2026-07-01').current).toBeNull()
    const cancelled = [row('a', '2026-01-01'), row('b', '2027-01-01', { endsOn: '2027-01-01' })]
    expect(applyingFees(cancelled, '2026-07-01')).toMatchObject({ current: { id: 'a' }, coming: null })
  })

  it.each(['2026-12-31', '2027-01-01', '2027-01-02'])(
    'is what it was before a change that was cancelled, on %s',
    (day) => {
      const cancelled = [row('a', '2026-01-01'), row('b', '2027-01-01', { endsOn: '2027-01-01' })]
      expect(applyingFees(cancelled, day)).toMatchObject({ current: { id: 'a' }, coming: null })
    },
  )
})

describe('a fee from a past day is in vain', () => {
  const today = '2026-07-01'
  const begun = row('a', '2026-06-01')
  it.each([
    ['where one from a later day applies today', '2026-05-31', [begun], true],
    ['where one from a later day has ended', '2026-05-31', [{ ...begun, endsOn: '2026-06-10' }], true],
    ['not where it is from the same day', '2026-06-01', [begun], false],
    ['not where it is to come', '2026-08-01', [begun], false],
    ['not where the later one is to come', '2026-05-31', [row('a', '2026-08-01')], false],
    ['not where the later one never applied', '2026-05-31', [{ ...begun, endsOn: '2026-06-01' }], false],
    ['not where there is none', '2020-01-01', [], false],
  ])('%s', (_name, day, rows, isInVain) => {
    expect(isSuperseded(day, { rows, today })).toBe(isInVain)
  })
})

const fee = (unit: FeeQuote['unit'], pricePence: number | null = 9000): FeeQuote => ({
  ...{ pricePence, unit, band: null },
})

it.each([
  ['per treatment, however many teeth', fee('treatment'), 3, 9000],
  ['per tooth', fee('tooth'), 3, 27_000],
  ['per tooth, of one that is not named yet', fee('tooth'), 0, 9000],
  ['per visit: how many is not known', fee('visit'), 1, null],
  ['an NHS band alone', fee('tooth', null), 1, null],
  ['no fee', null, 1, null],
])('%s', (_name, quote, teeth, price) => {
  expect(quotedPrice(quote, teeth)).toBe(price)
})

it('tells which private prices are not those of the list', () => {
  const quotes = new Map([
    ['crown', fee('treatment')],
    ['filling', fee('tooth')],
    ['whitening', fee('visit')],
  ])
  const item = (templateId: string, pricePence: number | null, teeth: string[] = []) => ({
    ...{ templateId, pricePence, teeth, band: null },
  })
  const items = [
    item('crown', 8000),
    item('crown', 9000),
    item('crown', null),
    { ...item('crown', 7660), band: 'band-2' as const },
    { ...item('crown', 8500), band: 'private' as const },
    item('filling', 18_000, ['46', '47']),
    item('filling', 9000, ['46', '47']),
    item('whitening', 1),
    item('unlisted', 1),
  ]
  expect(listPriceDifferences(items, quotes)).toEqual([
    { templateId: 'crown', pricePence: 8000, listPricePence: 9000 },
    { templateId: 'crown', pricePence: 8500, listPricePence: 9000 },
    { templateId: 'filling', pricePence: 9000, listPricePence: 18_000 },
  ])
})

it.each([
  ['2026-03-31', '2025-04-01'],
  ['2026-04-01', '2026-04-01'],
  ['2026-12-31', '2026-04-01'],
  ['2027-01-01', '2026-04-01'],
])('%s is in the tax year from %s', (day, start) => expect(taxYearStart(day)).toBe(start))

describe('what the NHS charges', () => {
  const checkedOn = '2026-11-29'
  const charges = [
    { nation: 'england', from: '2027-04-01', checkedOn },
    { nation: 'england', from: '2026-04-01', checkedOn },
    { nation: 'scotland', from: null, checkedOn },
  ]
  it.each([
    ['england', '2026-11-29', '2026-04-01'],
    ['england', '2027-03-31', '2026-04-01'],
    ['england', '2027-04-01', '2027-04-01'],
    ['england', '2020-01-01', '2026-04-01'],
    ['scotland', '2020-01-01', null],
  ])('in %s on %s', (nation, day, from) => {
    expect(chargesInForce(charges, { nation, day })?.from).toBe(from)
  })

  it('is outdated from 1 April on, by the day it applies from, else by the day it was checked', () => {
    const [, england, scotland] = charges
    expect(isOutdated(england!, '2027-03-31')).toBe(false)
    expect(isOutdated(england!, '2027-04-01')).toBe(true)
    expect(isOutdated(scotland!, '2027-03-31')).toBe(false)
    expect(isOutdated(scotland!, '2027-04-01')).toBe(true)
  })

  it.each([
    ['on its first day', '2026-04-01', 'band-2', 7660],
    ['on the last day of its tax year', '2027-03-31', 'band-2', 7660],
    ['for no band', '2026-11-29', null, null],
    ['for a band without a charge', '2026-11-29', 'by-item', null],
    ['before it begins', '2026-03-31', 'band-2', null],
    ['once it is outdated', '2027-04-01', 'band-2', null],
  ] as const)('is quoted for a band, or not: %s', (_name, day, band, pence) => {
    const entry = { ...charges[1]!, bands: [{ band: 'band-2' as const, pricePence: 7660 }] }
    expect(bandPriceOn(entry, band, day)).toBe(pence)
  })
})

describe('the fee of a practice of a group', () => {
  const own = (id: string, effectiveFrom: string, more: { endsOn?: string } = {}) => ({
    ...row(id, effectiveFrom, more),
    groupId: null,
  })
  const shared = (id: string, effectiveFrom: string) => ({ ...row(id, effectiveFrom), groupId: 'g' })
  const group = [shared('g', '2026-01-01'), shared('g2', '2026-09-01')]
  it.each([
    ['the group’s, where it has none', group, ['g', 'g2', null]],
    ['its own, over the group’s', [...group, own('o', '2026-02-01')], ['o', null, 'g']],
    [
      'the group’s, once its own has ended',
      [...group, own('o', '2026-02-01', { endsOn: '2026-05-01' })],
      ['g', 'g2', null],
    ],
    ['the group’s, until its own begins first', [...group, own('o', '2026-08-01')], ['g', 'o', null]],
    ['the group’s, until that changes first', [...group, own('o', '2026-10-01')], ['g', 'g2', null]],
    ['its own of the day on which both change', [...group, own('o', '2026-09-01')], ['g', 'o', null]],
    ['its own, without a group', [own('o', '2026-02-01'), own('p', '2026-08-01')], ['o', 'p', null]],
    ['none', [], [null, null, null]],
  ])('is %s', (_name, rows, ids) => {
    const { current, coming, overridden } = effectiveFees(rows, '2026-06-01')
    expect([current, coming, overridden].map((fee) => fee?.id ?? null)).toEqual(ids)
  })

  it.each([
    ['with the group’s before it', [...group, own('o', '2026-10-01')], 'o'],
    ['before the group’s', [...group, own('o', '2026-08-01')], 'o'],
    ['after its own', [...group, own('o', '2026-02-01'), own('p', '2026-08-01')], 'p'],
    ['or none', group, null],
  ])('has its own next change %s', (_name, rows, id) => {
    expect(effectiveFees(rows, '2026-06-01').ownComing?.id ?? null).toBe(id)
  })
})
