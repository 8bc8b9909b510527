import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '../..')
const page = readFileSync(path.join(root, 'docs/cryptography.md'), 'utf8')

/** How the code names an algorithm, and what the page calls it. */
const listedNames: Record<string, string> = {
  ...{ sha256: 'SHA-256', 'SHA-256': 'SHA-256', sha1: 'SHA-1', SHA1: 'SHA-1', 'SHA-1': 'SHA-1' },
  ...{ 'aes-256-gcm': 'AES-256-GCM', 'AES-GCM': 'AES-256-GCM' },
  ...{ 'RSASSA-PKCS1-v1_5': 'RSA-3072', ECDSA: 'ECDSA' },
  ...{ 'RSA-PSS': 'RSA-PSS', 'ML-DSA-65': 'ML-DSA-65' },
}

/** Where code hands an algorithm's name to Node or to the browser, or keeps it for that. */
const named =
  /(?:createHash|createHmac|hkdfSync|createCipheriv|createSign|createVerify|subtle\.digest)\(\s*'([\w-]+)'|name: '(AES-\w+|RSA[\w-]*|EC\w*|ML-DSA-\d+|HMAC|SHA-\d+|Ed\w+|PBKDF2|HKDF)'|'((?:aes|chacha20|des3?)-[\w-]+)'|algorithm: '(SHA\d+)'/g

const isProduct = (file: string) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)testing\//.test(file)
const algorithms = ['server', 'web', 'verification', 'contract']
  .flatMap((part) =>
    readdirSync(path.join(root, part), { recursive: true, encoding: 'utf8' })
      .filter(isProduct)
      .map((file) => `${part}/${file}`),
  )
  .flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(named)].map(([, ...names]) => ({
      file,
      name: names.find((name) => name !== undefined)!,
    })),
  )

describe('the list of algorithms', () => {
  it('has each that the code names', () => {
    expect(algorithms.length).toBeGreaterThan(60)
    const unlisted = algorithms.filter(
      ({ name }) => !listedNames[name] || !page.includes(`| ${listedNames[name]}`),
    )
    expect(unlisted).toEqual([])
  })

  it('names each file that uses SHA-1', () => {
    const files = new Set(algorithms.filter(({ name }) => /^sha-?1$/i.test(name)).map(({ file }) => file))
    expect([...files].filter((file) => !page.includes(file))).toEqual([])
    expect(files.size).toBe(3)
  })
})
