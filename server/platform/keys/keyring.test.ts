import { execFile } from 'node:child_process'
import { createSecretKey, type KeyObject } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deriveKey, openKeyring, parseMasterKey, prepareNextKey, UnwrapError } from './keyring.ts'

const bytes = Buffer.from('the seal')
const ring = openKeyring({ masterKey: createSecretKey(Buffer.alloc(32, 1)) })
const otherRing = openKeyring({ masterKey: createSecretKey(Buffer.alloc(32, 2)) })

describe('wrapping', () => {
  it('gives back what was wrapped', () => {
    expect(ring.unwrap('seal', ring.wrap('seal', bytes))).toEqual(bytes)
    expect(ring.unwrap('seal', ring.wrap('seal', new Uint8Array()))).toEqual(Buffer.alloc(0))
  })

  it('never gives the same text twice, and shows none of the content', () => {
    const text = ring.wrap('seal', bytes)
    expect(ring.wrap('seal', bytes)).not.toBe(text)
    expect(Buffer.from(text.slice(3), 'base64url').includes(bytes)).toBe(false)
  })

  it('refuses another purpose and another master key', () => {
    const text = ring.wrap('seal', bytes)
    expect(() => ring.unwrap('mail', text)).toThrow(UnwrapError)
    expect(() => otherRing.unwrap('seal', text)).toThrow(UnwrapError)
  })

  it('refuses a change of any byte', () => {
    const sealed = Buffer.from(ring.wrap('seal', bytes).slice(3), 'base64url')
    for (let place = 0; place < sealed.length; place++) {
      const altered = Buffer.from(sealed)
      altered[place]! ^= 1
      expect(() => ring.unwrap('seal', `v1.${altered.toString('base64url')}`)).toThrow(UnwrapError)
    }
  })

  it.each(['', 'v1.', 'v1.AAAA', 'v2.' + 'A'.repeat(60), 'plain text'])('refuses %j', (text) => {
    expect(() => ring.unwrap('seal', text)).toThrow(UnwrapError)
  })
})

describe('derived keys', () => {
  const [secret, another] = [1, 2].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [
    KeyObject,
    KeyObject,
  ]

  it('are 32 bytes, stable, and differ by purpose and secret', () => {
    expect(deriveKey(secret, 'cookies')).toHaveLength(32)
    expect(deriveKey(secret, 'cookies')).toEqual(deriveKey(secret, 'cookies'))
    expect(deriveKey(secret, 'cookies')).not.toEqual(deriveKey(secret, 'links'))
    expect(deriveKey(secret, 'cookies')).not.toEqual(deriveKey(another, 'cookies'))
  })
})

describe('a keyring that reads others besides', () => {
  const [former, next] = [3, 4].map((byte) => createSecretKey(Buffer.alloc(32, byte))) as [
    KeyObject,
    KeyObject,
  ]
  const before = openKeyring({ masterKey: former, others: [next] })
  const after = openKeyring({ masterKey: next, others: [former] })

  it('opens what either has wrapped, and wraps with its own', () => {
    expect(after.unwrap('seal', before.wrap('seal', bytes))).toEqual(bytes)
    expect(before.unwrap('seal', after.wrap('seal', bytes))).toEqual(bytes)
    expect(openKeyring({ masterKey: next }).unwrap('seal', after.wrap('seal', bytes))).toEqual(bytes)
    expect(() => openKeyring({ masterKey: former }).unwrap('seal', after.wrap('seal', bytes))).toThrow(
      UnwrapError,
    )
  })

  it('says which keys it reads', () => {
    expect(after.readableFingerprints()).toEqual([after.fingerprint(), before.fingerprint()])
  })
})

describe('a master key in words', () => {
  const key = Buffer.alloc(32, 0xfb)

  it.each(['hex', 'base64', 'base64url'] as const)('is read from %s', (encoding) => {
    expect(parseMasterKey(key.toString(encoding))?.export()).toEqual(key)
  })

  it.each(['', 'your_master_key', 'ab'.repeat(31), 'ab'.repeat(33), 'z'.repeat(64)])('refuses %j', (text) => {
    expect(parseMasterKey(text)).toBeUndefined()
  })
})

describe('the key file', () => {
  let dataDir: string
  beforeEach(() => void (dataDir = mkdtempSync(path.join(tmpdir(), 'candour-keys-'))))
  afterEach(() => rmSync(dataDir, { recursive: true }))

  const file = () => path.join(dataDir, 'secrets', 'master.key')

  it('is made once, for the owner alone', () => {
    const text = openKeyring({ dataDir }).wrap('seal', bytes)
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(statSync(path.dirname(file())).mode & 0o777).toBe(0o700)
    expect(openKeyring({ dataDir }).unwrap('seal', text)).toEqual(bytes)
  })

  it('is not replaced when it is damaged', () => {
    openKeyring({ dataDir })
    writeFileSync(file(), 'half a k')
    expect(() => openKeyring({ dataDir })).toThrow('holds no master key')
    expect(readFileSync(file(), 'utf8')).toBe('half a k')
  })

  it('is replaced by the next one without losing either on the way', () => {
    const text = openKeyring({ dataDir }).wrap('seal', bytes)
    const { source } = prepareNextKey(dataDir)
    const anew = openKeyring(source).wrap('seal', bytes)
    // Killed here: the key before reads both, and the next change goes on with the same key.
    expect(openKeyring({ dataDir }).unwrap('seal', anew)).toEqual(bytes)
    const { source: again, settle } = prepareNextKey(dataDir)
    expect(openKeyring(again).unwrap('seal', text)).toEqual(bytes)
    settle()
    expect(openKeyring({ dataDir }).unwrap('seal', anew)).toEqual(bytes)
    expect(() => openKeyring({ dataDir }).unwrap('seal', text)).toThrow(UnwrapError)
    expect(readdirSync(path.dirname(file()))).toEqual(['master.key'])
  })

  it('is agreed upon by processes that start together', async () => {
    const module = path.join(import.meta.dirname, 'keyring.ts')
    const script = `import { openKeyring } from ${JSON.stringify(module)}
      console.log(openKeyring({ dataDir: process.argv[1] }).fingerprint())`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir])
    const answers = await Promise.all([start(), start(), start()])
    expect(new Set(answers.map((answer) => answer.stdout)).size).toBe(1)
    expect(readdirSync(path.dirname(file()))).toEqual(['master.key'])
  })
})
