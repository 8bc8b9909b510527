import { expect, test } from 'vitest'
import { percentText } from './percentage-bar.tsx'

test.each([
  [0, '0%'],
  [0.001, 'under 1%'],
  [0.01, '1%'],
  [0.5, '50%'],
  [0.996, 'over 99%'],
  [1, '100%'],
])('%d is told as %s', (share, text) => {
  expect(percentText(share)).toBe(text)
})
