import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { readOrCreateSecret, replaceSecret } from './secret-file.ts'

/** Protects every other secret of the installation with the one master key. */
export type Keyring = {
  /** Encrypts and authenticates bytes for one purpose; the answer is text fit for a column or a file. */
  wrap(purpose: string, bytes: Uint8Array): string
  /**
   * Undoes `wrap`, with the master key or with one of those that may be read besides. Throws `UnwrapError` when the text
   * was altered, or wrapped for another purpose or key.
   */
  unwrap(purpose: string, text: string): Uint8Array
  /** Tells one master key from another, and nothing of it: 64 hexadecimal digits. */
  fingerprint(): string
  /** The marks of every key that is read, the master key's among them. */
  readableFingerprints(): string[]
}

/** Where the master key is: given, with those that are read besides while it changes, or in the data directory. */
export type KeySource = { masterKey: KeyObject; others?: readonly KeyObject[] } | { dataDir: string }

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
export function openKeyring(source: KeySource): Keyring {
  const { masterKey, others = [] } = 'masterKey' in source ? source : keysIn(source.dataDir)
  const wrappingKey = wrappingKeyOf(masterKey)
  const readable = [wrappingKey, ...others.map(wrappingKeyOf)]
  const mark = keyFingerprint(masterKey)
  return {
    wrap: (purpose, bytes) => wrap(wrappingKey, purpose, bytes),
    unwrap: (purpose, text) => unwrapWithAny(readable, purpose, text),
    fingerprint: () => mark,
    readableFingerprints: () => [mark, ...others.map(keyFingerprint)],
  }
}

/** A 32-byte key for one purpose, always the same for the same secret. */
export const deriveKey = (secret: KeyObject, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `candour/${purpose}`, key_bytes))

const wrappingKeyOf = (masterKey: KeyObject): KeyObject => createSecretKey(deriveKey(masterKey, 'wrap'))
const keyFingerprint = (masterKey: KeyObject): string => deriveKey(masterKey, 'mark').toString('hex')

/** Reads a master key: 32 bytes as 64 hexadecimal digits or as base64. Undefined when it is neither. */
export function parseMasterKey(text: string): KeyObject | undefined {
  const hexadecimal = /^[0-9a-f]{64}$/i.test(text)
  // 32 bytes take 43 characters of base64, its one padding sign being optional.
  if (!hexadecimal && !/^[\w+/-]{43}=?$/.test(text)) return undefined
  return createSecretKey(Buffer.from(text, hexadecimal ? 'hex' : 'base64'))
}

/** The master key as `MASTER_KEY` takes it, for whoever asks it into a backup. */
export const masterKeyText = (source: KeySource): string =>
  ('masterKey' in source ? source : keysIn(source.dataDir)).masterKey.export().toString('hex')

const generateKeyText = () => `${randomBytes(key_bytes).toString('hex')}\n`
const keyFile = (dataDir: string) => path.join(dataDir, 'secrets', 'master.key')
/** Where the next key waits while secrets are wrapped anew, so that a kill in between loses none of the two. */
const nextKeyFile = (dataDir: string) => `${keyFile(dataDir)}.next`

function keysIn(dataDir: string): { masterKey: KeyObject; others: KeyObject[] } {
  const masterKey = keyIn(keyFile(dataDir), generateKeyText)
  const next = nextKeyFile(dataDir)
  return { masterKey, others: existsSync(next) ? [keyIn(next, generateKeyText)] : [] }
}

/** The next key of a data directory, made where none waits yet, and what puts it in the place of the one before. */
export function prepareNextKey(dataDir: string): { source: KeySource; settle(): void } {
  const { masterKey } = keysIn(dataDir)
  const next = keyIn(nextKeyFile(dataDir), generateKeyText)
  return {
    source: { masterKey: next, others: [masterKey] },
    settle: () => replaceSecret(nextKeyFile(dataDir), keyFile(dataDir)),
  }
}

function keyIn(file: string, make: () => string): KeyObject {
  const key = parseMasterKey(readOrCreateSecret(file, make).trim())
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

function unwrapWithAny(keys: readonly KeyObject[], purpose: string, text: string): Uint8Array {
  for (const key of keys) {
    const bytes = unwrap(key, purpose, text)
    if (bytes) return bytes
  }
  throw new UnwrapError(purpose)
}

function unwrap(key: KeyObject, purpose: string, text: string): Uint8Array | null {
  const sealed = Buffer.from(text.slice(wrapVersion.length), 'base64url')
  if (!text.startsWith(wrapVersion) || sealed.length < nonce_bytes + tag_bytes) return null
  const decipher = createDecipheriv(cipherName, key, sealed.subarray(0, nonce_bytes), {
    authTagLength: tag_bytes,
  })
    .setAAD(Buffer.from(purpose))
    .setAuthTag(sealed.subarray(-tag_bytes))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(nonce_bytes, -tag_bytes)), decipher.final()])
  } catch {
    return null
  }
}
