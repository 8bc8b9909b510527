import { expect, test } from 'vitest'
import { chooseSmaller, shouldCompress } from './video-compression.ts'

const MB = 1024 * 1024
const reading = { width: 1280, height: 720, duration: 60, thumbnail: '' }
const blob = (bytes: number) => new Blob([new Uint8Array(bytes)])

test.each([
  ['a minute of 40 MB', 40 * MB, reading, true],
  // 2.096 Mbit/s for a minute are 15.7 million bytes.
  ['a minute of 10 MB', 10 * MB, reading, false],
  ['a minute that is hardly richer than needed', 16_000_000, reading, false],
  ['a large picture, however few its bytes', MB, { ...reading, width: 1920, height: 1080 }, true],
  ['a tall picture', MB, { ...reading, width: 720, height: 1280 }, true],
  ['a video that says no length', 40 * MB, { ...reading, duration: 0 }, false],
])('%s is worth it: %o', (_, bytes, read, worth) => expect(shouldCompress(bytes, read)).toBe(worth))

test('a video that would grow, or hardly shrink, goes out as it is', () => {
  const original = blob(1000)
  expect(chooseSmaller(original, blob(900))).toMatchObject({ kind: 'compressed', before: 1000 })
  expect(chooseSmaller(original, blob(901))).toEqual({
    kind: 'original',
    content: original,
    why: 'would-grow',
  })
  expect(chooseSmaller(original, blob(2000))).toMatchObject({ kind: 'original', why: 'would-grow' })
})
