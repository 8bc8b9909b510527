import { describe, expect, it } from 'vitest'
import { photoTypeOf } from './photo-content.ts'

const base64 = (text: string) => Buffer.from(text, 'base64')

/** One pixel of each kind, made by the programs of their makers. */
const png = base64(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)
const webp = base64('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=')
const losslessWebp = base64('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==')

/** A JPEG of so many pixels a side: a comment, a frame, and the end. */
function jpeg(width: number, height: number, frame = 0xc0): Buffer {
  const comment = Buffer.from([0xff, 0xfe, 0, 5, 1, 2, 3])
  const header = Buffer.from([0xff, frame, 0, 11, 8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  header.writeUInt16BE(height, 5)
  header.writeUInt16BE(width, 7)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), comment, header, Buffer.from([0xff, 0xd9])])
}

function resized(picture: Buffer, side: number): Buffer {
  const copy = Buffer.from(picture)
  copy.writeUInt32BE(side, 16)
  return copy
}

describe('a photo is judged by its bytes', () => {
  it.each([
    ['a PNG', png, 'image/png'],
    ['a JPEG', jpeg(200, 200), 'image/jpeg'],
    ['a progressive JPEG', jpeg(200, 100, 0xc2), 'image/jpeg'],
    ['a WebP', webp, 'image/webp'],
    ['a lossless WebP', losslessWebp, 'image/webp'],
    ['the largest', jpeg(2048, 2048), 'image/jpeg'],
  ])('takes %s', (_what, bytes, type) => {
    expect(photoTypeOf(bytes)).toBe(type)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
    ['a GIF', base64('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==')],
    ['the beginning of a PNG alone', png.subarray(0, 40)],
    ['a PNG with a page behind it', Buffer.concat([png, Buffer.from('<script>')])],
    ['a JPEG with a page behind it', Buffer.concat([jpeg(9, 9), Buffer.from('<script>')])],
    ['a WebP with a page behind it', Buffer.concat([webp, Buffer.from('<script>')])],
    ['a JPEG without a picture', base64('/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==')],
    ['a JPEG of no height', jpeg(20, 0)],
    ['a JPEG that is too wide', jpeg(2049, 20)],
    ['a PNG that would fill the memory', resized(png, 100_000)],
    ['a PNG of no width', resized(png, 0)],
  ])('refuses %s', (_what, bytes) => {
    expect(photoTypeOf(bytes)).toBeNull()
  })
})
