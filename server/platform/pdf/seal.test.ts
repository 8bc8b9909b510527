import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBER } from 'asn1js'
import * as pkijs from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shippedFonts } from './font-set.ts'
import { sealPdf } from './seal.ts'
import { createSealingCertificate } from './sealing-certificate.ts'
import type { SealingKey } from './sealing-certificate.ts'
import { createTypesetter } from './typesetter.ts'

const folder = mkdtempSync(join(tmpdir(), 'seal-'))
const file = (name: string) => join(folder, name)
const patientTime = new Date('2026-11-21T14:05:33.250Z')
let pdf: Uint8Array
let key: SealingKey

beforeAll(async () => {
  writeFileSync(
    file('page.typ'),
    '#set document(title: "T", date: auto)\n#set text(font: "Noto Sans", fallback: false)\n= T\nI agree.',
  )
  const typesetter = createTypesetter({ workspace: folder, fonts: shippedFonts })
  pdf = await typesetter.render({ main: file('page.typ'), data: {}, createdAt: patientTime })
  await typesetter.stop()
  key = await createSealingCertificate({
    commonName: 'Candour',
    organisation: 'Tŷ Gwyn Dental',
    now: patientTime,
  })
  writeFileSync(file('certificate.pem'), key.certificate)
})
afterAll(() => rmSync(folder, { recursive: true }))

const sealAsPatient = (more: { timestampAuthority?: string } = {}) =>
  sealPdf({
    pdf,
    key,
    fieldName: 'patient',
    name: 'Siân Łuć',
    reason: 'Signed (at home) \\ by the patient',
    at: patientTime,
    ...more,
  })

const countersign = (sealed: Uint8Array) =>
  sealPdf({
    pdf: sealed,
    key,
    fieldName: 'clinician',
    name: 'Dr Sara Ali',
    reason: 'Countersigned',
    location: 'Cardiff',
    at: new Date('2026-11-22T09:00:00Z'),
  })

function run(tool: string, ...options: string[]): string {
  return execFileSync(tool, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}

/** What pdfsig says, without looking at who issued the certificate. */
function inspect(bytes: Uint8Array): string {
  writeFileSync(file('inspected.pdf'), bytes)
  return spawnSync('pdfsig', ['-nocert', file('inspected.pdf')], { encoding: 'utf8' }).stdout
}

const count = (text: string, words: string) => text.split(words).length - 1

/** The last signature's envelope, cut from the file by its byte range alone, and what it covers. */
function lastSignature(bytes: Uint8Array): { envelope: Buffer; covered: Buffer } {
  const whole = Buffer.from(bytes)
  const range = [...whole.toString('latin1').matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/g)].at(-1) ?? []
  const [from = 0, length = 0, next = 0, rest = 0] = range.slice(1).map(Number)
  const padded = Buffer.from(whole.toString('latin1', from + length + 1, next - 1), 'hex')
  const envelope = padded.subarray(0, padded.readUInt16BE(2) + 4)
  return {
    envelope,
    covered: Buffer.concat([whole.subarray(from, length), whole.subarray(next, next + rest)]),
  }
}

describe('the certificate', () => {
  test('is for signing only, valid for ten years, and holds the name as given', () => {
    const show = ['x509', '-in', file('certificate.pem'), '-noout']
    const text = run('openssl', ...show, '-text')
    const names = run('openssl', ...show, '-subject', '-issuer', '-nameopt', 'utf8,sep_comma_plus')
    expect(names).toBe('subject=C=GB,O=Tŷ Gwyn Dental,CN=Candour\nissuer=C=GB,O=Tŷ Gwyn Dental,CN=Candour\n')
    expect(text).toMatch(/Basic Constraints: critical\s+CA:FALSE/)
    expect(text).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\n/)
    expect(text).toContain('Public-Key: (3072 bit)')
    const years = Array.from(text.matchAll(/Not (?:Before|After ): .* (\d{4}) GMT/g), ([, year]) =>
      Number(year),
    )
    expect(years[1]).toBe(Number(years[0]) + 10)
    expect(run('openssl', 'verify', '-CAfile', file('certificate.pem'), file('certificate.pem'))).toContain(
      'OK',
    )
  })
})

