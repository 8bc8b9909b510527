import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/** A data key by its owner, a practice, and its own id: enough to find it. */
export type DataKeyRef = { ownerId: string; keyId: string }

/** What stands in front of the segments of an encrypted file, and is bound into the key of every one of them. */
export type SegmentHeader = DataKeyRef & { bytes: number; salt: Buffer; noncePrefix: Buffer }

/** Why an encrypted file cannot be read. */
type SealedFileReason = 'altered' | 'key-destroyed' | 'key-unknown' | 'key-locked'

/** A file is encrypted, and what it holds cannot be had; not a byte of it was given out unchecked. */
export class SealedFileError extends Error {
  override name = 'SealedFileError'
  readonly reason: SealedFileReason
  constructor(reason: SealedFileReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

const messages: Record<SealedFileReason, string> = {
  altered: 'An encrypted file was altered or shortened, or is not the one that was stored under its name',
  'key-destroyed': 'The data key of an encrypted file was destroyed',
  'key-unknown': 'The data key of an encrypted file is not known here',
  'key-locked': 'The data key of an encrypted file does not open with the master key of this installation',
}

const magic = Buffer.from('CNDR\x00SF\x01', 'latin1')
const id_bytes = 16
const salt_bytes = 32
const prefix_bytes = 7
const tag_bytes = 16
const key_bytes = 32

/** What a reader decrypts at least, and holds in memory at a time. */
export const segment_bytes = 64 * 1024
const stored_segment_bytes = segment_bytes + tag_bytes
export const header_bytes = magic.length + 2 * id_bytes + salt_bytes + prefix_bytes + 1 + 8

/** Whether a file that begins so is encrypted. */
export const isSealedStart = (start: Uint8Array): boolean =>
  start.length >= magic.length && magic.equals(start.subarray(0, magic.length))

const segmentCount = (bytes: number): number => Math.max(1, Math.ceil(bytes / segment_bytes))

/** How many bytes a store holds for so many. */
export const sealedBytes = (bytes: number): number => header_bytes + bytes + segmentCount(bytes) * tag_bytes

const idToBytes = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')
const bytesToId = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const createHeader = ({ ownerId, keyId }: DataKeyRef, bytes: number): SegmentHeader => ({
  ...{ ownerId, keyId, bytes },
  salt: randomBytes(salt_bytes),
  noncePrefix: randomBytes(prefix_bytes),
})

function encodeHeader({ ownerId, keyId, bytes, salt, noncePrefix }: SegmentHeader): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(bytes))
  return Buffer.concat([magic, idToBytes(ownerId), idToBytes(keyId), salt, noncePrefix, Buffer.of(0), size])
}

/** The header of an encrypted file; null for any other. */
export function decodeHeader(start: Uint8Array): SegmentHeader | null {
  if (!isSealedStart(start)) return null
  if (start.length < header_bytes) throw new SealedFileError('altered')
  let at = magic.length
  const take = (length: number) => Buffer.from(start.subarray(at, (at += length)))
  const [ownerId, keyId] = [bytesToId(take(id_bytes)), bytesToId(take(id_bytes))]
  const [salt, noncePrefix] = [take(salt_bytes), take(prefix_bytes)]
  at++
  const bytes = Number(take(8).readBigUInt64BE())
  if (!Number.isSafeInteger(bytes)) throw new SealedFileError('altered')
  return { ownerId, keyId, bytes, salt, noncePrefix }
}

/**
 * The key of one file, derived from the data key by HKDF-SHA256. Name and header are bound in: a header that was changed,
 * a file under another's name or a segment of another file has another key, and does not open.
 */
function fileKeyOf(dataKey: KeyObject, name: string, header: SegmentHeader): KeyObject {
  const info = Buffer.concat([Buffer.from(`candour/file/${name}\0`), encodeHeader(header)])
  return createSecretKey(Buffer.from(hkdfSync('sha256', dataKey, header.salt, info, key_bytes)))
}

/** STREAM: a segment's number and whether it is the last stand in its nonce, so that none can be moved or left out. */
function nonceOf({ noncePrefix }: SegmentHeader, index: number, isLast: boolean): Buffer {
  const tail = Buffer.alloc(5)
  tail.writeUInt32BE(index)
  tail[4] = isLast ? 1 : 0
  return Buffer.concat([noncePrefix, tail])
}

export type SegmentKeys = { dataKey: KeyObject; name: string; header: SegmentHeader }

