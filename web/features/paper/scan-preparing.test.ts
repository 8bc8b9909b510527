import { expect, test } from 'vitest'
import { fitScanSize } from './scan-preparing.ts'

test.each([
  ['a photo of a phone', { width: 4032, height: 3024 }, { width: 2600, height: 1950 }],
  ['one that stands upright', { width: 3024, height: 4032 }, { width: 1950, height: 2600 }],
  ['what is small enough, as it is', { width: 1240, height: 1754 }, { width: 1240, height: 1754 }],
])('%s is fitted', (_what, size, fitted) => {
  expect(fitScanSize(size)).toEqual(fitted)
})