describe('a seal', () => {
  test('is valid, covers the whole file and says who, why and when', async () => {
    const sealed = await sealAsPatient()
    expect(inspect(sealed)).toMatch(
      /Field Name: patient[^]*ETSI.CAdES.detached[^]*Total document signed[^]*Signature is Valid/,
    )
    expect(run('qpdf', '--check', file('inspected.pdf'))).toContain('No syntax or stream encoding errors')
    const signature = JSON.parse(run('qpdf', '--json=2', '--json-key=qpdf', file('inspected.pdf'))).qpdf[1]
    const dictionary = Object.values<{ value?: Record<string, string> }>(signature).find(
      ({ value }) => value?.['/Type'] === '/Sig',
    )
    expect(dictionary?.value).toMatchObject({
      '/Name': 'u:Siân Łuć',
      '/Reason': 'u:Signed (at home) \\ by the patient',
      '/M': 'u:D:20261121140533Z',
    })
  })

  test('keeps every byte of what it seals; a second keeps the first valid', async () => {
    const once = await sealAsPatient()
    const twice = await countersign(once)
    expect(Buffer.compare(once.subarray(0, pdf.length), pdf)).toBe(0)
    expect(Buffer.compare(twice.subarray(0, once.length), once)).toBe(0)
    const report = inspect(twice)
    expect(count(report, 'Signature is Valid')).toBe(2)
    expect(report).toMatch(
      /Field Name: patient[^]*Not total document signed[^]*Field Name: clinician[^]*- Total document signed/,
    )
    expect(run('pdfinfo', file('inspected.pdf'))).toMatch(/Tagged:\s+yes/)
  })

  test('is accepted by openssl, and its envelope holds no signing time, which PAdES forbids', async () => {
    const { envelope, covered } = lastSignature(await countersign(await sealAsPatient()))
    writeFileSync(file('envelope.der'), envelope)
    writeFileSync(file('covered.bin'), covered)
    const verify = [
      'cms',
      '-verify',
      '-binary',
      '-inform',
      'DER',
      '-in',
      file('envelope.der'),
      '-content',
      file('covered.bin'),
    ]
    const trust = ['-CAfile', file('certificate.pem'), '-purpose', 'any', '-out', file('verified.bin')]
    expect(spawnSync('openssl', [...verify, ...trust], { encoding: 'utf8' }).stderr).toContain(
      'Verification successful',
    )
    const printed = run(
      'openssl',
      'cms',
      '-cmsout',
      '-print',
      '-noout',
      '-inform',
      'DER',
      '-in',
      file('envelope.der'),
    )
    const signed = printed.split('signedAttrs:')[1] ?? ''
    expect(Array.from(signed.matchAll(/object: (\S+)/g), ([, name]) => name).toSorted()).toEqual([
      'contentType',
      'id-smime-aa-signingCertificateV2',
      'messageDigest',
    ])
  })

  test('is broken by one changed byte, wherever it is in what the seal covers', async () => {
    const twice = await countersign(await sealAsPatient())
    for (const at of [400, Math.floor(pdf.length / 2), pdf.length - 40]) {
      const changed = Buffer.from(twice)
      changed[at] = (changed[at] ?? 0) ^ 1
      expect(count(inspect(changed), 'Signature is Valid'), `byte ${at}`).toBe(0)
    }
  })

  test('cannot be made twice under one name, nor on what is not a PDF', async () => {
    await expect(
      sealPdf({
        pdf: await sealAsPatient(),
        key,
        fieldName: 'patient',
        name: 'x',
        reason: 'x',
        at: patientTime,
      }),
    ).rejects.toThrow('already has a seal')
    await expect(
      sealPdf({ pdf: Buffer.from('hello'), key, fieldName: 'x', name: 'x', reason: 'x', at: patientTime }),
    ).rejects.toThrow()
  })

  test('may be made with an elliptic-curve certificate that the installation supplies', async () => {
    const options = [
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=Supplied',
      '-days',
      '9',
    ]
    run('openssl', 'req', '-x509', ...options, '-keyout', file('ec-key.pem'), '-out', file('ec.pem'))
    const supplied = {
      certificate: readFileSync(file('ec.pem'), 'utf8'),
      privateKey: readFileSync(file('ec-key.pem'), 'utf8'),
    }
    const sealed = await sealPdf({
      pdf,
      key: supplied,
      fieldName: 'patient',
      name: 'x',
      reason: 'x',
      at: patientTime,
    })
    expect(count(inspect(sealed), 'Signature is Valid')).toBe(1)
  })
})

