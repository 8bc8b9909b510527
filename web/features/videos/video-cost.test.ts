import { expect, test } from 'vitest'
import { barFraction, parseCount, dollarText, monthlyCosts } from './video-cost.ts'

const totals = (videos: number, megabytesEach: number, viewsAMonth: number) =>
  monthlyCosts({ videos, megabytesEach, viewsAMonth }).map(({ total }) => Number(total.toFixed(4)))

test.each([
  // 100 videos of 51.2 MB are 5 GB, 2,000 views 100 GB: 0.10 + 12; 0.10 + 0; 0.20 + 4; 0.115 + 8.50.
  ['a practice', [100, 51.2, 2000], [12.1, 0.1, 4.2, 8.615]],
  // 1 GB; 20,480 views of 1 GB: 0.02 + 2,457.60; 0.02 + 10,240 × 0.08; 0.04 + 819.20; 0.023 + 1,740.80.
  ['twice what a CDN gives free', [1, 1024, 20_480], [2457.62, 819.22, 819.24, 1740.823]],
  // The last gigabyte that is free, and the first that is not.
  ['all that is free', [1, 1024, 10_240], [1228.82, 0.02, 409.64, 870.423]],
  ['one gigabyte more', [1, 1024, 10_241], [1228.94, 0.1, 409.68, 870.508]],
  ['nothing', [0, 50, 0], [0, 0, 0, 0]],
] as const)('%s costs as worked out by hand', (_, [videos, each, views], expected) =>
  expect(totals(videos, each, views)).toEqual(expected),
)

test('figures as people read and type them', () => {
  expect([0, 0.004, 0.005, 1234.5].map(dollarText)).toEqual([
    '$0.00',
    'less than $0.01',
    '$0.01',
    '$1,234.50',
  ])
  expect(['1,200', ' 7.5 ', '', '-1', 'many', '101'].map((text) => parseCount(text, 1200))).toEqual([
    1200,
    7.5,
    null,
    null,
    null,
    101,
  ])
  expect(parseCount('101', 100)).toBeNull()
  const costs = monthlyCosts({ videos: 100, megabytesEach: 51.2, viewsAMonth: 2000 })
  expect(costs.map(({ total }) => Number(barFraction(total, costs).toFixed(3)))).toEqual([
    1, 0.008, 0.347, 0.712,
  ])
  expect(barFraction(0, monthlyCosts({ videos: 0, megabytesEach: 1, viewsAMonth: 0 }))).toBe(0)
})
