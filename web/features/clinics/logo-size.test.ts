import { expect, test } from 'vitest'
import { fitLogoSize } from './logo-size.ts'

test.each([
  ['a small one stays', 300, 100, { width: 300, height: 100 }],
  ['a wide one fits its width', 3000, 1000, { width: 960, height: 320 }],
  ['a square one fits its height', 2000, 2000, { width: 480, height: 480 }],
  ['a tall one fits its height', 500, 5000, { width: 48, height: 480 }],
  ['a line keeps a pixel', 100_000, 10, { width: 960, height: 1 }],
])('%s', (_what, width, height, size) => expect(fitLogoSize(width, height, 960)).toEqual(size))