describe('a seal with a time-stamp authority', () => {
  let answer: (query: Buffer) => { status: number; body: Buffer }
  const authority = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const { status, body } = answer(Buffer.concat(parts))
      response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body)
    })
  })
  const address = () => `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`

  const stamp = (query: Buffer) => {
    writeFileSync(file('query.tsq'), query)
    run(
      'openssl',
      'ts',
      '-reply',
      '-config',
      file('tsa.cnf'),
      '-queryfile',
      file('query.tsq'),
      '-out',
      file('reply.tsr'),
    )
    return { status: 200, body: readFileSync(file('reply.tsr')) }
  }

  beforeAll(async () => {
    const options = [
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-subj',
      '/CN=Time',
      '-days',
      '9',
      '-addext',
      'extendedKeyUsage=critical,timeStamping',
    ]
    run('openssl', 'req', '-x509', ...options, '-keyout', file('tsa-key.pem'), '-out', file('tsa.pem'))
    writeFileSync(file('serial'), '01\n')
    writeFileSync(
      file('tsa.cnf'),
      `[tsa]\ndefault_tsa = local\n[local]\nserial = ${file('serial')}\nsigner_cert = ${file('tsa.pem')}\n` +
        `certs = ${file('tsa.pem')}\nsigner_key = ${file('tsa-key.pem')}\nsigner_digest = sha256\n` +
        'default_policy = 1.2.3.4\ndigests = sha256\ness_cert_id_alg = sha256\n',
    )
    authority.listen(0, '127.0.0.1')
    await once(authority, 'listening')
  })
  afterAll(() => authority.close())

  test('carries a token that the authority made for this very signature', async () => {
    answer = stamp
    const sealed = await sealAsPatient({ timestampAuthority: address() })
    expect(count(inspect(sealed), 'Signature is Valid')).toBe(1)
    const content = new pkijs.ContentInfo({ schema: fromBER(lastSignature(sealed).envelope).result })
    const [signer] = new pkijs.SignedData({ schema: content.content }).signerInfos
    const token = signer?.unsignedAttrs?.attributes[0]?.values[0] as { toBER(): ArrayBuffer }
    writeFileSync(file('token.der'), Buffer.from(token.toBER()))
    writeFileSync(file('signature.bin'), signer?.signature.valueBlock.valueHexView ?? new Uint8Array())
    const verify = [
      '-verify',
      '-token_in',
      '-in',
      file('token.der'),
      '-data',
      file('signature.bin'),
      '-CAfile',
      file('tsa.pem'),
    ]
    expect(run('openssl', 'ts', ...verify)).toContain('Verification: OK')
    expect(inspect(await countersign(sealed))).toMatch(/Signature is Valid[^]*Signature is Valid/)
  })

  test.each<[string, typeof stamp, RegExp]>([
    ['answers an error', () => ({ status: 503, body: Buffer.alloc(0) }), /answered 503/],
    ['answers nonsense', () => ({ status: 200, body: Buffer.from('<html>') }), /./],
    ['refuses', () => ({ status: 200, body: Buffer.from('30053003020102', 'hex') }), /refused with status 2/],
    ['answers too much', () => ({ status: 200, body: Buffer.alloc(100_000) }), /too much/],
    [
      'repeats an earlier answer',
      () => ({ status: 200, body: readFileSync(file('reply.tsr')) }),
      /another request/,
    ],
  ])('fails when the authority %s', async (_, misbehave, reason) => {
    answer = misbehave
    await expect(sealAsPatient({ timestampAuthority: address() })).rejects.toThrow(reason)
  })

  test('fails when nobody answers at the address', async () => {
    await expect(sealAsPatient({ timestampAuthority: 'http://127.0.0.1:9/' })).rejects.toThrow()
  })
})
