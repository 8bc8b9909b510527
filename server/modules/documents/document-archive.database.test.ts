import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Bytes } from '../../../verification/bytes.ts'
import { checkFile } from '../../../verification/file-check.ts'
import type { App } from '../../app.ts'
import type { OpenedConsent } from '../../testing/test-clinic.ts'
import {
  openMockTimestampAuthority,
  type MockTimestampAuthority,
} from '../../testing/mock-timestamp-authority.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase } from '../../platform/database/database.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { writeAudit } from '../audit/index.ts'
import { renewalStateOf } from './document-renewal-rules.ts'
import { listSealingKeys } from './sealing-keys.ts'
import { listDueRenewals } from './seal-renewal-list.ts'

// With a time-stamp authority, sealed documents are stamped for the archive by a later job (PAdES B-LTA).

const hour_ms = 3_600_000
const day_ms = 24 * hour_ms
const authority_days = 60

let testApp: TestApp
let peer: MockTimestampAuthority
let app: App
const folder = mkdtempSync(path.join(tmpdir(), 'archive-'))
const file = (name: string) => path.join(folder, name)

beforeAll(async () => {
  testApp = await openTestApp()
  peer = await openMockTimestampAuthority(authority_days)
  app = await testApp.openSecondInstance({ timestamps: { off: false, url: peer.address } })
})

