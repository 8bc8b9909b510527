import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createHeader,
  decodeHeader,
  header_bytes,
  isSealedStart,
  openBytes,
  openSegments,
  sealBytes,
  sealedBytes,
  sealSegments,
  segment_bytes,
  storedRange,
} from './segment-cipher.ts'

const dataKey = createSecretKey(randomBytes(32))
const ref = { ownerId: randomUUID(), keyId: randomUUID() }
const stored_segment_bytes = segment_bytes + 16

async function* arriving(...chunks: Uint8Array[]) {
  yield* chunks
}

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const taken: Uint8Array[] = []
  for await (const chunk of chunks) taken.push(chunk)
  return Buffer.concat(taken)
}

/** A file of three segments, the last of them short: as it was, as it is stored, and what opens it. */
function sealedFile(bytes = 2 * segment_bytes + 100) {
  const plain = randomBytes(bytes)
  const header = createHeader(ref, bytes)
  const keys = { dataKey, name: 'a', header }
  const stored = sealBytes(keys, plain)
  return { plain, header, keys, stored, segments: stored.subarray(header_bytes) }
}

const altered = expect.objectContaining({ name: 'SealedFileError', reason: 'altered' })
const open = (keys: ReturnType<typeof sealedFile>['keys'], ...segments: Uint8Array[]) =>
  collect(openSegments(keys, arriving(...segments)))

it.each([0, 1, segment_bytes - 1, segment_bytes, segment_bytes + 1, 3 * segment_bytes])(
  'a file of %i bytes is read as it was, in one piece and as it comes',
  async (bytes) => {
    const { plain, keys, stored, segments } = sealedFile(bytes)
    expect(stored.length).toBe(sealedBytes(bytes))
    expect(decodeHeader(stored)).toEqual(keys.header)
    expect(Buffer.concat(openBytes(keys, segments))).toEqual(plain)
    expect(await open(keys, segments)).toEqual(plain)
    expect(await collect(sealSegments(keys, arriving(plain)))).toEqual(stored)
  },
)

describe('what is stored', () => {
  it.each<[string, (segments: Buffer) => Uint8Array]>([
    ['cut off behind its first segment', (whole) => whole.subarray(0, stored_segment_bytes)],
    ['cut off before its last', (whole) => whole.subarray(0, 2 * stored_segment_bytes)],
    ['cut off within a tag', (whole) => whole.subarray(0, -1)],
    ['cut off to less than a tag', (whole) => whole.subarray(0, 2 * stored_segment_bytes + 7)],
    ['nothing', () => Buffer.alloc(0)],
    ['longer than it was', (whole) => Buffer.concat([whole, randomBytes(40)])],
    ['longer by a segment', (whole) => Buffer.concat([whole, randomBytes(stored_segment_bytes)])],
    ['another in one bit', (whole) => Buffer.concat([whole.subarray(0, 50), flip(whole.subarray(50))])],
    ['another in its tag', (whole) => Buffer.concat([whole.subarray(0, -1), flip(whole.subarray(-1))])],
    [
      'in another order',
      (whole) =>
        Buffer.concat([
          whole.subarray(stored_segment_bytes, 2 * stored_segment_bytes),
          whole.subarray(0, stored_segment_bytes),
          whole.subarray(2 * stored_segment_bytes),
        ]),
    ],
  ])('is not read where it is %s', async (_what, change) => {
    const { keys, segments } = sealedFile()
    const changed = Buffer.from(change(segments))
    expect(() => openBytes(keys, changed)).toThrow(altered)
    await expect(open(keys, changed)).rejects.toEqual(altered)
  })

  it('is not read where something follows a last segment that is full', async () => {
    const { keys, segments } = sealedFile(2 * segment_bytes)
    const longer = Buffer.concat([segments, randomBytes(1)])
    expect(() => openBytes(keys, longer)).toThrow(altered)
    await expect(open(keys, longer)).rejects.toEqual(altered)
  })

  it('is not read under another name, with another key or behind another header', async () => {
    const { keys, header, segments } = sealedFile()
    for (const wrong of [
      { ...keys, name: 'b' },
      { ...keys, dataKey: createSecretKey(randomBytes(32)) },
      { ...keys, header: { ...header, ownerId: randomUUID() } },
      { ...keys, header: { ...header, salt: randomBytes(32) } },
      { ...keys, header: { ...header, noncePrefix: randomBytes(7) } },
    ]) {
      expect(() => openBytes(wrong, segments)).toThrow(altered)
      await expect(open(wrong, segments)).rejects.toEqual(altered)
    }
  })

  it('gives out a part of it alone, and not one that lacks a segment or has one more', async () => {
    const { plain, keys, header, stored } = sealedFile()
    const part = { first: 1, last: 2 }
    const range = storedRange(header, part)
    const piece = stored.subarray(range.first, range.last + 1)
    const read = (bytes: Uint8Array) => collect(openSegments(keys, arriving(bytes), part))
    expect(await read(piece)).toEqual(plain.subarray(segment_bytes))
    await expect(read(piece.subarray(0, stored_segment_bytes))).rejects.toEqual(altered)
    const first = stored.subarray(header_bytes, header_bytes + stored_segment_bytes)
    await expect(read(Buffer.concat([first, piece]))).rejects.toEqual(altered)
    const one = { first: 0, last: 0 }
    const two = stored.subarray(header_bytes, header_bytes + 2 * stored_segment_bytes)
    await expect(collect(openSegments(keys, arriving(two), one))).rejects.toEqual(altered)
  })
})

describe('a header', () => {
  it('is that of an encrypted file alone', () => {
    const { stored } = sealedFile(5)
    expect(isSealedStart(stored)).toBe(true)
    expect(isSealedStart(stored.subarray(0, 4))).toBe(false)
    expect(isSealedStart(Buffer.alloc(0))).toBe(false)
    expect(decodeHeader(Buffer.from('%PDF-1.7 and more than a header has bytes'.repeat(5)))).toBeNull()
  })

  it('is not read where it is cut off, or tells of more bytes than there are numbers', () => {
    const { stored } = sealedFile(5)
    expect(() => decodeHeader(stored.subarray(0, header_bytes - 1))).toThrow(altered)
    const endless = Buffer.from(stored)
    endless.writeBigUInt64BE(2n ** 60n, header_bytes - 8)
    expect(() => decodeHeader(endless)).toThrow(altered)
  })
})

it.each([
  ['less', segment_bytes - 1],
  ['more', 1],
  ['more by a segment', segment_bytes],
])('a file of which %s comes than was said is a fault', async (what, difference) => {
  const { keys, plain } = sealedFile(2 * segment_bytes)
  const given = what === 'less' ? plain.subarray(difference) : Buffer.concat([plain, randomBytes(difference)])
  await expect(collect(sealSegments(keys, arriving(given)))).rejects.toThrow('changed its length')
})

const flip = (bytes: Uint8Array): Buffer => {
  const flipped = Buffer.from(bytes)
  flipped[0]! ^= 1
  return flipped
}
