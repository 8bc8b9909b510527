import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { createFileFinder, ExportFileError, openExportArchive } from './export-archive.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const archiveOf = (files: Record<string, Uint8Array>) => new Blob([zipSync(files) as BlobPart])
const megabyte = 1024 * 1024

async function readAll(archive: Blob, bytesMax = megabyte) {
  const files = await openExportArchive(archive)
  return Promise.all(
    files.map(async ({ path, read }) => [path, new TextDecoder().decode(await read(bytesMax))]),
  )
}

test('an archive is read file by file, packed or not, by the names it gives', async () => {
  const archive = new Blob([
    zipSync({ 'a.pdf': bytesOf('one'), 'in/é.pdf': [bytesOf('two'), { level: 0 }] }) as BlobPart,
  ])
  expect(await readAll(archive)).toEqual([
    ['a.pdf', 'one'],
    ['in/é.pdf', 'two'],
  ])
})

test('a file that is larger than it may be, or unpacks to more than it says, is not read', async () => {
  const bomb = archiveOf({ 'a.pdf': new Uint8Array(8 * megabyte) })
  const tooLarge = new ExportFileError('too-large')
  await expect(readAll(bomb)).rejects.toEqual(tooLarge)
  // The same said to be a few bytes long.
  const bytes = new Uint8Array(await bomb.arrayBuffer())
  const view = new DataView(bytes.buffer)
  const entry = Array.from({ length: bytes.length - 4 }, (_byte, at) => at).find(
    (at) => view.getUint32(at, true) === 0x02_01_4b_50,
  )!
  view.setUint32(entry + 24, 10, true)
  await expect(readAll(new Blob([bytes]), 16 * megabyte)).rejects.toEqual(tooLarge)
})

/** Its list said to begin far behind its end. */
const withLast = (bytes: Uint8Array) => bytes.with(bytes.length - 4, 0x7f)

test.each([
  ['nothing', new Uint8Array()],
  ['no archive', bytesOf('%PDF-1.7 and nothing else of a ZIP')],
  ['an archive cut short', zipSync({ 'a.pdf': bytesOf('one') }).subarray(0, 60)],
  ['a list that is elsewhere', withLast(zipSync({ 'a.pdf': bytesOf('one') }))],
])('%s is refused in words', async (_name, bytes) => {
  await expect(openExportArchive(new Blob([bytes as BlobPart]))).rejects.toThrow('not a readable ZIP archive')
})

test('a damaged file is refused alone', async () => {
  const packed = zipSync({ 'a.pdf': bytesOf('one two three four five six') })
  const files = await openExportArchive(new Blob([packed.with(36, 0xff).with(37, 0xff) as BlobPart]))
  await expect(files[0]!.read(megabyte)).rejects.toEqual(new ExportFileError('unreadable'))
})

test('a file is found by its path, or by its name where only one is called so; none outside the export', () => {
  const file = (path: string) => ({ path, read: () => Promise.resolve(new Uint8Array()) })
  const files = ['Export/A.pdf', 'x/b.pdf', 'y/b.pdf', '../../c.pdf'].map(file)
  const find = createFileFinder(files)
  expect(find('export/a.PDF')).toBe(files[0])
  expect(find('a.pdf')).toBe(files[0])
  expect(find(String.raw`y\b.pdf`)).toBe(files[2])
  expect(find('b.pdf')).toBe('missing')
  expect(find('nobody.pdf')).toBe('missing')
  expect(find('c.pdf')).toBe('unsafe-name')
})
