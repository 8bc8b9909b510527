import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import path from 'node:path'
import { readOrCreateSecret } from './secret-file.ts'

/** Protects every other secret of the installation with the one master key. */
export type Keyring = {
  /** Encrypts and authenticates bytes for one purpose; the answer is text fit for a column or a file. */
  wrap(purpose: string, bytes: Uint8Array): string
  /** Undoes `wrap`. Throws `UnwrapError` when the text was altered, or wrapped for another purpose or key. */
  unwrap(purpose: string, text: string): Uint8Array
  /** A 32-byte key for one purpose, always the same for the same master key. */
  derive(purpose: string): Uint8Array
  /** Tells one master key from another, and nothing of it: 64 hexadecimal digits. */
  mark(): string
}

/** Thrown for wrapped text that cannot be trusted. It names the purpose, never the content. */
export class UnwrapError extends Error {
  override name = 'UnwrapError'
  constructor(purpose: string) {
    super(`The secret kept for '${purpose}' was altered, or was made with another MASTER_KEY.`)
  }
}

const key_bytes = 32
const nonce_bytes = 12
const tag_bytes = 16
const cipherName = 'aes-256-gcm'
const wrapVersion = 'v1.'

/**
 * Opens the keyring with the given master key, or with the one in `DATA_DIR/secrets/master.key`,
 * which is made at the first start. Losing that key loses every secret wrapped with it.
 */
export function openKeyring(source: { masterKey: KeyObject } | { dataDir: string }): Keyring {
  const master = 'masterKey' in source ? source.masterKey : masterKeyOf(source.dataDir)
  const derive = (label: string) => Buffer.from(hkdfSync('sha256', master, '', label, key_bytes))
  const wrappingKey = createSecretKey(derive('candour/wrap'))
  return {
    wrap: (purpose, bytes) => wrap(wrappingKey, purpose, bytes),
    unwrap: (purpose, text) => unwrap(wrappingKey, purpose, text),
    derive: (purpose) => derive(`candour/derive/${purpose}`),
    mark: () => derive('candour/mark').toString('hex'),
  }
}

/** Reads a master key: 32 bytes as 64 hexadecimal digits or as base64. Undefined when it is neither. */
export function parseMasterKey(text: string): KeyObject | undefined {
  const hexadecimal = /^[0-9a-f]{64}$/i.test(text)
  // 32 bytes take 43 characters of base64, its one padding sign being optional.
  if (!hexadecimal && !/^[\w+/-]{43}=?$/.test(text)) return undefined
  return createSecretKey(Buffer.from(text, hexadecimal ? 'hex' : 'base64'))
}

/** The master key as `MASTER_KEY` takes it, for whoever asks it into a backup. */
export const masterKeyText = (source: { masterKey: KeyObject } | { dataDir: string }): string =>
  ('masterKey' in source ? source.masterKey : masterKeyOf(source.dataDir)).export().toString('hex')

function masterKeyOf(dataDir: string): KeyObject {
  const file = path.join(dataDir, 'secrets', 'master.key')
  const key = parseMasterKey(
    readOrCreateSecret(file, () => `${randomBytes(key_bytes).toString('hex')}\n`).trim(),
  )
  if (!key)
    throw new Error(`${file} holds no master key. Restore it from a backup: without it nothing can be read.`)
  return key
}

function wrap(key: KeyObject, purpose: string, bytes: Uint8Array): string {
  const nonce = randomBytes(nonce_bytes)
  const cipher = createCipheriv(cipherName, key, nonce).setAAD(Buffer.from(purpose))
  const sealed = Buffer.concat([nonce, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  return wrapVersion + sealed.toString('base64url')
}

function unwrap(key: KeyObject, purpose: string, text: string): Uint8Array {
  const sealed = Buffer.from(text.slice(wrapVersion.length), 'base64url')
  if (!text.startsWith(wrapVersion) || sealed.length < nonce_bytes + tag_bytes) throw new UnwrapError(purpose)
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonce_bytes), {
    authTagLength: tag_bytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tag_bytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes, -tag_bytes)), decipher.final()])
  } catch {
    throw new UnwrapError(purpose)
  }
}
