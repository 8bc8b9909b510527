import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bytesOf, type Bytes } from '../../../verification/bytes.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { checkFile } from '../../../verification/file-check.ts'
import { verifyTimestamp } from '../../../verification/cms-signature.ts'
import { addArchiveTimestamp } from '../../platform/pdf/archive-timestamp.ts'
import { shippedFonts } from '../../platform/pdf/font-set.ts'
import {
  openIncrement,
  referenceIn,
  referencesIn,
  type PdfIncrement,
} from '../../platform/pdf/pdf-increment.ts'
import { sealPdf, type Seal } from '../../platform/pdf/seal.ts'
import { createSealingCertificate, type SealingKey } from '../../platform/pdf/sealing-certificate.ts'
import { finishWithSignature } from '../../platform/pdf/signature-field.ts'
import { requestTimestamp } from '../../platform/pdf/timestamp-request.ts'
import { createTypesetter } from '../../platform/pdf/typesetter.ts'
import { signDetached } from './evidence-bundle.ts'
import { buildDigest } from './evidence-rules.ts'

// What other programs say of a seal, this verifier must say too.

const folder = mkdtempSync(join(tmpdir(), 'evidence-'))
const file = (name: string) => join(folder, name)
const at = new Date('2026-11-21T14:05:33.250Z')
let pdf: Bytes
let key: SealingKey

const run = (tool: string, ...options: string[]): string =>
  execFileSync(tool, options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

const authority = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    writeFileSync(file('query.tsq'), Buffer.concat(parts))
    const [query, reply] = [file('query.tsq'), file('reply.tsr')]
    run('openssl', 'ts', '-reply', '-config', file('tsa.cnf'), '-queryfile', query, '-out', reply)
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(reply))
  })
})
const address = () => `http://127.0.0.1:${(authority.address() as AddressInfo).port}/`

/** A certificate and its key, as somebody else's program makes them. */
function makeCertificate(name: string, ...options: string[]): void {
  const files = ['-keyout', file(`${name}-key.pem`), '-out', file(`${name}.pem`)]
  run('openssl', 'req', '-x509', '-nodes', '-subj', `/CN=${name}`, '-days', '9', ...options, ...files)
}

