import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFiles, type Files } from './files.ts'
import { startObjectPeer, type ObjectPeer } from './object-peer.ts'

const bytes = Buffer.from('a sealed record')
const nameOf = (content: Uint8Array) => `documents/${createHash('sha256').update(content).digest('hex')}.pdf`
const name = nameOf(bytes)

let dataDir: string
let peer: ObjectPeer
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-files-'))
  peer = await startObjectPeer()
})
afterEach(async () => {
  await peer.close()
  await rm(dataDir, { recursive: true })
})

const onDisk = () => openFiles({ off: true }, dataDir)
const inStore = () =>
  openFiles(
    { off: false, endpoint: peer.endpoint, region: 'eu-west-2', bucket: 'records', accessKeyId: 'id', secretAccessKey: 'secret' },
    dataDir,
  )

describe.each<[string, () => Files]>([
  ['on disk', onDisk],
  ['in an object store', inStore],
])('%s', (_where, open) => {
  test('reads back what was put, whole and as a stream', async () => {
    const files = open()
    await files.put(name, bytes)
    expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
    const found = await files.read(name)
    expect(found!.bytes).toBe(bytes.length)
    expect(await text(found!.stream)).toBe('a sealed record')
  })

  test('putting the same again changes nothing; other bytes are refused and the first stay', async () => {
    const files = open()
    await files.put(name, bytes)
    await files.put(name, bytes)
    await expect(files.put(name, Buffer.from('forged'))).rejects.toThrow('exists with other content')
    expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
  })

  test('of two that put other bytes at once exactly one wins', async () => {
    const files = open()
    const results = await Promise.allSettled(['one', 'two'].map((content) => files.put(name, Buffer.from(content))))
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = results[0]!.status === 'fulfilled' ? 'one' : 'two'
    expect(Buffer.from((await files.readAll(name))!).toString()).toBe(winner)
  })

  test('what is not there reads as null and is removed without fuss', async () => {
    const files = open()
    expect(await files.read(name)).toBeNull()
    expect(await files.readAll(name)).toBeNull()
    await files.remove(name)
    await files.put(name, bytes)
    await files.remove(name)
    expect(await files.readAll(name)).toBeNull()
  })

  test.each([
    '../secret.pdf',
    'documents/../../etc/passwd',
    '/etc/passwd',
    name.replace('documents/', ''),
    name.replace('documents/', 'documents/../'),
    `${name}/x`,
    name.toUpperCase(),
    name.replace('.pdf', ''),
    `${name}\n`,
    '',
  ])('refuses %j as a name', async (wrong) => {
    const files = open()
    await expect((async () => files.put(wrong, bytes))()).rejects.toThrow('not the name of a file')
    await expect((async () => files.read(wrong))()).rejects.toThrow('not the name of a file')
    await expect((async () => files.readAll(wrong))()).rejects.toThrow('not the name of a file')
    await expect((async () => files.remove(wrong))()).rejects.toThrow('not the name of a file')
  })
})

test('files on disk are ours alone, spread by two digits, and leave no drafts', async () => {
  await onDisk().put(name, bytes)
  const digits = path.basename(name).slice(0, 2)
  const folder = path.join(dataDir, 'files', 'documents', digits)
  expect(await readdir(folder)).toEqual([path.basename(name)])
  expect((await stat(path.join(folder, path.basename(name)))).mode & 0o777).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
})

test('a failure to write leaves neither file nor draft', async () => {
  await writeFile(path.join(dataDir, 'files'), 'in the way')
  await expect(onDisk().put(name, bytes)).rejects.toThrow()
  expect(await readdir(dataDir)).toEqual(['files'])
})

test('an object store that refuses us is a fault, not a missing file', async () => {
  peer.refuseAll()
  await expect(inStore().readAll(name)).rejects.toThrow()
  await expect(inStore().put(name, bytes)).rejects.toThrow()
})
