import { createHash, createSecretKey, randomBytes, randomUUID, type KeyObject } from 'node:crypto'
import { mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { globSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openMockObjectStore, type MockObjectStore } from '../../testing/mock-object-store.ts'
import { openFiles, type FileStore } from './files.ts'
import { isSealedFile, sealedFiles, sealStoredFile, type DataKeys } from './sealed-files.ts'
import { header_bytes, sealedBytes, SealedFileError, segment_bytes } from './segment-cipher.ts'

const [practice, other] = [randomUUID(), randomUUID()]
const nameOf = (content: Uint8Array) => `documents/${createHash('sha256').update(content).digest('hex')}.pdf`
const retries = { call_ms_max: 1000, upload_ms_max: 1000 }
const tag_bytes = 16
const stored_segment_bytes = segment_bytes + tag_bytes

/** Keys in memory: `rotate` gives an owner another, `destroy` takes all of an owner's away. */
function testKeys() {
  const held = new Map<string, { keyId: string; key: KeyObject | null }[]>()
  const rotate = (ownerId: string) => {
    const made = { keyId: randomUUID(), key: createSecretKey(randomBytes(32)) }
    held.set(ownerId, [made, ...(held.get(ownerId) ?? [])])
    return made
  }
  const keys: DataKeys = {
    async current(ownerId) {
      const { keyId, key } = held.get(ownerId)?.[0] ?? rotate(ownerId)
      if (!key) throw new SealedFileError('key-destroyed')
      return { ownerId, keyId, key }
    },
    async find({ ownerId, keyId }) {
      const found = held.get(ownerId)?.find((each) => each.keyId === keyId)
      if (!found) throw new SealedFileError('key-unknown')
      if (!found.key) throw new SealedFileError('key-destroyed')
      return found.key
    },
  }
  const destroy = (ownerId: string) => held.get(ownerId)?.forEach((each) => (each.key = null))
  return { keys, rotate, destroy }
}

let dataDir: string
let peer: MockObjectStore
let held: ReturnType<typeof testKeys>
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-sealed-'))
  peer = await openMockObjectStore()
  held = testKeys()
})
afterEach(async () => {
  await peer.close()
  await rm(dataDir, { recursive: true })
})

const onDisk = () => openFiles({ off: true }, dataDir, retries)
const s3 = { region: 'eu-west-2', bucket: 'records', accessKeyId: 'id', secretAccessKey: 'secret' }
const inStore = () => openFiles({ off: false, endpoint: peer.endpoint, ...s3 }, dataDir, retries)
const stored = (name: string) =>
  globSync(path.join(dataDir, 'files', name.split('/')[0]!, '*', name.split('/')[1]!))[0]!
const reading = async (work: Promise<{ stream: AsyncIterable<Uint8Array> } | null>) =>
  buffer((await work)!.stream as never)
const sizes = [
  0,
  1,
  segment_bytes - 1,
  segment_bytes,
  segment_bytes + 1,
  3 * segment_bytes,
  3 * segment_bytes + 7,
  // More than is decrypted at once.
  17 * segment_bytes,
  17 * segment_bytes + 5,
]

