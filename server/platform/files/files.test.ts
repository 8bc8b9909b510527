import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFiles, type Files } from './files.ts'

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

const retries = { call_ms_max: 2000, upload_ms_max: 2000 }
const onDisk = () => openFiles({ off: true }, dataDir, retries)
const inStore = () =>
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
    retries,
  )

describe.each<[string, () => Files]>([
  ['on disk', onDisk],
  ['in an object store', inStore],
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

type ObjectPeer = { endpoint: string; refuseAll(): void; close(): Promise<void> }

/**
 * Just enough of an S3 store to see what our client asks for and how it takes the answers. It does not check
 * signatures; a real store does that.
 */
async function startObjectPeer(): Promise<ObjectPeer> {
  const objects = new Map<string, Buffer>()
  let refusing = false

  function answer(method: string, key: string, onlyIfNone: boolean, body: Buffer): [number, Buffer | string] {
    if (refusing) return [403, '<Error><Code>AccessDenied</Code></Error>']
    const present = objects.get(key)
    if (method === 'GET') return present ? [200, present] : [404, '<Error><Code>NoSuchKey</Code></Error>']
    if (method === 'DELETE') {
      objects.delete(key)
      return [204, '']
    }
    if (present && onlyIfNone) return [412, '<Error><Code>PreconditionFailed</Code></Error>']
    objects.set(key, body)
    return [200, '']
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const onlyIfNone = request.headers['if-none-match'] === '*'
    const [status, content] = answer(
      request.method!,
      new URL(request.url!, 'http://peer').pathname,
      onlyIfNone,
      body,
    )
    response.writeHead(status, { 'content-length': Buffer.byteLength(content) }).end(content)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refuseAll: () => (refusing = true),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
