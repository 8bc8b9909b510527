import { PDF } from '@libpdf/core'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { pageCountOf } from './pdf-pages.ts'

const megabyte = 1024 * 1024

async function ordinaryPdf(pages: number): Promise<Uint8Array> {
  const made = PDF.create()
  for (let page = 0; page < pages; page++) made.addPage()
  return made.save()
}

const objects = [
  '1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n',
  '2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n',
  '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] >>\nendobj\n',
]

/** A file of one page whose list of objects is a stream, with so many bytes of free entries behind those that count. */
function withLongList(free_bytes: number): Buffer {
  const start = '%PDF-1.5\n'
  const places = [0, ...objects.map((_, at) => start.length + objects.slice(0, at).join('').length)]
  const entries = Buffer.alloc((places.length + 1) * 6)
  const list = start.length + objects.join('').length
  for (const [at, place] of [...places, list].entries()) {
    entries.writeUInt8(at === 0 ? 0 : 1, at * 6)
    entries.writeUInt32BE(place, at * 6 + 1)
  }
  const unpacked = Buffer.concat([entries, Buffer.alloc(free_bytes)])
  const packed = deflateSync(unpacked)
  const told = `/Type /XRef /Size ${Math.floor(unpacked.length / 6)} /W [1 4 1] /Root 1 0 R /Filter /FlateDecode`
  const head = `${start}${objects.join('')}4 0 obj\n<< ${told} /Length ${packed.length} >>\nstream\n`
  const tail = `\nendstream\nendobj\nstartxref\n${list}\n%%EOF\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), packed, Buffer.from(tail, 'latin1')])
}

describe('the pages of a PDF', () => {
  it('are counted', async () => {
    expect(await pageCountOf(await ordinaryPdf(3))).toBe(3)
    // The same file that is refused below, where it is as small as it seems.
    expect(await pageCountOf(withLongList(600))).toBe(1)
  })

  it('are none of what is no PDF, broken or empty', async () => {
    for (const text of ['', 'hello', '%PDF-1.7\n<script>', '%PDF-1.7\n%%EOF'])
      expect(await pageCountOf(Buffer.from(text))).toBeNull()
  })

  it('are not counted of a file that unpacks to far more than it is', async () => {
    const bomb = withLongList(80 * megabyte)
    expect(bomb.length).toBeLessThan(megabyte / 8)
    expect(await pageCountOf(bomb, { bytes: 250 * megabyte })).toBeNull()
  })

  it('are not counted of a file that takes too long; the next is', async () => {
    const [slow, next] = [withLongList(80 * megabyte), await ordinaryPdf(1)]
    expect(await Promise.all([pageCountOf(slow, { ms: 1 }), pageCountOf(next)])).toEqual([null, 1])
  })
})
