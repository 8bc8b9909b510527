import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

/** Where a value stands: it opens there and nowhere else. */
export type CellPlace = { ownerId: string; table: string; column: string; row: string }

/** The keys of an owner by their ids, and which of them encrypts; a key that was destroyed is null. */
export type CellKeys = {
  current: { keyId: string; key: KeyObject } | null
  find(keyId: string): KeyObject | null | undefined
}

type SealedCellReason = 'altered' | 'key-destroyed' | 'key-unknown'

const messages: Record<SealedCellReason, string> = {
  altered: 'An encrypted value was altered, or was put where another belongs',
  'key-destroyed': 'The data key of an encrypted value was destroyed',
  'key-unknown': 'The data key of an encrypted value is not known here, or does not open',
}

/** A value is encrypted, and cannot be had. */
class SealedCellError extends Error {
  override name = 'SealedCellError'
  readonly reason: SealedCellReason
  constructor(reason: SealedCellReason, cause?: unknown) {
    super(messages[reason], { cause })
    this.reason = reason
  }
}

/** What an encrypted value begins with, before the id of its key; a change of how it is made is another number. */
export const sealed_cell_prefix = 'sealed.v1.'
const nonce_bytes = 12
const tag_bytes = 16
const key_bytes = 32
/** Lengths are rounded up to so many bytes, so that a short answer is not told by its length. */
const padding_bytes = 32
const padding_start = 0x80

/** The key for values, derived from a data key, which encrypts nothing itself. */
export const deriveCellKey = (dataKey: KeyObject, keyId: string): KeyObject =>
  createSecretKey(
    Buffer.from(hkdfSync('sha256', dataKey, Buffer.alloc(0), `candour/cell/v1/${keyId}`, key_bytes)),
  )

/** Whether a value as it is stored is encrypted. */
export const isSealedCell = (stored: unknown): stored is string =>
  typeof stored === 'string' && stored.startsWith(sealed_cell_prefix)

const boundTo = ({ ownerId, table, column, row }: CellPlace): Buffer =>
  Buffer.from(['candour-cell-1', ownerId, table, column, row].join('\0'))

function pad(plain: string): Buffer {
  const length = Buffer.byteLength(plain)
  const padded = Buffer.alloc(Math.ceil((length + 1) / padding_bytes) * padding_bytes)
  padded.write(plain)
  padded[length] = padding_start
  return padded
}

/** Encrypts a value for its place. */
export function sealCell({ current }: CellKeys, place: CellPlace, plain: string): string {
  if (!current) throw new SealedCellError('key-destroyed')
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce)
  cipher.setAAD(boundTo(place))
  const sealed = Buffer.concat([nonce, cipher.update(pad(plain)), cipher.final(), cipher.getAuthTag()])
  return `${sealed_cell_prefix}${current.keyId}.${sealed.toString('base64url')}`
}

function decrypt(key: KeyObject, place: CellPlace, sealed: Buffer): string {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonce_bytes), {
    authTagLength: tag_bytes,
  })
  decipher.setAAD(boundTo(place))
  decipher.setAuthTag(sealed.subarray(-tag_bytes))
  const padded = Buffer.concat([decipher.update(sealed.subarray(nonce_bytes, -tag_bytes)), decipher.final()])
  return padded.toString('utf8', 0, padded.lastIndexOf(padding_start))
}

/** What an encrypted value says; null where its key was destroyed. */
export function openCell(keys: CellKeys, place: CellPlace, stored: string): string | null {
  const [keyId = '', text = ''] = stored.slice(sealed_cell_prefix.length).split('.')
  const key = keys.find(keyId)
  if (key === null) return null
  if (key === undefined) throw new SealedCellError('key-unknown')
  const sealed = Buffer.from(text, 'base64url')
  if (sealed.length < nonce_bytes + tag_bytes + padding_bytes) throw new SealedCellError('altered')
  try {
    return decrypt(key, place, sealed)
  } catch (error) {
    throw new SealedCellError('altered', error)
  }
}
