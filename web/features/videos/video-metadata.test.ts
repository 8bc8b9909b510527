import { expect, test } from 'vitest'
import { fitWithin, thumbnailTime } from './video-metadata.ts'

test.each([
  [
    { width: 1920, height: 1080 },
    { width: 320, height: 180 },
  ],
  [
    { width: 1080, height: 1920 },
    { width: 101, height: 180 },
  ],
  [
    { width: 160, height: 90 },
    { width: 160, height: 90 },
  ],
  [
    { width: 4000, height: 10 },
    { width: 320, height: 1 },
  ],
])('a thumbnail of %o is %o', (video, thumbnail) => expect(fitWithin(video, 320, 180)).toEqual(thumbnail))

test('a smaller video has sides of even numbers, as its codec asks', () => {
  expect(fitWithin({ width: 1920, height: 1080 }, 1280, 720, 2)).toEqual({ width: 1280, height: 720 })
  expect(fitWithin({ width: 1000, height: 1999 }, 1280, 720, 2)).toEqual({ width: 360, height: 720 })
  expect(fitWithin({ width: 641, height: 361 }, 1280, 720, 2)).toEqual({ width: 640, height: 360 })
})

test('the thumbnail is taken at 2 seconds, or in the middle of a shorter video', () => {
  expect([60, 2, 1.5, 0].map(thumbnailTime)).toEqual([2, 2, 0.75, 0])
})
