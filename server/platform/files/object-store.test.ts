import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startS3Server } from '../../testing/s3-server.ts'
import { openObjectStore } from './object-store.ts'

let store: Awaited<ReturnType<typeof startS3Server>>
let folder: string
beforeAll(async () => {
  store = await startS3Server()
  folder = await mkdtemp(path.join(tmpdir(), 'candour-store-'))
})
afterAll(async () => {
  await store.close()
  await rm(folder, { recursive: true })
})

const retries = { call_ms_max: 20_000, upload_ms_max: 20_000 }
const open = (changed: { secretAccessKey?: string; bucket?: string } = {}) =>
  openObjectStore({ ...store.settings, ...changed }, retries)
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('a server that checks signatures keeps what is put, reads it back and removes it', async () => {
  const files = open()
  const bytes = Buffer.from('a sealed record')
  const name = `documents/${hashOf(bytes)}.pdf`
  await files.put(name, bytes)
  expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
  const found = await files.read(name)
  expect([found!.bytes, await text(found!.stream)]).toEqual([bytes.length, 'a sealed record'])
  await files.remove(name)
  expect(await files.readAll(name)).toBeNull()
  await files.remove(name)
})

test('a large file goes to it in parts, and parts of it come back', async () => {
  const files = open()
  const large = randomBytes(20 * 1024 * 1024 + 5)
  const source = path.join(folder, 'large')
  await writeFile(source, large)
  const name = 'videos/1795330000000_root-canal.mp4'
  await files.putFile(name, source)
  expect(hashOf((await files.readAll(name))!)).toBe(hashOf(large))
  const part = { first: 8 * 1024 * 1024 - 2, last: 8 * 1024 * 1024 + 1 }
  const found = await files.read(name, part)
  expect(await buffer(found!.stream)).toEqual(large.subarray(part.first, part.last + 1))
})

test.each([
  ['another secret', { secretAccessKey: 'wrong' }, 'unauthorized'],
  ['another bucket', { bucket: 'elsewhere' }, 'object-not-found'],
])('%s is refused by it, by its code', async (_what, changed, code) => {
  const bytes = Buffer.from('nobody keeps this')
  await expect(open(changed).put(`documents/${hashOf(bytes)}.pdf`, bytes)).rejects.toMatchObject({ code })
})