describe.each<[string, () => FileStore]>([
  ['on disk', onDisk],
  ['in an object store', inStore],
])('%s', (_where, open) => {
  test.each(sizes)(
    'a file of %i bytes is read as it was stored, and lies there as nothing of the kind',
    async (bytes) => {
      const [content, store] = [randomBytes(bytes), open()]
      const [files, name] = [sealedFiles(store, held.keys), nameOf(content)]
      await files.put(name, content, practice)
      const found = await files.read(name)
      expect(found!.bytes).toBe(bytes)
      expect((await buffer(found!.stream)).equals(content)).toBe(true)
      expect(Buffer.from((await files.readAll(name))!).equals(content)).toBe(true)
      const raw = Buffer.from((await store.readAll(name))!)
      expect(raw.length).toBe(sealedBytes(bytes))
      if (bytes > 16) expect(raw.includes(content.subarray(0, 16))).toBe(false)
      // A second writer of the same bytes is fine, also with another key.
      held.rotate(practice)
      await files.put(name, content, practice)
      expect(Buffer.from((await store.readAll(name))!).equals(raw)).toBe(true)
    },
  )

  test('what is not there is none, and no failure of the store is taken for a second writer', async () => {
    const [content, store] = [randomBytes(40), open()]
    const [files, name] = [sealedFiles(store, held.keys), nameOf(content)]
    expect(await files.readAll(name)).toBeNull()
    expect(await files.read(name)).toBeNull()
    await files.put(name, content, practice)
    const full = Object.assign(Object.create(store) as FileStore, {
      put: () => Promise.reject(new Error('No space left')),
    })
    // The same bytes are there, but the store said nothing of that.
    await expect(sealedFiles(full, held.keys).put(name, content, practice)).rejects.toThrow('No space left')
  })

  test('parts are read at every border of segments', async () => {
    const content = randomBytes(3 * segment_bytes + 100)
    const source = path.join(dataDir, 'source')
    await writeFile(source, content)
    const files = sealedFiles(open(), held.keys)
    const name = 'videos/1795330000000_a.mp4'
    await files.putFile(name, source, practice)
    const borders = [0, segment_bytes, 2 * segment_bytes, 3 * segment_bytes, content.length - 1]
    for (const first of borders.flatMap((at) => [at - 1, at, at + 1]))
      for (const last of borders.flatMap((at) => [at - 1, at, at + 1])) {
        if (first < 0 || last < first || last >= content.length) continue
        const found = await files.read(name, { first, last })
        expect(found!.bytes).toBe(last - first + 1)
        expect((await buffer(found!.stream)).equals(content.subarray(first, last + 1))).toBe(true)
      }
    await expect(files.read(name, { first: 0, last: content.length })).rejects.toThrow(RangeError)
  })

  test('what was stored as it is is read so, whole and in part, and encrypted once', async () => {
    const [content, store] = [randomBytes(2 * segment_bytes + 9), open()]
    const [files, name] = [sealedFiles(store, held.keys), nameOf(content)]
    await store.put(name, content)
    expect(await isSealedFile(store, name)).toBe(false)
    expect((await reading(files.read(name, { first: 5, last: 99 }))).equals(content.subarray(5, 100))).toBe(
      true,
    )
    const seal = async () =>
      sealStoredFile(store, await held.keys.current(practice), { name, verify: (bytes) => bytes })
    expect(await seal()).toBe(true)
    expect(await seal()).toBe(false)
    expect(await isSealedFile(store, name)).toBe(true)
    expect(Buffer.from((await files.readAll(name))!).equals(content)).toBe(true)
    expect((await reading(files.read(name, { first: 5, last: 99 }))).equals(content.subarray(5, 100))).toBe(
      true,
    )
    await files.put(name, content, practice)
  })

  test('other bytes, and the same of another practice, do not take a name that is taken', async () => {
    const content = randomBytes(100)
    const [files, name] = [sealedFiles(open(), held.keys), nameOf(content)]
    await files.put(name, content, practice)
    await expect(files.put(name, randomBytes(100), practice)).rejects.toThrow('exists with other content')
    await expect(files.put(name, content, other)).rejects.toThrow('exists with other content')
    expect(Buffer.from((await files.readAll(name))!).equals(content)).toBe(true)
  })
})

describe.each([
  ['decrypted at once', 3],
  ['decrypted as it is read', 20],
])('a file that was tampered with, %s', (_how, count) => {
  const content = randomBytes(count * segment_bytes)
  const name = nameOf(content)
  const write = async () => {
    const files = sealedFiles(onDisk(), held.keys)
    await files.put(name, content, practice)
    return { files, file: stored(name), raw: await readFile(stored(name)) }
  }
  const segment = (raw: Buffer, index: number) => {
    const at = header_bytes + index * stored_segment_bytes
    return raw.subarray(at, Math.min(raw.length, at + stored_segment_bytes))
  }
  /** Whatever is given out before the fault was proved. */
  async function readUntilFault(files: ReturnType<typeof sealedFiles>, from = name) {
    const given: Buffer[] = []
    try {
      for await (const chunk of (await files.read(from))!.stream) given.push(chunk as Buffer)
    } catch (error) {
      return { error: error as SealedFileError, given: Buffer.concat(given) }
    }
    throw new Error('The file was read')
  }

  test('any byte that changed is noticed, and nothing of its segment given out', async () => {
    const { files, file, raw } = await write()
    for (const at of [0, 9, 30, 60, header_bytes - 2, header_bytes + 1, raw.length - 1]) {
      const changed = Buffer.from(raw)
      changed[at]! ^= 1
      await writeFile(file, changed)
      if (at === 0) {
        // No longer an encrypted file: what is read is no plain text of ours.
        expect(Buffer.from((await files.readAll(name))!).equals(changed)).toBe(true)
        continue
      }
      const reason = at < 40 ? 'key-unknown' : 'altered'
      const { error, given } = await readUntilFault(files)
      expect(error).toMatchObject({ name: 'SealedFileError', reason })
      expect(content.subarray(0, given.length).equals(given)).toBe(true)
      const isStream = count > 16 && at === raw.length - 1
      expect(given.length).toBe(isStream ? (count - 1) * segment_bytes : 0)
    }
  })

  test.each([
    ['cut at a border of segments', () => header_bytes + 2 * stored_segment_bytes],
    ['cut within one', (raw: Buffer) => raw.length - 5],
    ['cut to its header', () => header_bytes],
    ['cut within its header', () => header_bytes - 1],
  ])('%s', async (_how, length) => {
    const { files, file, raw } = await write()
    await truncate(file, length(raw))
    expect((await readUntilFault(files)).error.reason).toBe('altered')
  })

  const partsOf = (raw: Buffer) => [
    raw.subarray(0, header_bytes),
    ...Array.from({ length: count }, (_, index) => segment(raw, index)),
  ]

  test('segments in another order, twice, left out, or with something behind them', async () => {
    const { files, file, raw } = await write()
    const [head, first, second, ...rest] = partsOf(raw) as [Buffer, Buffer, Buffer, ...Buffer[]]
    const last = rest.at(-1)!
    for (const parts of [
      [second, first, ...rest],
      [first, first, second, ...rest],
      [first, ...rest],
      [first, first, ...rest],
      [first, second, ...rest, last],
      [first, second, ...rest, randomBytes(3)],
    ]) {
      await writeFile(file, Buffer.concat([head, ...parts]))
      expect((await readUntilFault(files)).error.reason).toBe('altered')
    }
  })

  test('a segment of another file, also of the same practice and key', async () => {
    const { files, file, raw } = await write()
    const second = randomBytes(count * segment_bytes)
    await files.put(nameOf(second), second, practice)
    const parts = partsOf(raw)
    parts[1] = segment(await readFile(stored(nameOf(second))), 0)
    await writeFile(file, Buffer.concat(parts))
    expect((await readUntilFault(files)).error.reason).toBe('altered')
    await expect(buffer((await files.read(name, { first: 0, last: 9 }))!.stream)).rejects.toThrow(
      SealedFileError,
    )
  })

  test('a whole file of another practice under its name', async () => {
    const { files, file } = await write()
    const second = randomBytes(100)
    await files.put(nameOf(second), second, other)
    await writeFile(file, await readFile(stored(nameOf(second))))
    const { error, given } = await readUntilFault(files)
    expect([error.reason, given.length]).toEqual(['altered', 0])
  })
})

