import { expect, it } from 'vitest'
import { isSignatureDrawn, signature_ink_px_min, signature_span_px_min } from './drawn-strokes.ts'

type Point = [x: number, y: number]
const stroke = (...points: Point[]) => ({ points: points.map(([x, y]) => ({ x, y })) })
const repeated = (count: number, pointAt: (step: number) => Point) =>
  stroke(...Array.from({ length: count }, (_, step) => pointAt(step)))
const circle = (radius: number, steps = 24) =>
  repeated(steps + 1, (step) => {
    const angle = (step / steps) * 2 * Math.PI
    return [50 + radius * Math.cos(angle), 50 + radius * Math.sin(angle)]
  })
const dots = (count: number, apart: number) =>
  Array.from({ length: count }, (_, at) => stroke([at * apart, 50]))
/** As long as this, in so many strokes of one length, one below the other. */
const dashes = (count: number, length: number, apart: number) =>
  Array.from({ length: count }, (_, at) => stroke([0, at * apart], [length, at * apart]))

it.each([
  ['a line just long enough', [stroke([0, 0], [signature_ink_px_min, 0])]],
  ['the same upright', [stroke([0, 0], [0, signature_ink_px_min])]],
  ['the same from right to left', [stroke([signature_ink_px_min, 0], [0, 0])]],
  ['the same aslant', [stroke([0, 0], [29, 29])]],
  ['the same outside the field', [stroke([-100, -100], [-100 + signature_ink_px_min, -100])]],
  ['the same of many points', [repeated(signature_ink_px_min + 1, (step) => [step, 0])]],
  ['the same between others on one spot', [stroke([0, 0], [0, 0], [40, 0], [40, 0])]],
  ['a cross of two strokes', [stroke([0, 0], [25, 25]), stroke([25, 0], [0, 25])]],
  ['a plus of two strokes', [stroke([0, 10], [20, 10]), stroke([10, 0], [10, 20])]],
  ['a tick', [stroke([0, 20], [10, 30], [40, 0])]],
  ['initials', [stroke([0, 30], [10, 0], [20, 30]), stroke([30, 0], [30, 30], [45, 15])]],
  ['one letter in one stroke', [stroke([0, 0], [0, 30], [15, 15], [0, 0])]],
  ['a loop that ends where it began', [stroke([0, 0], [20, 20], [40, 0], [20, -20], [0, 0])]],
  ['a circle', [circle(10)]],
  ['a circle of few points', [circle(12, 6)]],
  ['a wave', [repeated(30, (step) => [step * 5, 50 + (step % 2) * 8])]],
  ['Chinese strokes', [...dashes(3, 15, 10), stroke([7, 0], [7, 30])]],
  ['there and back, as wide as is asked', [stroke([0, 0], [signature_span_px_min, 0], [0, 0])]],
  ['strokes that are long enough together', dashes(4, 10, 8)],
  ['a line with dots beside it', [stroke([0, 0], [40, 0]), ...dots(5, 3)]],
  ['an i: a line and its dot', [stroke([0, 20], [0, 60]), stroke([0, 5])]],
  ['a name that fills the field', [repeated(600, (step) => [step, 100 + 60 * Math.sin(step / 9)])]],
])('%s is a signature', (_what, strokes) => {
  expect(isSignatureDrawn(strokes)).toBe(true)
})

it.each([
  ['nothing', []],
  ['a stroke without a point', [stroke()]],
  ['strokes without a point', [stroke(), stroke(), stroke()]],
  ['one point', [stroke([50, 50])]],
  ['one point at the corner', [stroke([0, 0])]],
  ['two points on one spot', [stroke([50, 50], [50, 50])]],
  ['ten points on one spot', [repeated(10, () => [50, 50])]],
  ['a thousand points on one spot', [repeated(1000, () => [50, 50])]],
  ['two dots far apart', [stroke([0, 0]), stroke([300, 100])]],
  ['many dots over the field', dots(10, 20)],
  ['many dots side by side', dots(60, 1)],
  ['a line a little too short', [stroke([0, 0], [signature_ink_px_min - 1, 0])]],
  ['an upright line a little too short', [stroke([0, 0], [0, signature_ink_px_min - 1])]],
  ['a slanting line a little too short', [stroke([0, 0], [28, 28])]],
  ['a slip of the finger', [stroke([50, 50], [53, 51], [55, 54])]],
  ['much ink on a spot', [repeated(60, (step) => [50 + (step % 2) * 5, 50])]],
  ['much ink on an upright spot', [repeated(60, (step) => [50, 50 + (step % 2) * 5])]],
  ['a small circle drawn many times', Array.from({ length: 9 }, () => circle(5))],
  [
    'ink within less than the span',
    [stroke([0, 0], [signature_span_px_min - 1, 0], [0, 0], [10, 0], [0, 0])],
  ],
  ['a square within less than the span', [stroke([0, 0], [13, 0], [13, 13], [0, 13], [0, 0])]],
  ['strokes that are too short together', dashes(3, 10, 20)],
  ['a short line with dots far from it', [stroke([0, 0], [30, 0]), ...dots(5, 60)]],
])('%s is none', (_what, strokes) => {
  expect(isSignatureDrawn(strokes)).toBe(false)
})
