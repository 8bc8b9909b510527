import { expect, test } from 'vitest'
import { fitPictureSize } from './picture-sizing.ts'

test.each([
  ['a large landscape', 4000, 3000, { width: 2048, height: 1536 }],
  ['a large portrait', 3000, 4000, { width: 1536, height: 2048 }],
  ['a small one', 640, 480, { width: 640, height: 480 }],
  ['one just as large', 2048, 12, { width: 2048, height: 12 }],
  ['a strip, which stays visible', 1, 9000, { width: 1, height: 2048 }],
])('%s', (_what, width, height, size) => {
  expect(fitPictureSize(width, height, 2048)).toEqual(size)
})
