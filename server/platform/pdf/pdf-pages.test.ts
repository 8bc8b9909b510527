import { PDF } from '@libpdf/core'
import type { ChildProcess } from 'node:child_process'
import diagnostics from 'node:diagnostics_channel'
import { readFileSync } from 'node:fs'
import { deflateSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { correctedPdf, newPdf, packedPdf, updatedPdf, type PdfContents } from '../../testing/test-files.ts'
import { UnavailableError } from '../unavailable.ts'
import { readPdf } from './pdf-pages.ts'

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
    expect(await readPdf(await ordinaryPdf(3))).toBe(3)
    // The same file that is refused below, where it is as small as it seems.
    expect(await readPdf(withLongList(600))).toBe(1)
  })

  it('are none of what is no PDF, broken or empty', async () => {
    for (const text of ['', 'hello']) expect(await readPdf(Buffer.from(text))).toBeNull()
    for (const text of ['%PDF-1.7\n<script>', '%PDF-1.7\n%%EOF'])
      expect(await readPdf(Buffer.from(text))).toBe('file-damaged')
  })

  it('are not counted of a file that unpacks to far more than it is', async () => {
    const bomb = withLongList(80 * megabyte)
    expect(bomb.length).toBeLessThan(megabyte / 8)
    expect(await readPdf(bomb, { bytes: 250 * megabyte })).toBe('file-damaged')
  })

  it('are not counted of a file that takes too long; the next is', async () => {
    const [slow, next] = [withLongList(80 * megabyte), await ordinaryPdf(1)]
    expect(await Promise.all([readPdf(slow, { ms: 1 }), readPdf(next)])).toEqual(['file-damaged', 1])
  })
})

describe('a process that reads several files', () => {
  let started = 0
  let newest: ChildProcess
  const count = (message: unknown) => {
    started++
    newest = (message as { process: ChildProcess }).process
  }
  beforeAll(() => diagnostics.subscribe('child_process', count))
  afterAll(() => void diagnostics.unsubscribe('child_process', count))

  const processesFor = async (...files: Uint8Array[]): Promise<number> => {
    // Whichever waits from before ends with this one.
    await readPdf(Buffer.from('%PDF-1.7\n<script>'))
    started = 0
    for (const file of files) await readPdf(file)
    return started
  }

  it('reads the next one where the last was sound', async () => {
    const sound = await ordinaryPdf(2)
    expect(await processesFor(sound, sound, sound)).toBe(1)
    expect(await readPdf(await ordinaryPdf(3))).toBe(3)
  })

  it('reads none after one that is not', async () => {
    const sound = await ordinaryPdf(1)
    for (const holds of ['script', 'locked', 'attached file'] as const)
      expect(await processesFor(sound, await newPdf(holds), sound), holds).toBe(2)
    expect(await processesFor(sound, sound.subarray(0, 120), sound)).toBe(2)
  })

  it('leaves a file to a new one where it holds too much, or does not finish it', async () => {
    expect(await processesFor(await ordinaryPdf(5000))).toBe(1)
    // It answers nothing any more, and holds far more than a new one that reads a file of one page.
    newest.kill('SIGSTOP')
    const held_pages = Number(readFileSync(`/proc/${newest.pid!}/statm`, 'latin1').split(' ')[1])
    expect(await readPdf(await ordinaryPdf(1), { bytes: held_pages * 4096 - megabyte })).toBe(1)
    expect(started).toBe(2)
  })

  it('does so once: a file that a new one does not finish either is damaged', async () => {
    const bomb = withLongList(80 * megabyte)
    expect(await processesFor(await ordinaryPdf(1))).toBe(1)
    expect(await readPdf(bomb, { bytes: 250 * megabyte })).toBe('file-damaged')
    expect(started).toBe(2)
  })
})

describe('a process that does not start', () => {
  const { execPath } = process
  afterEach(() => void (process.execPath = execPath))

  it.each([
    ['is told at once', '/dev/null/node'],
    ['is told later', '/nowhere/node'],
  ])('says nothing of the file, and the next is read: %s', async (_when, program) => {
    const sound = await ordinaryPdf(1)
    // Whichever waits from before ends with this one.
    await readPdf(Buffer.from('%PDF-1.7\n<script>'))
    process.execPath = program
    await expect(readPdf(sound)).rejects.toThrow(UnavailableError)
    process.execPath = execPath
    expect(await readPdf(sound)).toBe(1)
  })
})

describe('what a PDF holds besides its pages', () => {
  it.each<[PdfContents, string | number]>([
    ['none', 1],
    ['link to the web', 1],
    ['opening at a page', 1],
    ['going to a page', 1],
    ['locked', 'pdf-locked'],
    ['locked for changes', 'pdf-locked'],
    ['script', 'pdf-active'],
    ['script by reference', 'pdf-active'],
    ['named script', 'pdf-active'],
    ['printing on opening', 'pdf-active'],
    ['action of a page', 'pdf-active'],
    ['launch behind a link', 'pdf-active'],
    ['form that is sent', 'pdf-active'],
    ['attached file', 'pdf-active'],
    ['file as an annotation', 'pdf-active'],
    ['rich media', 'pdf-active'],
    ['form program', 'pdf-active'],
  ])('is told: %s', async (holds, reading) => {
    expect(await readPdf(await newPdf(holds))).toBe(reading)
  })

  it('is found where an update added it', async () => {
    expect(await readPdf(await updatedPdf('none'))).toBe(1)
    for (const holds of ['script', 'named script', 'attached file', 'form program'] as const)
      expect(await readPdf(await updatedPdf(holds)), holds).toBe('pdf-active')
  })

  it('is found in an earlier state of the file, which programs can go back to', async () => {
    expect(await readPdf(await correctedPdf())).toBe('pdf-active')
  })

  it.each([
    ['', 1],
    ['/OpenAction [3 0 R /Fit]', 1],
    ['/OpenAction << /S /JavaScript /JS (app.alert) >>', 'pdf-active'],
    ['/OpenAction << /S /J#61vaScript /J#53 (app.alert) >>', 'pdf-active'],
    ['/OpenAction << /S /Launch /F (a.exe) >>', 'pdf-active'],
    ['/Names << /EmbeddedFiles << /Names [] >> >>', 'pdf-active'],
    ['/AcroForm << /Fields [] /XFA [] >>', 'pdf-active'],
  ])('is found in packed objects: %s', async (opening, reading) => {
    expect(await readPdf(packedPdf(opening))).toBe(reading)
  })

  it('is told of a file that was cut', async () => {
    const whole = await newPdf()
    expect(await readPdf(whole.subarray(0, 120))).toBe('file-damaged')
  })
})
