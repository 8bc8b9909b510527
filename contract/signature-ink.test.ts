import { expect, it } from 'vitest'
import { hasInk, signature_ink_px_min, signature_span_px_min } from './signature-ink.ts'

const stroke = (...points: [x: number, y: number][]) => ({ points: points.map(([x, y]) => ({ x, y })) })
const spot = stroke(...Array.from({ length: 10 }, (): [number, number] => [50, 50]))
const scribble = stroke(
  ...Array.from({ length: 60 }, (_, step): [number, number] => [50 + (step % 2) * 5, 50]),
)

it.each([
  ['a line just long enough', [stroke([0, 0], [signature_ink_px_min, 0])]],
  ['a cross of two strokes', [stroke([0, 0], [25, 25]), stroke([25, 0], [0, 25])]],
  ['initials', [stroke([0, 30], [10, 0], [20, 30]), stroke([30, 0], [30, 30], [45, 15])]],
  ['a loop that ends where it began', [stroke([0, 0], [20, 20], [40, 0], [20, -20], [0, 0])]],
])('%s is a signature', (_what, strokes) => {
  expect(hasInk(strokes)).toBe(true)
})

it.each([
  ['nothing', []],
  ['one point', [stroke([50, 50])]],
  ['ten points on one spot', [spot]],
  ['many dots over the field', Array.from({ length: 10 }, (_, at) => stroke([at * 20, 50]))],
  ['a line a little too short', [stroke([0, 0], [signature_ink_px_min - 1, 0])]],
  ['much ink on a spot', [scribble]],
  [
    'ink within less than the span',
    [stroke([0, 0], [signature_span_px_min - 1, 0], [0, 0], [10, 0], [0, 0])],
  ],
])('%s is none', (_what, strokes) => {
  expect(hasInk(strokes)).toBe(false)
})
