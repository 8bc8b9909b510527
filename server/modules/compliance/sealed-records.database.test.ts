import { unzipSync } from 'fflate'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { documentKinds } from '../../../contract/consents.ts'
import type { Bytes } from '../../../verification/bytes.ts'
import { checkFile } from '../../../verification/file-check.ts'
import type { App } from '../../app.ts'
import { objectionsTo } from '../../testing/independent-verifiers.ts'
import {
  openMockTimestampAuthority,
  type MockTimestampAuthority,
} from '../../testing/mock-timestamp-authority.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { decisions } from '../../testing/test-capacity.ts'
import { oneTreatment, placeholders, signatureFor } from '../../testing/test-clinic.ts'
import { day_ms } from '../../testing/test-clock.ts'

// Every kind of sealed PDF that the product makes, judged by programs that nobody here wrote: as it was sealed, with a
// time stamp for the archive, and with that renewed. `npm run prove -- records-verified` tells of it as a table.

const { consents, signing, capacity, destructions, inspectionPacks } = contract
const authority_days = 60

let testApp: TestApp
let peer: MockTimestampAuthority
let app: App
beforeAll(async () => {
  testApp = await openTestApp()
  peer = await openMockTimestampAuthority(authority_days)
  app = await testApp.openSecondInstance({ timestamps: { off: false, url: peer.address } })
})
afterAll(async () => {
  await app.close()
  peer.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const clinic = () => testApp.clinicA
const dentist = () => clinic().as('dentist')

async function addPartlyWithdrawn(): Promise<string> {
  const { rows } = await testApp.owner.query<{ id: string }>(
    `select id from templates where library_id in ('composite-filling', 'porcelain-crown') order by library_id`,
  )
  const items = rows.map(
    ({ id }) =>
      oneTreatment({ templateId: id, teeth: ['46'], placeholders, material: 'Porcelain' }).items[0]!,
  )
  const draft = await clinic().addDraft({ items })
  const sent = await dentist().callOk(consents.send, {
    consentId: draft.id,
    by: 'link',
    unaskedAcknowledged: true,
    wordingConfirmed: true,
  })
  const known = { consentId: draft.id, patientId: draft.patient.id, contentHash: sent.contentHash! }
  const opened = await clinic().open(known)
  await opened.patient.callOk(signing.sign, { ...signatureFor(opened), declined: [] })
  await opened.patient.callOk(signing.withdraw, { consentId: draft.id, treatments: [1] })
  return draft.id
}

async function addDecided(): Promise<string> {
  const { consentId, contentHash } = await clinic().addIncapable()
  await dentist().callOk(capacity.decide, { consentId, contentHash, ...decisions.goAhead })
  return consentId
}

async function addSignedThen(then: (consent: { consentId: string }) => Promise<unknown>): Promise<string> {
  const consent = await clinic().addFinalised()
  await app.jobs.drain()
  await then(consent)
  return consent.consentId
}

/** How each kind of record about a consent comes about, and which documents it then has, oldest first. */
const makers: Record<string, [kinds: string[], make: () => Promise<string>]> = {
  'consent signed on a screen': [['signed'], async () => (await clinic().addSigned()).consentId],
  'consent countersigned': [['signed', 'finalised'], async () => (await clinic().addFinalised()).consentId],
  'consent on paper with its scan': [['signed'], async () => (await clinic().addPaper()).consentId],
  'decision in best interests': [['signed'], addDecided],
  'consent.withdrawn': [
    ['signed', 'finalised', 'annex'],
    () =>
      addSignedThen(({ consentId }) =>
        dentist().callOk(consents.recordWithdrawal, { consentId, reason: 'Phoned' }),
      ),
  ],
  'consent.treatments_withdrawn': [['signed', 'annex'], addPartlyWithdrawn],
  'consent.voided': [
    ['signed', 'finalised', 'annex'],
    () =>
      addSignedThen(({ consentId }) =>
        clinic().as('owner').callOk(consents.void, { consentId, reason: 'Wrong tooth' }),
      ),
  ],
  'consent.addendum_agreed': [
    ['signed', 'finalised', 'annex'],
    () => addSignedThen((consent) => clinic().addAddendum(consent)),
  ],
}

const get = (consentId: string) => dentist().callOk(consents.get, { consentId })
const isAnnexKind = (kind: string) => kind.startsWith('annex')

type Version = { kind: string; number: number; pdf: Bytes }

async function versionsOf(consentId: string): Promise<Version[]> {
  const { documents } = await get(consentId)
  const versions: Version[] = []
  for (const { id, kind, number } of documents.toSorted((a, b) => a.number - b.number)) {
    const { raw } = await dentist().get(`/api/clinic/consents/${consentId}/documents/${id}`)
    versions.push({ kind, number, pdf: Uint8Array.from(raw) })
  }
  return versions
}

/** What the hourly sweep and its jobs do so many days later; whoever is signed in stays so today. */
async function archiveAfter(days: number): Promise<void> {
  testApp.clock.advance(days * day_ms)
  try {
    await app.sweep('documents.unarchived')
    await app.jobs.drain()
  } finally {
    testApp.clock.advance(-days * day_ms)
  }
}

/** Where `npm run prove -- records-verified` wants the files; nowhere in a test. */
const { SEALED_RECORDS: folder } = process.env
function storeFor(name: string, stage: string, pdf: Bytes): void {
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, `${name}, ${stage}.pdf`), pdf)
  copyFileSync(peer.trusted, path.join(folder, 'trusted.pem'))
}

