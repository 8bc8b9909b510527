import { expect, test } from 'vitest'
import { drawIconArray } from './icon-array-picture.ts'

/** How many marks each tone has, in the order dark, lighter, rest. */
function countsOf(figure: { from: number; to: number; of: number }) {
  const svg = new TextDecoder().decode(drawIconArray(figure))
  const paths = [...svg.matchAll(/<path d="([^"]*)" [^>]*?="(#\w+)"/g)]
  return paths.map(([, d, colour]) => [colour, d!.match(/M/g)!.length])
}

const [dark, lighter, rest] = ['#0b4450', '#85aab1', '#dde5e8']

test.each([
  [
    '3 of 120',
    { from: 3, to: 3, of: 120 },
    [
      [dark, 3],
      [rest, 117],
    ],
  ],
  [
    '2 to 20 of 100',
    { from: 2, to: 20, of: 100 },
    [
      [dark, 2],
      [lighter, 18],
      [rest, 80],
    ],
  ],
  [
    '5 to 20 of 1,000',
    { from: 5, to: 20, of: 1000 },
    [
      [dark, 5],
      [lighter, 15],
      [rest, 980],
    ],
  ],
  ['all', { from: 100, to: 100, of: 100 }, [[dark, 100]]],
  [
    'none at least',
    { from: 0, to: 1, of: 100 },
    [
      [lighter, 1],
      [rest, 99],
    ],
  ],
])('%s', (_what, figure, counts) => {
  expect(countsOf(figure)).toEqual(counts)
})

test('rows are full: 20 people, or 40 dots', () => {
  const sizeOf = (of: number) =>
    /viewBox="0 0 (\d+) (\d+)"/
      .exec(new TextDecoder().decode(drawIconArray({ from: 1, to: 1, of })))!
      .slice(1)
  expect([sizeOf(100), sizeOf(120), sizeOf(1000)]).toEqual([
    ['200', '50'],
    ['200', '60'],
    ['400', '250'],
  ])
})
