import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packContainer, readContainer, type Entry } from '../../../verification/bundle-container.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { checkFile } from '../../../verification/file-check.ts'
import type { App } from '../../app.ts'
import {
  openMockTimestampAuthority,
  type MockTimestampAuthority,
} from '../../testing/mock-timestamp-authority.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

// Daily digests rest on SHA-256; once a year they and the chains are hashed again with something newer.

let testApp: TestApp
let peer: MockTimestampAuthority
let app: App
let consent: OpenedConsent
const folder = mkdtempSync(path.join(tmpdir(), 'renewal-'))
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  testApp = await openTestApp()
  peer = await openMockTimestampAuthority(3000)
  app = await testApp.openSecondInstance({ timestamps: { off: false, url: peer.address } })
  consent = await testApp.clinicA.addFinalised()
  await app.jobs.drain()
})

afterAll(async () => {
  await app.close()
  peer.close()
  rmSync(folder, { recursive: true })
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

async function later(days: number, ...sweeps: string[]): Promise<void> {
  testApp.clock.advance(days * day_ms)
  try {
    for (const sweep of sweeps) {
      await app.sweep(sweep)
      await app.jobs.drain()
    }
  } finally {
    testApp.clock.advance(-days * day_ms)
  }
}

type Row = { number: number; hash_algorithm: string; from_digest: number; to_digest: number; body: string }

async function renewals(): Promise<(Row & { time_stamp: string; signature: string })[]> {
  const { rows } = await testApp.owner.query(
    'select * from digest_renewals where clinic_id = $1 order by number',
    [testApp.clinicA.id],
  )
  return rows
}

async function bundleEntries(): Promise<Entry[]> {
  const { status, raw } = await testApp.clinicA
    .as('dentist')
    .get(`/api/clinic/consents/${consent.consentId}/evidence`)
  expect(status).toBe(200)
  return readContainer(Uint8Array.from(raw))[0]!
}

const findingsIn = async (entries: Entry[]) => (await checkFile(packContainer(entries))).findings

describe('the renewal of daily digests', () => {
  it('is over the digests and the chains themselves, by SHA-512, and done once a year', async () => {
    await later(1, 'evidence.digests')
    await later(2, 'evidence.renewals', 'evidence.renewals')
    await later(300, 'evidence.renewals')
    const [only, ...more] = await renewals()
    expect(more).toEqual([])
    expect(only).toMatchObject({ number: 1, hash_algorithm: 'SHA-512', from_digest: 1, to_digest: 1 })
    const entries = await bundleEntries()
    const events = entries.find((entry) => entry.path === 'record/events.json')!.content
    const proof = JSON.parse(
      Buffer.from(entries.find((entry) => entry.path === 'renewals/1.path.json')!.content).toString(),
    ) as { leaf: [string, string, number, string] }[]
    const chain = (JSON.parse(Buffer.from(events).toString()) as unknown[]).slice(0, proof[1]!.leaf[2])
    // Written out: another program finds the same.
    expect(proof[1]!.leaf).toEqual([
      ...['chain', consent.consentId, chain.length],
      createHash('sha512').update(toCanonicalText(chain)).digest('hex'),
    ])
  })

  it('is found right by our verifier and by openssl', async () => {
    const entries = await bundleEntries()
    const { findings, facts } = await checkFile(packContainer(entries))
    expect(findings).toEqual([])
    expect(facts.find(({ label }) => label === 'Digests renewed')?.value).toMatch(
      /^with SHA-512 on .*, time-stamped /,
    )
    const write = (name: string) =>
      writeFileSync(file(path.basename(name)), entries.find((entry) => entry.path === name)!.content)
    for (const ending of ['json', 'sig', 'tst']) write(`renewals/1.${ending}`)
    const stamped = ['-token_in', '-in', file('1.tst'), '-data', file('1.json'), '-CAfile', peer.trusted]
    const run = (...options: string[]) =>
      execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    expect(run('ts', '-verify', ...stamped)).toContain('Verification: OK')
    expect(run('ts', '-reply', '-token_in', '-in', file('1.tst'), '-token_out', '-text')).toContain('sha512')
    const { rows } = await testApp.owner.query<{ certificate: string }>(
      'select certificate from sealing_keys',
    )
    writeFileSync(file('seal.pem'), rows[0]!.certificate)
    writeFileSync(file('key.pem'), run('x509', '-in', file('seal.pem'), '-pubkey', '-noout'))
    const signed = ['-verify', file('key.pem'), '-signature', file('1.sig'), file('1.json')]
    expect(run('dgst', '-sha512', ...signed)).toContain('Verified OK')
  })

  it('names the one before, a year later, whose bytes stay', async () => {
    const [first] = await renewals()
    await later(370, 'evidence.renewals', 'evidence.renewals')
    const [unchanged, second, ...more] = await renewals()
    expect(more).toEqual([])
    expect(unchanged).toEqual(first)
    const before = toCanonicalText([first!.body, first!.signature, first!.time_stamp])
    expect(JSON.parse(second!.body)).toMatchObject({
      number: 2,
      hash: 'SHA-512',
      previousHash: createHash('sha512').update(before).digest('hex'),
    })
    expect((await checkFile(packContainer(await bundleEntries()))).findings).toEqual([])
  })

  it('is told apart from another one, byte by byte', async () => {
    const entries = await bundleEntries()
    for (const name of ['renewals/1.json', 'renewals/1.sig', 'renewals/1.tst', 'renewals/1.path.json']) {
      const changed = entries.map((entry) => ({ ...entry, content: entry.content.slice() }))
      changed.find((entry) => entry.path === name)!.content[40]! ^= 1
      expect(
        (await findingsIn(changed)).map((finding) => finding.path),
        name,
      ).toContain(name)
    }
  })
})
