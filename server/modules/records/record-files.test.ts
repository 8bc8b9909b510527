import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { unzipSync } from 'fflate'
import { afterAll, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import { openQuarantine, withQuarantine } from '../file-scans/index.ts'
import { openArchive } from './record-archive.ts'
import { addFiles, openStored } from './record-files.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'record-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const document = { storedAs: 'documents/one', name: 'documents/one.pdf', title: 'Record' }
const video = (name: string, bytes: number, arrivedAt: string | null = null) => ({
  ...{ storedAs: `videos/${name}`, name: `videos/${name}`, title: name, arrivedAt },
  mayBeLeftOut: { bytes, sha256: 'hash' },
})
/** A store that holds so many bytes under every name but one. */
const files = {
  read: async (name: string) =>
    name === 'videos/lost' ? null : { stream: Readable.from([Buffer.alloc(2000, 7)]), bytes: 2000 },
} as never

test('a video for which there is no room is named, and everything else is in the ZIP', async () => {
  const place = path.join(folder, 'small.zip')
  // The end of a ZIP is kept free for its list.
  const archive = await openArchive(place, new Date(), 20_004_200)
  const stored = [video('first', 2000), video('second', 2000), document, video('short', 100)]
  const leftOut = await addFiles({ files }, archive, stored, async () => {})
  await archive.close()
  expect(leftOut.map(({ name }) => name)).toEqual(['videos/second', 'videos/short'])
  const entries = unzipSync(readFileSync(place))
  expect(Object.keys(entries)).toEqual(['documents/one.pdf', 'videos/first'])
})

test('one that the store does not have yet is read from where it arrived', async () => {
  const here = path.join(folder, 'arrived')
  writeFileSync(here, 'its bytes')
  const read = async (file: ReturnType<typeof video>) =>
    Buffer.concat(await (await openStored({ files }, file)).toArray()).toString()
  expect(await read(video('lost', 9, here))).toBe('its bytes')
  expect(await read(video('kept', 9, path.join(folder, 'gone')))).toHaveLength(2000)
  await expect(openStored({ files }, video('lost', 9))).rejects.toThrow('missing')
})

test('one in quarantine is named, and everything else is in the ZIP', async () => {
  const place = path.join(folder, 'quarantine.zip')
  const archive = await openArchive(place, new Date(), 40_000_000)
  const query = async () => ({ rows: [{ name: document.storedAs }] })
  const database = { borrow: (work: (client: object) => unknown) => work({ query }) } as never
  const guarded = withQuarantine(files, openQuarantine(database, systemClock))
  const leftOut = await addFiles(
    { files: guarded },
    archive,
    [document, video('first', 2000)],
    async () => {},
  )
  await archive.close()
  expect(leftOut).toEqual([document])
  expect(Object.keys(unzipSync(readFileSync(place)))).toEqual(['videos/first'])
})
