import { PDF } from '@libpdf/core'
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { scan_bytes_max, scan_pages_max } from '../../../contract/limits.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { newHeic, newPdf } from '../../testing/test-files.ts'
import { readScan } from './scan-content.ts'

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

async function pdf(pages: number): Promise<Uint8Array> {
  const made = PDF.create()
  for (let page = 0; page < pages; page++) made.addPage()
  return made.save()
}

const lockedPdf = await newPdf('locked')
const scriptedPdf = await newPdf('script')
const pdfWithFile = await newPdf('attached file')

describe('a scan', () => {
  it('is what its bytes say, in the order of the pages', async () => {
    const [picture, document] = [newPicture(), await pdf(2)]
    const read = await readScan([base64(document), base64(picture)])
    expect(read).toMatchObject([
      { type: 'application/pdf', pages: 2 },
      { type: 'image/png', pages: 1, sha256: createHash('sha256').update(picture).digest('hex') },
    ])
  })

  it.each([
    ['a page of the web', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a GIF', Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64')],
    ['a WebP', Buffer.from('UklGRiQAAABXRUJQVlA4IBgAAAAwAQCdASoBAAEAAgA0JaQAA3AA/vv9UAA=', 'base64')],
    ['nothing', Buffer.alloc(0)],
  ])('is not %s', async (_what, bytes) => {
    expect(await readScan([base64(newPicture()), base64(bytes)])).toBe('scan-refused')
  })

  it.each<[string, Uint8Array, string]>([
    ['a PDF in its first letters alone', Buffer.from('%PDF-1.7\n<script>'), 'file-damaged'],
    [
      'a PDF without pages',
      Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>'),
      'file-damaged',
    ],
    ['a picture that was cut', newPicture().subarray(0, 60), 'file-damaged'],
    ['a photo of an iPhone', newHeic(), 'heic-photo'],
    ['a HEIF of any maker', newHeic('mif1'), 'heic-photo'],
    ['a series of them', newHeic('hevc'), 'heic-photo'],
    ['a PDF with a password', lockedPdf, 'pdf-locked'],
    ['a PDF with a script', scriptedPdf, 'pdf-active'],
    ['a PDF with a file in it', pdfWithFile, 'pdf-active'],
  ])('is not %s, and says why', async (_what, bytes, why) => {
    expect(await readScan([base64(newPicture()), base64(bytes)])).toBe(why)
  })

  it('is not a picture that would fill the memory', async () => {
    const picture = newPicture()
    picture.writeUInt32BE(60_001, 16)
    picture.writeUInt32BE(1_000, 20)
    expect(await readScan([base64(picture)])).toBe('scan-refused')
  })

  it('has so many pages at most, whichever files they are in', async () => {
    expect(await readScan([base64(await pdf(scan_pages_max))])).toHaveLength(1)
    expect(await readScan([base64(await pdf(scan_pages_max)), base64(newPicture())])).toBe('scan-too-long')
  })

  it('has so many bytes at most, all files together', async () => {
    const half = base64(randomBytes(scan_bytes_max / 2 + 1))
    expect(await readScan([half, half])).toBe('scan-too-large')
  })
})
