import { execFile } from 'node:child_process'
import { createSecretKey } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openKeyring, parseMasterKey, UnwrapError } from './keyring.ts'

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
  it('are 32 bytes, stable, and differ by purpose and master key', () => {
    expect(ring.derive('cookies')).toHaveLength(32)
    expect(ring.derive('cookies')).toEqual(ring.derive('cookies'))
    expect(ring.derive('cookies')).not.toEqual(ring.derive('links'))
    expect(ring.derive('cookies')).not.toEqual(otherRing.derive('cookies'))
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

  it('is agreed upon by processes that start together', async () => {
    const module = path.join(import.meta.dirname, 'keyring.ts')
    const script = `import { openKeyring } from ${JSON.stringify(module)}
      console.log(Buffer.from(openKeyring({ dataDir: process.argv[1] }).derive('test')).toString('hex'))`
    const start = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', script, dataDir])
    const answers = await Promise.all([start(), start(), start()])
    expect(new Set(answers.map((answer) => answer.stdout)).size).toBe(1)
    expect(readdirSync(path.dirname(file()))).toEqual(['master.key'])
  })
})