describe('keys', () => {
  const content = randomBytes(1000)
  const name = nameOf(content)

  test('another key for new files leaves those before readable', async () => {
    const files = sealedFiles(onDisk(), held.keys)
    await files.put(name, content, practice)
    held.rotate(practice)
    const second = randomBytes(1000)
    await files.put(nameOf(second), second, practice)
    expect(Buffer.from((await files.readAll(name))!).equals(content)).toBe(true)
    expect(Buffer.from((await files.readAll(nameOf(second)))!).equals(second)).toBe(true)
  })

  test('destroyed, they take every file of a practice with them, and none of another', async () => {
    const files = sealedFiles(onDisk(), held.keys)
    const second = randomBytes(1000)
    await files.put(name, content, practice)
    await files.put(nameOf(second), second, other)
    held.destroy(practice)
    for (const part of [undefined, { first: 0, last: 9 }])
      await expect(files.read(name, part)).rejects.toMatchObject({ reason: 'key-destroyed' })
    expect(Buffer.from((await files.readAll(nameOf(second)))!).equals(second)).toBe(true)
    await expect(files.put(nameOf(randomBytes(5)), content, practice)).rejects.toThrow(SealedFileError)
  })

  test('a wrong one gives a declared fault and no byte', async () => {
    await sealedFiles(onDisk(), held.keys).put(name, content, practice)
    const wrong: DataKeys = { ...held.keys, find: async () => createSecretKey(randomBytes(32)) }
    await expect(sealedFiles(onDisk(), wrong).readAll(name)).rejects.toMatchObject({
      name: 'SealedFileError',
      reason: 'altered',
    })
  })

  test('what belongs to nobody is stored as it is', async () => {
    const store = onDisk()
    await sealedFiles(store, held.keys).put(name, content, null)
    expect(Buffer.from((await store.readAll(name))!).equals(content)).toBe(true)
  })
})

test('encrypting what is there leaves a file that its reader refuses, and one that is gone', async () => {
  const [content, store] = [randomBytes(500), onDisk()]
  const key = await held.keys.current(practice)
  const refuse = async function* (): AsyncGenerator<Uint8Array> {
    yield content
    throw new Error('not as its row says')
  }
  await store.put(nameOf(content), content)
  await expect(sealStoredFile(store, key, { name: nameOf(content), verify: refuse })).rejects.toThrow(
    'not as its row',
  )
  expect(Buffer.from((await store.readAll(nameOf(content)))!).equals(content)).toBe(true)
  const gone = nameOf(randomBytes(5))
  expect(await sealStoredFile(store, key, { name: gone, verify: refuse })).toBe(false)
  expect(await isSealedFile(store, gone)).toBe(null)
})
