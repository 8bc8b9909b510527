import { randomUUID, type KeyObject } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileConflictError, sameBytes } from './file-name.ts'
import type { ByteRange, Files, FileStore } from './files.ts'
import {
  createHeader,
  decodeHeader,
  header_bytes,
  openBytes,
  openSegments,
  sealBytes,
  sealSegments,
  segmentsOf,
  storedRange,
  type DataKeyRef,
  type SegmentHeader,
} from './segment-cipher.ts'

/** Where data keys come from. */
export type DataKeys = {
  /** The key that new files of an owner are encrypted with; the first call makes it. */
  current(ownerId: string): Promise<DataKeyRef & { key: KeyObject }>
  /** @throws SealedFileError where the key was destroyed, is not known, or does not open */
  find(ref: DataKeyRef): Promise<KeyObject>
}

type Bytes = AsyncIterable<Uint8Array>

/** A file that is no larger is decrypted at once, which takes a fraction of what streams take: nearly every record is so. */
const in_memory_bytes_max = 1024 * 1024

/** The first bytes of a stream, and all of what follows them. */
async function splitStart(source: Bytes, length: number): Promise<{ start: Buffer; rest: Bytes }> {
  const iterator = source[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)
  while (held.length < length) {
    const { value, done } = await iterator.next()
    if (done) break
    held = Buffer.concat([held, value as Uint8Array])
  }
  const [start, beyond] = [held.subarray(0, length), held.subarray(length)]
  async function* rest(): AsyncGenerator<Uint8Array> {
    try {
      if (beyond.length > 0) yield beyond
      for (;;) {
        const { value, done } = await iterator.next()
        if (done) return
        yield value as Uint8Array
      }
    } finally {
      await iterator.return?.()
    }
  }
  return { start, rest: rest() }
}

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { byteLength }) => sum + byteLength, 0)

/** A few pieces, for which an iterator would cost more than what is read. */
function streamOf(pieces: readonly Buffer[]): Readable {
  const stream = new Readable({ read() {} })
  for (const piece of pieces) if (piece.length > 0) stream.push(piece)
  stream.push(null)
  return stream
}

const asStream = (bytes: Bytes): Readable => Readable.from(bytes, { objectMode: false })

/** What a stored file holds: decrypted where it is encrypted, as it is where it is from before. */
export async function openWhole(
  keys: Pick<DataKeys, 'find'>,
  name: string,
  { stream, bytes }: { stream: Bytes; bytes: number },
): Promise<{ content: Bytes; bytes: number; ref: DataKeyRef | null }> {
  const { start, rest } = await splitStart(stream, header_bytes)
  const header = decodeHeader(start)
  if (!header) return { content: joined(start, rest), bytes, ref: null }
  const dataKey = await keys.find(header)
  return { content: openSegments({ dataKey, name, header }, rest), bytes: header.bytes, ref: header }
}

async function* joined(start: Buffer, rest: Bytes): AsyncGenerator<Uint8Array> {
  if (start.length > 0) yield start
  yield* rest
}

/** Writes a file encrypted; answers nothing before all of it is there. */
async function sealToFile(
  { key, ...ref }: DataKeyRef & { key: KeyObject },
  { name, bytes, content, target }: { name: string; bytes: number; content: Bytes; target: string },
): Promise<void> {
  const header = createHeader(ref, bytes)
  await pipeline(
    Readable.from(sealSegments({ dataKey: key, name, header }, content), { objectMode: false }),
    createWriteStream(target, { flags: 'wx', mode: 0o600 }),
  )
}

/**
 * Files encrypted by envelope: each with a key of its own, derived from its owner's data key, in segments that are proved
 * one by one, so that a part of a video costs the segments that hold it. What was stored before is read as it is.
 */
