import { describe, expect, test } from 'vitest'
import { chanceRangesOf, ownFigureStateOf, showableRisks, wilsonInterval } from './own-figures.ts'

test.each([
  [100, 99, 'too-few'],
  [100, 100, 'enough'],
  [0, 0, 'too-few'],
  // 80 in 100 is enough, one less is not.
  [150, 120, 'enough'],
  [151, 120, 'follow-up-low'],
  [1000, 500, 'follow-up-low'],
])('of %i treated, %i followed up: %s', (treated, followed, state) => {
  expect(ownFigureStateOf({ treated, followed })).toBe(state)
})

test('a risk that was listed for fewer than 100 of those followed up is not shown', () => {
  const risks = [
    { label: 'Numb lip', known: 100, occurred: 1 },
    { label: 'Dry socket', known: 99, occurred: 9 },
  ]
  expect(showableRisks({ treated: 120, followed: 110, risks }).map(({ label }) => label)).toEqual([
    'Numb lip',
  ])
  expect(showableRisks({ treated: 120, followed: 95, risks })).toEqual([])
})

describe('the interval of Wilson', () => {
  // Newcombe 1998, Statistics in Medicine 17: 857-872, table I, method 3.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('%i of %i', (occurred, known, low, high) => {
    const interval = wilsonInterval(occurred, known)
    expect(interval.low).toBeCloseTo(low, 4)
    expect(interval.high).toBeCloseTo(high, 4)
  })

  test('holds at the ends', () => {
    expect(wilsonInterval(0, 0)).toEqual({ low: 0, high: 1 })
    expect(wilsonInterval(100, 100)).toMatchObject({ high: 1 })
  })
})

test('what chance leaves open is rounded outwards, and alike for risks that stand together', () => {
  expect(chanceRangesOf([{ known: 120, occurred: 0 }])).toEqual([{ from: 0, to: 4, of: 100 }])
  expect(chanceRangesOf([{ known: 200, occurred: 20 }])).toEqual([{ from: 6, to: 15, of: 100 }])
  expect(
    chanceRangesOf([
      { known: 120, occurred: 3 },
      { known: 120, occurred: 0 },
    ]),
  ).toEqual([
    { from: 8, to: 71, of: 1000 },
    { from: 0, to: 32, of: 1000 },
  ])
})
