import { expect, test } from 'vitest'
import { base64FromDataUrl, base64ByteLength, centerCropSquare } from './photo-geometry.ts'

test.each([
  ['a landscape', 4000, 3000, { x: 500, y: 0, side: 3000 }],
  ['a portrait', 3000, 4001, { x: 0, y: 500, side: 3000 }],
  ['a square', 256, 256, { x: 0, y: 0, side: 256 }],
  ['a strip', 1, 900, { x: 0, y: 449, side: 1 }],
])('%s keeps its middle', (_shape, width, height, square) => {
  expect(centerCropSquare(width, height)).toEqual(square)
})

test.each(['', 'a', 'ab', 'abc', 'abcd', 'a longer text'])('%j is as long as its base64 says', (text) => {
  const dataUrl = `data:image/jpeg;base64,${Buffer.from(text).toString('base64')}`
  expect(base64ByteLength(base64FromDataUrl(dataUrl))).toBe(text.length)
})
