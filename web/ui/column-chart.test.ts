import { expect, test } from 'vitest'
import { axisMax } from './column-chart.tsx'

test.each([
  [[0, 0], 1],
  [[1], 1],
  [[3, 2], 5],
  [[7], 10],
  [[18], 20],
  [[100], 100],
  [[101], 200],
  [[512_000], 1_000_000],
])('nothing in %j is higher than the axis, which ends at %d', (values, top) => {
  expect(axisMax(values)).toBe(top)
})