afterAll(async () => {
  await app.close()
  peer.close()
  rmSync(folder, { recursive: true })
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Named = { consentId: string }
const get = ({ consentId }: Named) =>
  testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
const kindsOf = async (consent: Named) =>
  (await get(consent)).documents.toSorted((a, b) => a.number - b.number).map(({ kind }) => kind)

async function pdfOf({ consentId }: Named, kind: string): Promise<Bytes> {
  const { documents } = await get({ consentId })
  const { id } = documents.filter((each) => each.kind === kind)[0]!
  const { raw } = await testApp.clinicA.as('dentist').get(`/api/clinic/consents/${consentId}/documents/${id}`)
  return Uint8Array.from(raw)
}

async function bundleOf({ consentId }: Named): Promise<Bytes> {
  const { raw } = await testApp.clinicA.as('dentist').get(`/api/clinic/consents/${consentId}/evidence`)
  return Uint8Array.from(raw)
}

/** A consent whose record was signed, countersigned and sealed with the authority's time stamps. */
async function addSealed(): Promise<OpenedConsent> {
  const consent = await testApp.clinicA.addFinalised()
  await app.jobs.drain()
  return consent
}

/** What the hourly sweep and its jobs do so much later; whoever is signed in stays so today. */
async function archiveAfter(ms: number): Promise<void> {
  testApp.clock.advance(ms)
  try {
    await app.sweep('documents.unarchived')
    await app.jobs.drain()
  } finally {
    testApp.clock.advance(-ms)
  }
}

const run = (...options: string[]): string =>
  execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

/** Each signature of a PDF by its byte range: its envelope, and the bytes that it covers. */
function signaturesOf(pdf: Bytes): { envelope: Buffer; covered: Buffer }[] {
  const whole = Buffer.from(pdf)
  return [...whole.toString('latin1').matchAll(/\/ByteRange \[(\d+) (\d+) (\d+) (\d+)/g)].map((found) => {
    const [from, length, next, rest] = found.slice(1).map(Number) as [number, number, number, number]
    const padded = Buffer.from(whole.toString('latin1', length + 1, next - 1), 'hex')
    return {
      envelope: padded.subarray(0, padded.readUInt16BE(2) + 4),
      covered: Buffer.concat([whole.subarray(from, length), whole.subarray(next, next + rest)]),
    }
  })
}

describe('a sealed record', () => {
  let consent: OpenedConsent

  beforeAll(async () => {
    consent = await addSealed()
  })

  it('rests for a day before it is stamped, and is stamped once', async () => {
    await archiveAfter(23 * hour_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised'])
    await archiveAfter(25 * hour_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'archived'])
    const asked = peer.requestCount()
    await archiveAfter(26 * hour_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'archived'])
    expect(peer.requestCount()).toBe(asked)
  })

  it('keeps every byte, stands in the chain, and says until when the stamp is good', async () => {
    const [before, archived] = [await pdfOf(consent, 'finalised'), await pdfOf(consent, 'archived')]
    expect(Buffer.from(archived).subarray(0, before.length).equals(before)).toBe(true)
    const { documents, events, chainIntact } = await get(consent)
    expect(documents[0]).toMatchObject({ kind: 'archived', number: 3, bytes: archived.length })
    expect(Date.parse(documents[0]!.stampedUntil!)).toBeGreaterThan(Date.now())
    expect(documents[1]!.stampedUntil).toBeNull()
    expect(events.at(-1)).toMatchObject({
      event: 'document.sealed',
      details: { kind: 'archived', number: 3, about: 2, sha256: documents[0]!.sha256 },
    })
    expect(chainIntact).toBe(true)
  })

  it('is judged alike by pdfsig, openssl cms, openssl ts and this verifier', async () => {
    const pdf = await pdfOf(consent, 'archived')
    writeFileSync(file('archived.pdf'), pdf)
    const said = spawnSync('pdfsig', ['-nocert', file('archived.pdf')], { encoding: 'utf8' }).stdout
    expect(said.split('Signature is Valid')).toHaveLength(3)
    expect(said).toMatch(/Field Name: archive-2[^]*Total document signed/)
    const [signature, countersignature, stamp] = signaturesOf(pdf)
    for (const { envelope, covered } of [signature!, countersignature!]) {
      writeFileSync(file('envelope.der'), envelope)
      writeFileSync(file('covered.bin'), covered)
      const given = ['-inform', 'DER', '-in', file('envelope.der'), '-content', file('covered.bin')]
      const verified = spawnSync('openssl', ['cms', '-verify', '-binary', '-noverify', ...given])
      expect(verified.stderr.toString()).toContain('Verification successful')
    }
    writeFileSync(file('stamp.der'), stamp!.envelope)
    writeFileSync(file('stamped.bin'), stamp!.covered)
    // The authority's own certificate stands in the token; who issued it is trusted.
    const token = ['-token_in', '-in', file('stamp.der'), '-data', file('stamped.bin')]
    expect(run('ts', '-verify', ...token, '-CAfile', peer.trusted)).toContain('Verification: OK')
    const { outcome, findings, facts } = await checkFile(pdf)
    expect([outcome, findings]).toEqual(['unchanged', []])
    const told = (label: string) => facts.filter((fact) => fact.label === label).map(({ value }) => value)
    expect(told('Archive time stamp')).toEqual([
      expect.stringMatching(
        /by Authority of time, whose certificate ends on .*; with 3 certificates and 1 answer on revocation$/,
      ),
    ])
    expect(told('Certificate of the seal')[0]).toContain('made by the installation itself')
  })

  it('holds what its seals are checked with: the certificates of all, and the list of what was revoked', async () => {
    const text = Buffer.from(await pdfOf(consent, 'archived')).toString('latin1')
    const streams = Array.from(text.matchAll(/ASCIIHexDecode[^>]*>>\nstream\n([0-9a-f]+)>/g), ([, hex]) =>
      Buffer.from(hex!, 'hex'),
    )
    const names = streams.slice(0, 3).map((der) => /CN=(.*)/.exec(new X509Certificate(der).subject)?.[1])
    expect(names.toSorted()).toEqual(['Authority of time', 'Candour record seal', 'Root of time'])
    writeFileSync(file('list.crl'), streams[3]!)
    expect(run('crl', '-inform', 'DER', '-in', file('list.crl'), '-noout', '-issuer')).toContain(
      'Root of time',
    )
  })

  it('of which one byte was changed is found, wherever it is', async () => {
    const pdf = await pdfOf(consent, 'archived')
    const sealed = (await pdfOf(consent, 'finalised')).length
    const added = pdf.length - sealed
    const places = [
      900,
      sealed - 20,
      ...[0.05, 0.2, 0.5, 0.9, 0.999].map((part) => sealed + Math.floor(added * part)),
    ]
    for (const place of places) {
      const changed = pdf.slice()
      changed[place]! ^= 1
      expect((await checkFile(changed)).outcome, `byte ${place}`).toBe('changed')
    }
  })

  it('is in the evidence, which holds and names the stamp', async () => {
    const { outcome, findings, facts } = await checkFile(await bundleOf(consent))
    expect([outcome, findings]).toEqual(['unchanged', []])
    expect(facts.map(({ label }) => label)).toContain('Archive time stamp')
  })
})

describe('the time stamp for the archive', () => {
  it('is renewed before the certificate of the authority ends, over the one before', async () => {
    const consent = await addSealed()
    await archiveAfter(2 * day_ms)
    await archiveAfter(40 * day_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'archived'])
    await archiveAfter(55 * day_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'archived', 'archived'])
    const newest = await pdfOf(consent, 'archived')
    const verdict = await checkFile(newest)
    expect(verdict.findings).toEqual([])
    const stamps = verdict.facts.filter(({ label }) => label === 'Archive time stamp')
    expect(stamps.map(({ value }) => /by (SHA-\d+)/.exec(value)?.[1])).toEqual(['SHA-256', 'SHA-512'])
    expect(Buffer.from(newest).toString('latin1').split('/ASCIIHexDecode')).toHaveLength(5)
    expect((await checkFile(await bundleOf(consent))).findings).toEqual([])
  })

  it('comes before a late countersignature and after it, each over the one before', async () => {
    const consent = await testApp.clinicA.addSigned()
    await app.jobs.drain()
    await archiveAfter(2 * day_ms)
    const { consentId, contentHash } = consent
    await testApp.clinicA.discuss(consent)
    await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
    await app.jobs.drain()
    await archiveAfter(2 * day_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'archived', 'finalised', 'archived'])
    expect((await checkFile(await bundleOf(consent))).findings).toEqual([])
    expect((await checkFile(await pdfOf(consent, 'archived'))).findings).toEqual([])
  })

  it('is given to an annex too, which stays an annex', async () => {
    const consent = await addSealed()
    await consent.patient.callOk(contract.signing.withdraw, { consentId: consent.consentId })
    await app.jobs.drain()
    await archiveAfter(2 * day_ms)
    const { documents } = await get(consent)
    expect(documents.map(({ kind }) => kind)).toEqual([
      ...['archived', 'finalised', 'signed'],
      ...['annex-archived', 'annex'],
    ])
    expect((await checkFile(await bundleOf(consent))).findings).toEqual([])
    const asked = peer.requestCount()
    await archiveAfter(2 * day_ms + hour_ms)
    expect(peer.requestCount()).toBe(asked)
  })

  it('waits for an authority that does not answer, and takes nothing away meanwhile', async () => {
    const consent = await addSealed()
    peer.refuse(true)
    await archiveAfter(2 * day_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised'])
    peer.refuse(false)
    await archiveAfter(2 * day_ms + hour_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'archived'])
  })

  it('is not asked for where no authority is configured', async () => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    testApp.clock.advance(2 * day_ms)
    await testApp.app.sweep('documents.unarchived')
    await testApp.runJobs()
    testApp.clock.advance(-2 * day_ms)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised'])
    const { facts } = await checkFile(await pdfOf(consent, 'finalised'))
    expect(facts.map(({ label }) => label)).toEqual(['Seal 1', 'Seal 2', 'SHA-256 of the file'])
  })
})