export function sealedFiles(store: FileStore, keys: DataKeys): Files {
  /** Where a name is taken: by the same bytes of the same owner that is fine, whichever key or none encrypts them. */
  async function settleConflict(
    name: string,
    { owner, isSame }: { owner: string; isSame(present: Bytes): Promise<boolean> },
    conflict: unknown,
  ): Promise<void> {
    if (!(conflict instanceof FileConflictError)) throw conflict
    const found = await store.read(name)
    if (!found) throw conflict
    const { content, ref } = await openWhole(keys, name, found)
    if ((ref && ref.ownerId !== owner) || !(await isSame(content))) {
      found.stream.destroy()
      throw conflict
    }
  }

  async function readHeader(name: string): Promise<SegmentHeader | 'plain' | null> {
    // The first bytes alone, which a short file from before does not have.
    const found = await store.read(name, { first: 0, last: header_bytes - 1 })
    return found && (decodeHeader(await collect(found.stream)) ?? 'plain')
  }

  async function readPart(name: string, part: ByteRange) {
    for (;;) {
      const header = await readHeader(name)
      if (!header) return null
      if (header !== 'plain') return readSegments(name, header, part)
      const found = await store.read(name, part)
      // It may have been encrypted between the two: then what was opened is not what was asked for.
      if (found && (await readHeader(name)) === 'plain') return found
      found?.stream.destroy()
    }
  }

  async function readSegments(name: string, header: SegmentHeader, part: ByteRange) {
    const { first, last, skip, take } = segmentsOf(part)
    if (part.last >= header.bytes) throw new RangeError('A part of a file lies outside it')
    const dataKey = await keys.find(header)
    const found = await store.read(name, storedRange(header, { first, last }))
    if (!found) return null
    const opened = openSegments({ dataKey, name, header }, found.stream, { first, last })
    return { stream: asStream(cut(opened, skip, take)), bytes: take }
  }

  /** A file that is in memory as a whole, as what it holds. */
  async function openInMemory(name: string, stored: Buffer): Promise<Buffer[]> {
    const header = decodeHeader(stored.subarray(0, header_bytes))
    if (!header) return [stored]
    return openBytes({ dataKey: await keys.find(header), name, header }, stored.subarray(header_bytes))
  }

  async function read(name: string, part?: ByteRange) {
    if (part) return readPart(name, part)
    const found = await store.read(name)
    if (!found) return null
    if (found.bytes <= in_memory_bytes_max) {
      const pieces = await openInMemory(name, await collect(found.stream))
      return { stream: streamOf(pieces), bytes: lengthOf(pieces) }
    }
    try {
      const { content, bytes } = await openWhole(keys, name, found)
      return { stream: asStream(content), bytes }
    } catch (error) {
      found.stream.destroy()
      throw error
    }
  }

  return {
    async put(name, bytes, owner) {
      if (owner === null) return store.put(name, bytes)
      const { key, ...ref } = await keys.current(owner)
      const header = createHeader(ref, bytes.byteLength)
      const sealed = sealBytes({ dataKey: key, name, header }, bytes)
      const isSame = async (present: Bytes) => sameBytes(await collect(present), bytes)
      await store.put(name, sealed).catch((error: unknown) => settleConflict(name, { owner, isSame }, error))
    },
    async putFile(name, source, owner) {
      if (owner === null) return store.putFile(name, source)
      const target = path.join(tmpdir(), `candour-sealing-${randomUUID()}`)
      const { size } = await stat(source)
      try {
        const content = createReadStream(source)
        await sealToFile(await keys.current(owner), { name, bytes: size, content, target })
        const isSame = async (present: Bytes) => (await count(present)) === size
        await store
          .putFile(name, target)
          .catch((error: unknown) => settleConflict(name, { owner, isSame }, error))
      } finally {
        await rm(target, { force: true })
      }
    },
    read,
    async readAll(name) {
      const stored = await store.readAll(name)
      if (!stored) return null
      const whole = Buffer.from(stored.buffer, stored.byteOffset, stored.byteLength)
      return Buffer.concat(await openInMemory(name, whole))
    },
    list: (prefix, max) => store.list(prefix, max),
    remove: (name) => store.remove(name),
  }
}

/** Encrypts a file that is there from before; answers whether it did, which it does not where another was first. */
export async function sealStoredFile(
  store: FileStore,
  key: DataKeyRef & { key: KeyObject },
  { name, verify }: { name: string; verify(content: Bytes): Bytes },
): Promise<boolean> {
  const found = await store.read(name)
  if (!found) return false
  const { start, rest } = await splitStart(found.stream, header_bytes)
  if (decodeHeader(start)) {
    found.stream.destroy()
    return false
  }
  const target = path.join(tmpdir(), `candour-sealing-${randomUUID()}`)
  try {
    const content = verify(joined(start, rest))
    await sealToFile(key, { name, bytes: found.bytes, content, target })
    await store.replace(name, target)
    return true
  } finally {
    found.stream.destroy()
    await rm(target, { force: true })
  }
}

/** Whether the file of this name is encrypted; null where there is none. */
export async function isSealedFile(store: FileStore, name: string): Promise<boolean | null> {
  const found = await store.read(name, { first: 0, last: header_bytes - 1 })
  return found && decodeHeader(await collect(found.stream)) !== null
}

async function collect(source: Bytes): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of source) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function count(source: Bytes): Promise<number> {
  let bytes = 0
  for await (const chunk of source) bytes += chunk.byteLength
  return bytes
}

/** So many bytes of a stream behind the first ones, which are left out; what stands behind is read, and proved, too. */
async function* cut(source: Bytes, skip: number, take: number): AsyncGenerator<Uint8Array> {
  let [left, wanted] = [skip, take]
  for await (const chunk of source) {
    const part = chunk.subarray(Math.min(left, chunk.length))
    left -= chunk.length - part.length
    const given = part.subarray(0, wanted)
    wanted -= given.length
    if (given.length > 0) yield given
  }
}
