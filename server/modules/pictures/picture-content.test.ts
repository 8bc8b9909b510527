import { describe, expect, it } from 'vitest'
import { newJpeg, newPicture, progressiveJpeg } from '../../testing/test-picture.ts'
import { cleanPicture } from './picture-content.ts'

const side_max = 2048
const clean = (bytes: Uint8Array) => cleanPicture(bytes, side_max)

function resizedPng(side: number): Buffer {
  const copy = Buffer.from(newPicture())
  copy.writeUInt32BE(side, 16)
  return copy
}

describe('a picture is judged by its bytes', () => {
  it.each([
    ['a JPEG', newJpeg(), { type: 'image/jpeg', width: 16, height: 8 }],
    ['a progressive JPEG', progressiveJpeg, { type: 'image/jpeg', width: 16, height: 8 }],
    ['a PNG', newPicture(), { type: 'image/png', width: 1, height: 1 }],
    ['the largest', resizedPng(side_max), { type: 'image/png', width: side_max, height: 1 }],
  ])('takes %s', (_what, bytes, found) => {
    expect(clean(bytes)).toMatchObject(found)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'.repeat(3))],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'.repeat(2))],
    ['a PDF under another name', Buffer.from(`%PDF-1.7\n${'0'.repeat(200)}`)],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['the beginning of a PNG', newPicture().subarray(0, 50)],
    ['the beginning of a JPEG', newJpeg().subarray(0, 180)],
    ['a JPEG without pixels', Buffer.from('/9j/4AAQSkZJRgABAQAAAQABAAD/2Q==', 'base64')],
    [
      'a JPEG whose segment is longer than it',
      Buffer.from([0xff, 0xd8, 0xff, 0xe1, 0xff, 0xff, ...Array(20).fill(0)]),
    ],
    ['a PNG that is too wide', resizedPng(side_max + 1)],
    ['a PNG of no width', resizedPng(0)],
  ])('refuses %s', (_what, bytes) => {
    expect(clean(bytes)).toBeNull()
  })
})

describe('nothing is kept but the picture', () => {
  it('of a JPEG: no place, no name, no comment, and nothing behind its end', () => {
    const told = newJpeg({ secret: 'Eleanor Whitcombe 51.5N', behind: 'a second picture' })
    expect(told.toString('latin1')).toContain('Eleanor')
    const kept = Buffer.from(clean(told)!.bytes)
    expect(kept.toString('latin1')).not.toMatch(/Eleanor|Exif|JFIF|second/)
    expect(kept).toEqual(Buffer.from(clean(newJpeg())!.bytes))
  })

  it('of a PNG: no text', () => {
    const told = newPicture()
    expect(told.includes('tEXt')).toBe(true)
    expect(Buffer.from(clean(told)!.bytes).includes('tEXt')).toBe(false)
    expect(clean(told)!.bytes).toEqual(clean(newPicture())!.bytes)
  })

  it('and it is the same when it is cleaned again', () => {
    for (const bytes of [newJpeg({ secret: 'x' }), progressiveJpeg, newPicture()]) {
      const once = clean(bytes)!.bytes
      expect(clean(once)!.bytes).toEqual(once)
    }
  })
})
