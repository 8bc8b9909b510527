import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMockObjectStore, type MockObjectStore } from '../../testing/mock-object-store.ts'
import { openFiles, type FileStore } from './files.ts'
import type { StorageRetries } from './object-store.ts'
import { withStorageRetries } from './storage-error.ts'

const bytes = Buffer.from('a sealed record')
const nameOf = (content: Uint8Array) => `documents/${createHash('sha256').update(content).digest('hex')}.pdf`
const name = nameOf(bytes)

let dataDir: string
let peer: MockObjectStore
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-files-'))
  peer = await openMockObjectStore()
})
afterEach(async () => {
  await peer.close()
  await rm(dataDir, { recursive: true })
})

const retries = { call_ms_max: 60_000, upload_ms_max: 60_000 }
const onDisk = () => openFiles({ off: true }, dataDir, retries)
const inStore = (given: StorageRetries = retries) =>
  openFiles(
    {
      off: false,
      endpoint: peer.endpoint,
      region: 'eu-west-2',
      bucket: 'records',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    },
    dataDir,
    given,
  )

describe.each<[string, () => FileStore]>([
  ['on disk', onDisk],
  ['in an object store', () => inStore()],
])('%s', (_where, open) => {
  test('takes a file from disk as it takes bytes, twice if need be', async () => {
    const source = path.join(dataDir, 'source')
    await writeFile(source, bytes)
    const files = open()
    await files.putFile(name, source)
    await files.putFile(name, source)
    expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
  })

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
    const results = await Promise.allSettled(
      ['one', 'two'].map((content) => files.put(name, Buffer.from(content))),
    )
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

test.each<[string, () => FileStore]>([
  ['on disk', onDisk],
  ['in an object store', () => inStore()],
])('a large file %s goes over in parts and comes back in parts, and is listed', async (_where, open) => {
  const large = randomBytes(20 * 1024 * 1024 + 5)
  const [source, files] = [path.join(dataDir, 'large'), open()]
  await writeFile(source, large)
  const timed = 'videos/1795330000000_root-canal.mp4'
  await files.putFile(timed, source)
  expect(
    createHash('sha256')
      .update((await files.readAll(timed))!)
      .digest(),
  ).toEqual(createHash('sha256').update(large).digest())
  const part = { first: 8 * 1024 * 1024 - 2, last: 8 * 1024 * 1024 + 1 }
  const found = await files.read(timed, part)
  expect(found!.bytes).toBe(4)
  expect(await buffer(found!.stream)).toEqual(large.subarray(part.first, part.last + 1))
  await files.put('videos/1795330000001_other.mp4', bytes)
  expect(await files.list('videos/', 10)).toEqual([timed, 'videos/1795330000001_other.mp4'])
  expect(await files.list('videos/', 1)).toEqual([timed])
  expect(await files.list(timed, 10)).toEqual([timed])
  expect(await files.list('elsewhere/', 10)).toEqual([])
})

test('a store that fails for a while is asked again; one that refuses is not, and both have their code', async () => {
  const files = inStore()
  peer.failNext(2, 503)
  await files.put(name, bytes)
  peer.failNext(1, 429)
  expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
  const asked = peer.requests()
  peer.refuseAll()
  await expect(files.readAll(name)).rejects.toMatchObject({ name: 'StorageError', code: 'unauthorized' })
  expect(peer.requests()).toBe(asked + 1)
})

test('a store that takes a request and never answers is asked again', async () => {
  const files = inStore({ ...retries, silence_ms_max: 200 })
  peer.hangNext(1)
  await files.put(name, bytes)
  peer.hangNext(1)
  expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
  expect(peer.requests()).toBe(5)
})

describe('something that answers 200 in the store’s place', () => {
  test('has not taken a file, and is asked again until the store says that it has', async () => {
    const files = inStore()
    peer.standInNext(1)
    await files.put(name, bytes)
    expect(peer.storedObject(`/records/${name}`)).toEqual(bytes)
    const [source, other] = [path.join(dataDir, 'source'), nameOf(Buffer.from('another'))]
    await writeFile(source, 'another')
    peer.standInNext(2)
    await files.putFile(other, source)
    expect(peer.storedObject(`/records/${other}`)).toEqual(Buffer.from('another'))
  })

  test('has begun, taken and ended no upload in parts', async () => {
    const large = randomBytes(9 * 1024 * 1024)
    const source = path.join(dataDir, 'large')
    await writeFile(source, large)
    peer.standInNext(1)
    await inStore().putFile('videos/1795330000000_a.mp4', source)
    expect(peer.storedObject('/records/videos/1795330000000_a.mp4')?.equals(large)).toBe(true)
  })

  test('is not read as a record, nor as a list of none, and has removed nothing', async () => {
    const files = inStore()
    await files.put(name, bytes)
    peer.standInNext(1)
    expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
    peer.standInNext(1)
    expect(await files.list('documents/', 10)).toEqual([name])
    peer.standInNext(1)
    await files.remove(name)
    expect(peer.storedObject(`/records/${name}`)).toBeUndefined()
  })
})

test('a part that fails takes back what was begun', async () => {
  const source = path.join(dataDir, 'large')
  await writeFile(source, randomBytes(9 * 1024 * 1024))
  peer.failNext(1, 400, 'partNumber=2')
  await expect(inStore().putFile('videos/1795330000000_a.mp4', source)).rejects.toMatchObject({
    code: 'invalid-argument',
  })
  expect(peer.unfinishedUploads()).toBe(0)
})

describe('trying again', () => {
  const waits: number[] = []
  const trying = (statuses: number[]) => {
    let [now, tries] = [0, 0]
    waits.length = 0
    return withStorageRetries(
      async () => {
        const status = statuses[tries++]
        if (status) throw Object.assign(new Error('no'), { status })
        return tries
      },
      {
        ms_max: 120_000,
        statusOf: (error) => (error as { status: number }).status,
        now: () => now,
        wait: async (ms) => void ((now += ms), waits.push(ms)),
      },
    )
  }

  test.each([500, 502, 503, 504, 408, 429])('helps after %i', async (status) => {
    expect(await trying([status, status])).toBe(3)
    expect(waits).toEqual([250, 500])
  })
  test.each([
    [400, 'invalid-argument'],
    [401, 'unauthenticated'],
    [402, 'quota-exceeded'],
    [403, 'unauthorized'],
    [404, 'object-not-found'],
    [418, 'unknown'],
  ])('is not done after %i, which is %s', async (status, code) => {
    await expect(trying([status])).rejects.toMatchObject({ code })
    expect(waits).toEqual([])
  })
  test('ends when its time is up', async () => {
    await expect(trying(Array<number>(100).fill(503))).rejects.toMatchObject({ code: 'retry-limit-exceeded' })
    const waited = waits.reduce((sum, ms) => sum + ms)
    expect(waited).toBeLessThanOrEqual(120_000)
    expect(waited).toBeGreaterThan(110_000)
  })
})

test('other bytes from disk do not take a name that is taken', async () => {
  const [source, other] = [path.join(dataDir, 'source'), path.join(dataDir, 'other')]
  await writeFile(source, bytes)
  await writeFile(other, 'something longer than that')
  const files = onDisk()
  await files.putFile(name, source)
  await expect(files.putFile(name, other)).rejects.toThrow('exists with other content')
  expect(Buffer.from((await files.readAll(name))!)).toEqual(bytes)
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
