import { expect, it } from 'vitest'
import { maxValue, buildLinePath } from './chart-path.ts'

it('draws the highest value at the top and nothing at the bottom', () => {
  expect(buildLinePath([0, 10, 5], { width: 100, height: 50, highest: 10 })).toBe('M0 50L50 0L100 25')
})

it('draws a month without anything along the bottom, and no line of nothing', () => {
  const highest = maxValue([0, 0])
  expect(buildLinePath([0, 0], { width: 10, height: 10, highest })).toBe('M0 10L10 10')
  expect(buildLinePath([], { width: 10, height: 10, highest })).toBe('')
})