/** Cuts what arrives into pieces of one length; the last may be shorter, and nothing at all is one piece of no bytes. */
async function* cutInto(length: number, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Buffer[] = []
  let size = 0
  for await (const chunk of source) {
    held.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength))
    size += chunk.byteLength
    // A piece goes out once more follows: the last one is known by what comes behind it.
    if (size <= length) continue
    let rest = Buffer.concat(held)
    for (; rest.length > length; rest = rest.subarray(length)) yield rest.subarray(0, length)
    held = [rest]
    size = rest.length
  }
  yield Buffer.concat(held)
}

function sealSegment(key: KeyObject, plain: Uint8Array, nonce: Buffer): [Buffer, Buffer] {
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
  // GCM holds nothing back for its end, which gives the tag alone.
  const sealed = cipher.update(plain)
  cipher.final()
  return [sealed, cipher.getAuthTag()]
}

/** Encrypts a file that is in memory as a whole. */
export function sealBytes({ dataKey, name, header }: SegmentKeys, plain: Uint8Array): Buffer {
  const key = fileKeyOf(dataKey, name, header)
  const count = segmentCount(plain.byteLength)
  const pieces: Buffer[] = [encodeHeader(header)]
  for (let index = 0; index < count; index++) {
    const from = index * segment_bytes
    const segment = plain.subarray(from, from + segment_bytes)
    pieces.push(...sealSegment(key, segment, nonceOf(header, index, index === count - 1)))
  }
  return Buffer.concat(pieces, sealedBytes(plain.byteLength))
}

/** Encrypts bytes as they come, of which the header says how many there are; another number is a fault. */
export async function* sealSegments(
  { dataKey, name, header }: SegmentKeys,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Buffer> {
  const key = fileKeyOf(dataKey, name, header)
  const last = segmentCount(header.bytes) - 1
  let [index, seen] = [0, 0]
  yield encodeHeader(header)
  for await (const plain of cutInto(segment_bytes, source)) {
    seen += plain.length
    if (index > last || seen > header.bytes) break
    yield* sealSegment(key, plain, nonceOf(header, index, index === last))
    index++
  }
  if (index !== last + 1 || seen !== header.bytes)
    throw new Error('A file changed its length while it was encrypted')
}

/** Which segments hold a part of a file, where these stand in the store, and what of the first is not asked for. */
export function segmentsOf(part: { first: number; last: number }) {
  const [first, last] = [Math.floor(part.first / segment_bytes), Math.floor(part.last / segment_bytes)]
  return { first, last, skip: part.first - first * segment_bytes, take: part.last - part.first + 1 }
}

/** Where segments stand in the store: from the first byte of one to the last of another, which the end may cut short. */
export function storedRange({ bytes }: SegmentHeader, { first, last }: { first: number; last: number }) {
  const end = sealedBytes(bytes) - 1
  return {
    first: header_bytes + first * stored_segment_bytes,
    last: Math.min(end, header_bytes + (last + 1) * stored_segment_bytes - 1),
  }
}

/** Decrypts segments as they come from the store: those from `first` to `last`, or all. A segment is given out once it is proved. */
export async function* openSegments(
  { dataKey, name, header }: SegmentKeys,
  source: AsyncIterable<Uint8Array>,
  { first, last }: { first: number; last: number } = { first: 0, last: segmentCount(header.bytes) - 1 },
): AsyncGenerator<Buffer> {
  const key = fileKeyOf(dataKey, name, header)
  const end = segmentCount(header.bytes) - 1
  let index = first
  for await (const stored of cutInto(stored_segment_bytes, source)) {
    if (index > last) throw new SealedFileError('altered')
    yield openSegment(key, stored, nonceOf(header, index, index === end))
    index++
  }
  if (index !== last + 1) throw new SealedFileError('altered')
}

/** Decrypts a file that is in memory as a whole, without its header: its segments, all of them proved. */
export function openBytes({ dataKey, name, header }: SegmentKeys, stored: Buffer): Buffer[] {
  if (stored.length !== sealedBytes(header.bytes) - header_bytes) throw new SealedFileError('altered')
  const key = fileKeyOf(dataKey, name, header)
  const count = segmentCount(header.bytes)
  const pieces: Buffer[] = []
  for (let index = 0; index < count; index++) {
    const from = index * stored_segment_bytes
    const segment = stored.subarray(from, from + stored_segment_bytes)
    pieces.push(openSegment(key, segment, nonceOf(header, index, index === count - 1)))
  }
  return pieces
}

function openSegment(key: KeyObject, stored: Buffer, nonce: Buffer): Buffer {
  if (stored.length < tag_bytes) throw new SealedFileError('altered')
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tag_bytes })
  decipher.setAuthTag(stored.subarray(-tag_bytes))
  const plain = decipher.update(stored.subarray(0, -tag_bytes))
  try {
    // Only this proves what was decrypted.
    decipher.final()
    return plain
  } catch (error) {
    throw new SealedFileError('altered', error)
  }
}