describe('without an authority', () => {
  const years = 365 * day_ms
  const later = async (ms: number) => {
    testApp.clock.advance(ms)
    try {
      await testApp.app.sweep('documents.unarchived')
      await testApp.runJobs()
    } finally {
      testApp.clock.advance(-ms)
    }
  }

  /** What `npm run renew-seals` tells, so much later. */
  async function dueAfter(ms: number) {
    const database = openDatabase(testApp.logins.app, { log: silentLog, connections_max: 1 })
    try {
      const clock = { now: () => new Date(testApp.clock.now().getTime() + ms) }
      const runners = createJobRunners({ database, clock, writeAudit, insertJobs: async () => {} })
      const state = renewalStateOf(clock.now(), false, await listSealingKeys(database))
      return await listDueRenewals(runners, state, 1_000)
    } finally {
      await database.close()
    }
  }

  it('a record is sealed again by a newer key with SHA-512 when what its seal rests on nears its end, once, behind its bytes', async () => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    await consent.patient.callOk(contract.signing.withdraw, { consentId: consent.consentId })
    await testApp.runJobs()
    await later(7 * years)
    expect(await kindsOf(consent)).toEqual(['signed', 'finalised', 'annex'])
    const due = await dueAfter(9.2 * years)
    expect(due.filter(({ consentId }) => consentId === consent.consentId)).toMatchObject([
      { kind: 'finalised', number: 2, reason: 'RSA-3072 nears its end' },
      { kind: 'annex', number: 3, reason: 'RSA-3072 nears its end' },
    ])
    await later(9.2 * years)
    const renewed = ['signed', 'finalised', 'annex', 'resealed', 'annex-resealed']
    expect(await kindsOf(consent)).toEqual(renewed)
    await later(9.3 * years)
    expect(await kindsOf(consent)).toEqual(renewed)
    for (const [before, after, seals] of [
      ['finalised', 'resealed', 3],
      ['annex', 'annex-resealed', 2],
    ] as const) {
      const [older, newer] = [await pdfOf(consent, before), await pdfOf(consent, after)]
      expect(Buffer.from(newer).subarray(0, older.length).equals(older)).toBe(true)
      writeFileSync(file('resealed.pdf'), newer)
      const said = spawnSync('pdfsig', ['-nocert', file('resealed.pdf')], { encoding: 'utf8' }).stdout
      expect(said.split('Signature is Valid')).toHaveLength(seals + 1)
      expect(said).toMatch(/Field Name: renewal-\d[^]*SHA-512[^]*- Total document signed/)
      expect((await checkFile(newer)).findings).toEqual([])
    }
    expect((await checkFile(await bundleOf(consent))).findings).toEqual([])
    const { rows } = await testApp.owner.query(
      `select sealing_key_id from document_versions where consent_id = $1 and kind in ('finalised', 'resealed')`,
      [consent.consentId],
    )
    expect(new Set(rows.map((row) => row.sealing_key_id)).size).toBe(2)
  })
})