beforeAll(async () => {
  const words =
    '#set document(title: "T", date: auto)\n#set text(font: "Noto Sans", fallback: false)\n= T\nI agree.'
  writeFileSync(file('page.typ'), words)
  const typesetter = createTypesetter({ workspace: folder, fonts: shippedFonts })
  pdf = Uint8Array.from(await typesetter.render({ main: file('page.typ'), data: {}, createdAt: at }))
  await typesetter.stop()
  key = await createSealingCertificate({
    commonName: 'Candour record seal',
    organisation: 'Candour',
    now: at,
  })
  writeFileSync(file('seal.pem'), key.certificate)
  makeCertificate('tsa', '-newkey', 'rsa:2048', '-addext', 'extendedKeyUsage=critical,timeStamping')
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
afterAll(() => {
  authority.close()
  rmSync(folder, { recursive: true })
})

async function seal(more: Partial<Seal> = {}): Promise<Bytes> {
  const reason = 'Signed at home'
  return Uint8Array.from(
    await sealPdf({ pdf, key, fieldName: 'signature', name: 'Siân Łuć', reason, at, ...more }),
  )
}

const sealedTwice = async () =>
  seal({ pdf: await seal({ timestampAuthority: address() }), fieldName: 'countersignature' })

function countValid(bytes: Bytes): number {
  writeFileSync(file('inspected.pdf'), bytes)
  const { stdout } = spawnSync('pdfsig', ['-nocert', file('inspected.pdf')], { encoding: 'utf8' })
  return stdout.split('Signature is Valid').length - 1
}

describe('a sealed document', () => {
  test('is unchanged to this verifier and to pdfsig, with its time stamp', async () => {
    const sealed = await sealedTwice()
    expect(countValid(sealed)).toBe(2)
    const { outcome, findings, facts } = await checkFile(sealed)
    expect(findings).toEqual([])
    expect(outcome).toBe('unchanged')
    expect(facts[0]!.value).toMatch(/^Candour record seal .*time-stamped .* by tsa$/)
    expect(facts[1]!.value).toContain('without a time stamp')
  })

  test('is changed for this verifier wherever it is for pdfsig', async () => {
    const sealed = await sealedTwice()
    for (const place of [400, Math.floor(pdf.length / 2), pdf.length + 40, sealed.length - 30]) {
      const changed = sealed.slice()
      changed[place]! ^= 1
      expect(countValid(changed), `byte ${place}`).toBeLessThan(2)
      expect((await checkFile(changed)).outcome, `byte ${place}`).toBe('changed')
    }
  })

  test('is changed where its seal names a certificate that is not in it, and fails nobody', async () => {
    const sealed = await seal()
    // The number of the certificate stands in the certificate, and again where the seal names it.
    const serial = new X509Certificate(key.certificate).serialNumber.toLowerCase()
    const text = Buffer.from(sealed).toString('latin1')
    const last = text.toLowerCase().lastIndexOf(serial)
    expect(text.toLowerCase().indexOf(serial)).toBeLessThan(last)
    const changed = sealed.slice()
    changed[last + serial.length - 1] = (serial.endsWith('0') ? '1' : '0').charCodeAt(0)
    expect(countValid(changed)).toBe(0)
    expect((await checkFile(changed)).outcome).toBe('changed')
  })

  test('says so when something was written behind its last seal, or its seal cut out', async () => {
    const sealed = await seal()
    const added = Uint8Array.from([...sealed, ...bytesOf('\n1 0 obj\n<<>>\nendobj\n')])
    expect((await checkFile(added)).findings.map(({ problem }) => problem)).toContain(
      'Something was added behind its last seal.',
    )
    expect((await checkFile(pdf)).outcome).toBe('not-ours')
  })

  test('may be sealed with an elliptic-curve certificate', async () => {
    makeCertificate('supplied', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256')
    const supplied = {
      certificate: readFileSync(file('supplied.pem'), 'utf8'),
      privateKey: readFileSync(file('supplied-key.pem'), 'utf8'),
    }
    const sealed = await seal({ key: supplied })
    expect((await checkFile(sealed)).outcome).toBe('unchanged')
    expect(countValid(sealed)).toBe(1)
  })
})

test('a time stamp holds for the bytes it was made over alone, and only as it was made', async () => {
  const bytes = bytesOf('These bytes')
  const token = Uint8Array.from(await requestTimestamp([bytes], address()))
  expect(await verifyTimestamp(token, bytes)).toMatchObject({ authority: 'tsa' })
  for (const other of ['Those bytes', 'These bytes ', ''])
    expect(await verifyTimestamp(token, bytesOf(other)), other).toBeUndefined()
  for (let at = 1; at < token.length; at += 97) {
    const changed = token.with(at, token[at]! ^ 1)
    // Not every byte is signed over, such as the serial number by which a certificate is named: the bytes and the time are.
    const told = await verifyTimestamp(changed, bytes)
    expect(told?.at ?? null, `byte ${at}`).toSatisfy(
      (seen: Date | null) => seen === null || Math.abs(seen.getTime() - Date.now()) < 600_000,
    )
  }
})

describe('a time stamp for the archive', () => {
  const stamped = (sealed: Uint8Array) =>
    addArchiveTimestamp({
      pdf: sealed,
      fieldName: 'archive-1',
      material: { certificates: [], ocsps: [], crls: [] },
      timestampAuthority: address(),
      hashes: ['SHA-256'],
    })
  const problems = async (bytes: Uint8Array) =>
    (await checkFile(Uint8Array.from(bytes))).findings.map(({ title, problem }) => [title, problem])

  test('is told with when it was made and how long its certificate is good', async () => {
    const { outcome, facts } = await checkFile(Uint8Array.from(await stamped(await seal())))
    expect(outcome).toBe('unchanged')
    expect(facts[1]).toEqual({
      label: 'Archive time stamp',
      value: expect.stringMatching(
        / by tsa, whose certificate ends on .*; with no certificates and no answers/,
      ),
    })
  })

  // An authority witnesses whatever it is given: whoever has the file can have something else stamped with it.
  test.each([
    ['in an increment of its own', (sealed: Bytes) => stamped(withOtherPage(openIncrement(sealed)).finish())],
    [
      'in the increment of the stamp',
      (sealed: Bytes) =>
        finishWithSignature(withOtherPage(openIncrement(sealed)), archiveField, (covered) =>
          requestTimestamp(covered, address()),
        ),
    ],
    [
      'as an action of the catalog',
      (sealed: Bytes) => {
        const increment = openIncrement(sealed)
        const catalog = increment.read(increment.catalog)
        increment.replace(increment.catalog, catalog.replace('/Type', '/OpenAction 4 0 R\n/Type'))
        return finishWithSignature(increment, archiveField, (covered) => requestTimestamp(covered, address()))
      },
    ],
  ])('does not cover for a change made after the seal, %s', async (_where, forge) => {
    expect(await problems(await forge(await seal()))).toEqual([
      [
        'the archive time stamp of the document',
        'Something was added under it that is no proof of the seals.',
      ],
    ])
  })

  test('makes no sealed document of one that nobody sealed', async () => {
    expect((await checkFile(Uint8Array.from(await stamped(pdf)))).outcome).toBe('not-ours')
  })
})

const archiveField = {
  name: 'archive-1',
  title: 'Time stamp for the archive',
  kind: { Type: '/DocTimeStamp', Filter: '/Adobe.PPKLite', SubFilter: '/ETSI.RFC3161' },
  entries: {},
}

/** A document of which the first page says something else. */
function withOtherPage(increment: PdfIncrement): PdfIncrement {
  const tree = referenceIn(increment.read(increment.catalog), 'Pages')!
  const [page] = referencesIn(increment.read(tree), 'Kids')
  increment.replace(page!, increment.read(page!).replace('/MediaBox', '/Rotate 180\n/MediaBox'))
  return increment
}

describe('a digest', () => {
  const heads = [['a', 3, 'f'.repeat(64)] as const]
  const time = { day: '2026-11-21', until: new Date('2026-11-22T00:00:00Z') }

  test('is accepted by openssl: its time stamp and its signature are over the same bytes', async () => {
    const digest = await buildDigest({ clinicId: 'c', time, previous: undefined, heads, auditSeal: null })
    const body = bytesOf(toCanonicalText(digest))
    const token = Uint8Array.from(await requestTimestamp([body], address()))
    writeFileSync(file('digest.json'), body)
    writeFileSync(file('digest.tst'), token)
    writeFileSync(file('digest.sig'), signDetached(key, body))
    writeFileSync(file('seal-key.pem'), run('openssl', 'x509', '-in', file('seal.pem'), '-noout', '-pubkey'))
    const data = ['-in', file('digest.tst'), '-data', file('digest.json'), '-CAfile', file('tsa.pem')]
    expect(run('openssl', 'ts', '-verify', '-token_in', ...data)).toContain('Verification: OK')
    const signed = ['-verify', file('seal-key.pem'), '-signature', file('digest.sig'), file('digest.json')]
    expect(run('openssl', 'dgst', '-sha256', ...signed)).toContain('Verified OK')
    expect((await verifyTimestamp(token, body))?.authority).toBe('tsa')
    expect(await verifyTimestamp(token, bytesOf('another'))).toBeUndefined()
    const signature = Buffer.from(signDetached(key, body)).toString('hex')
    const timeStamp = Buffer.from(token).toString('base64')
    const kept = { digest, heads, signature, certificate: key.certificate, timeStamp }
    const verdict = await checkFile(bytesOf(toCanonicalText(kept)))
    expect(verdict).toMatchObject({ kind: 'digest', outcome: 'unchanged', findings: [] })
    const other = {
      ...kept,
      timeStamp: Buffer.from(await requestTimestamp([pdf], address())).toString('base64'),
    }
    expect((await checkFile(bytesOf(toCanonicalText(other)))).findings.map(({ title }) => title)).toEqual([
      'the time stamp of the daily digest',
    ])
  })
})

describe('the command', () => {
  const verify = (name: string) =>
    spawnSync(process.execPath, ['tools/verify.ts', file(name)], { encoding: 'utf8' })

  test('says the same and ends with 0, 1 or 2', async () => {
    const sealed = await seal()
    writeFileSync(file('good.pdf'), sealed)
    sealed[400]! ^= 1
    writeFileSync(file('bad.pdf'), sealed)
    writeFileSync(file('other.txt'), 'hello')
    expect(verify('good.pdf')).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Unchanged since'),
    })
    expect(verify('bad.pdf')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('Changed: the seal of'),
    })
    expect(verify('other.txt').status).toBe(2)
    expect(verify('missing.pdf').status).toBe(2)
  })
})
