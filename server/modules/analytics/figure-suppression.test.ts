import { expect, it } from 'vitest'
import { findSuppressed, suppressSmallGroups } from './figure-suppression.ts'

it.each<[string, number[], boolean[]]>([
  ['large groups hide none', [5, 20, 7], [false, false, false]],
  ['groups of nobody tell of nobody', [0, 20, 0], [false, false, false]],
  ['a single small one takes the next smallest along', [4, 20, 7], [true, false, true]],
  ['two that are few together take another along', [1, 2, 30, 6], [true, true, false, true]],
  ['two that are enough together need none', [3, 4, 30, 6], [true, true, false, false]],
  ['with one other that one is hidden too', [1, 400], [true, true]],
  ['none is left where all are small', [1, 2], [true, true]],
  ['nobody beside a small one is no cover', [3, 0, 9], [true, false, true]],
])('%s', (_what, sizes, hidden) => {
  expect(findSuppressed(sizes, 5)).toEqual(hidden)
})

it('whatever the sizes, what is hidden is nobody, or at least two groups of at least so many together', () => {
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let round = 0; round < 2000; round++) {
    const sizes = Array.from({ length: 1 + random(8) }, () => random(14))
    const total = sizes.reduce((sum, size) => sum + size, 0)
    if (total < 5) continue
    const hidden = sizes.filter((_, at) => findSuppressed(sizes, 5)[at])
    const together = hidden.reduce((sum, size) => sum + size, 0)
    expect(hidden.length === 0 || (together >= 5 && hidden.length !== 1)).toBe(true)
    expect(sizes.every((size, at) => size === 0 || size >= 5 || findSuppressed(sizes, 5)[at])).toBe(true)
  }
})

const group = (name: string, size: number) => ({ key: name, name, size, figures: { size } })

it('groups without figures stand last by name, so that their place tells nothing', () => {
  const told = suppressSmallGroups([group('Crown', 30), group('Veneer', 4), group('Bridge', 3)], 5)
  expect(told).toEqual([
    { key: 'Crown', name: 'Crown', figures: { size: 30 }, hiddenReason: '' },
    { key: 'Bridge', name: 'Bridge', figures: null, hiddenReason: 'Fewer than 5' },
    { key: 'Veneer', name: 'Veneer', figures: null, hiddenReason: 'Fewer than 5' },
  ])
})

it('a group that is hidden for a smaller one says so', () => {
  const reasons = (sizes: Record<string, number>) =>
    suppressSmallGroups(
      Object.entries(sizes).map(([name, size]) => group(name, size)),
      5,
    ).flatMap(({ name, hiddenReason }) => (hiddenReason ? `${name}: ${hiddenReason}` : []))
  expect(reasons({ September: 9, October: 2, November: 30 })).toEqual([
    'October: Fewer than 5',
    'September: Hidden so that October cannot be worked out',
  ])
  expect(reasons({ September: 9, October: 1, November: 1, December: 1, January: 30 })).toEqual([
    'December: Fewer than 5',
    'November: Fewer than 5',
    'October: Fewer than 5',
    'September: Hidden so that smaller groups cannot be worked out',
  ])
})

it('where groups overlap only the small ones are hidden', () => {
  const told = suppressSmallGroups([group('Risks', 30), group('Benefits', 4)], 5, { isWhole: false })
  expect(told.map(({ figures }) => figures !== null)).toEqual([true, false])
})