/** What is said against a file, by whom; what is not installed says nothing. */
async function objectionsAgainst(name: string, stage: string, pdf: Bytes): Promise<unknown[]> {
  storeFor(name, stage, pdf)
  const objections = objectionsTo(pdf, peer.trusted)
  const { findings } = await checkFile(pdf)
  const against = Object.entries(objections).filter(([, objection]) => objection)
  // Those without which these tests do not run at all.
  const missing = (['pdfsig', 'openssl cms and ts', 'qpdf --check'] as const).filter(
    (required) => objections[required] === null,
  )
  return [...against, ...findings, ...missing].map((said) => [name, stage, said])
}

const stages = (version: Version, at: number): string =>
  version.kind.endsWith('archived') ? (at === 0 ? 'stamped' : `renewed`) : version.kind

describe('every kind of sealed record', () => {
  it.each(Object.entries(makers))('%s: sealed, stamped and renewed', async (name, [kinds, make]) => {
    const consentId = await make()
    await app.jobs.drain()
    expect((await versionsOf(consentId)).map(({ kind }) => kind)).toEqual(kinds)
    await archiveAfter(2)
    await archiveAfter(authority_days - 2)
    const versions = await versionsOf(consentId)
    const archived = versions.filter(({ kind }) => kind === 'archived')
    const annexes = versions.filter(({ kind }) => kind === 'annex-archived')
    expect([archived.length, annexes.length]).toEqual([2, kinds.includes('annex') ? 2 : 0])
    for (const list of [archived, annexes])
      for (const [at, version] of list.entries())
        expect(
          await objectionsAgainst(
            isAnnexKind(version.kind) ? `${name} (annex)` : name,
            stages(version, at),
            version.pdf,
          ),
        ).toEqual([])
    for (const version of versions.filter(({ kind }) => !kind.endsWith('archived')))
      expect(await objectionsAgainst(name, version.kind, version.pdf)).toEqual([])
    // Nothing of an older increment changes: each version of the record begins with the one before it.
    const record = versions.filter(({ kind }) => !isAnnexKind(kind))
    const annexed = versions.filter(({ kind }) => isAnnexKind(kind))
    for (const chain of [record, annexed])
      for (const [at, { pdf }] of chain.entries()) {
        const before = chain[at - 1]?.pdf ?? new Uint8Array()
        expect(Buffer.from(pdf.subarray(0, before.length)).equals(before), `version ${at + 1}`).toBe(true)
      }
  })

  it('certificate of destruction: sealed', async () => {
    const owner = clinic().as('owner')
    const destructionId = await clinic().addProposal(await clinic().addDue())
    await clinic().as('manager').callOk(destructions.confirm, { destructionId })
    await app.jobs.drain()
    const { raw } = await owner.get(`/api/clinic/destructions/${destructionId}/certificate`)
    expect(await objectionsAgainst('certificate of destruction', 'sealed', Uint8Array.from(raw))).toEqual([])
  })

  it('report for an inspection: sealed', async () => {
    const owner = clinic().as('owner')
    await owner.callOk(inspectionPacks.make, { period: 'month' })
    await app.jobs.drain()
    const [pack] = await owner.callOk(inspectionPacks.list, {})
    const { url } = await owner.callOk(inspectionPacks.release, { packId: pack!.id })
    const zip = unzipSync(Uint8Array.from((await owner.get(url)).raw))
    expect(
      await objectionsAgainst('report for an inspection', 'sealed', Uint8Array.from(zip['report.pdf']!)),
    ).toEqual([])
  })

  it('is rejected by each of them once a byte was changed', async () => {
    const { consentId } = await clinic().addFinalised()
    await app.jobs.drain()
    const { pdf } = (await versionsOf(consentId)).at(-1)!
    pdf[900]! ^= 1
    const { 'qpdf --check': _of_structure_alone, ...objections } = objectionsTo(pdf, peer.trusted)
    for (const [verifier, objection] of Object.entries(objections))
      expect(objection, verifier).not.toBeUndefined()
  })

  it('is one of these: each event with an annex and each kind of document', async () => {
    const { rows } = await testApp.owner.query<{ told: string }>(
      `select indexdef as told from pg_indexes where indexname = 'consent_events_annexed'`,
    )
    const annexed = rows[0]!.told.match(/consent\.\w+/g)!
    expect(Object.keys(makers)).toEqual(expect.arrayContaining(annexed))
    const made = new Set(Object.values(makers).flatMap(([kinds]) => kinds))
    expect(documentKinds.filter((kind) => !/(archived|resealed)$/.test(kind)).toSorted()).toEqual(
      [...made].toSorted(),
    )
  })
})
