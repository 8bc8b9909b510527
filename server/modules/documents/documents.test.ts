import { createHash } from 'node:crypto'
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { drawnSignature, signatureFor, type OpenedConsent } from '../../testing/test-clinic.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const get = ({ consentId }: { consentId: string }) =>
  testApp.clinicA.as('dentist').callOk(contract.consents.get, { consentId })
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const pathOf = (consentId: string, documentId: string) =>
  `/api/clinic/consents/${consentId}/documents/${documentId}`

/** Follows 'latest' to the document it names. */
async function download(caller: TestCaller, consentId: string, area: 'clinic' | 'patient' = 'clinic') {
  const latest = await caller.get(`/api/${area}/consents/${consentId}/documents/latest`)
  expect(latest.status).toBe(302)
  return caller.get(String(latest.headers.location))
}

/** Names of the files in the store, whatever folders they lie in. */
async function storedFiles(): Promise<string[]> {
  const entries = await readdir(path.join(testApp.config.dataDir, 'files'), {
    recursive: true,
    withFileTypes: true,
  })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

async function storePdf(pdf: Uint8Array): Promise<string> {
  const file = path.join(testApp.config.dataDir, `${sha256(pdf).slice(0, 8)}.pdf`)
  await writeFile(file, pdf)
  return file
}

/** What poppler, which nobody here wrote, says of the signatures of a PDF. */
async function signatureVerdictOf(pdf: Uint8Array): Promise<string> {
  return spawnSync('pdfsig', ['-nocert', await storePdf(pdf)], { encoding: 'utf8' }).stdout
}

const countOf = (text: string, part: string): number => text.split(part).length - 1

/** Puts a job on its queue as the change itself would have. */
async function enqueue(queue: string, consentId: string): Promise<void> {
  const { rows } = await testApp.owner.query(
    `select data from pgboss.job where name = $1 and data->>'consentId' = $2 limit 1`,
    [queue, consentId],
  )
  await testApp.owner.query(
    `insert into pgboss.job (name, data, policy, retry_limit, retry_delay, expire_seconds, dead_letter)
     select name, $2, policy, retry_limit, retry_delay, expire_seconds, dead_letter from pgboss.job where name = $1 limit 1`,
    [queue, rows[0]!.data],
  )
}

describe('the record of a signed consent', () => {
  let consent: OpenedConsent

  beforeAll(async () => {
    const viewed = await testApp.clinicA.addViewed()
    await viewed.patient.callOk(contract.signing.sign, { ...signatureFor(viewed), mark: drawnSignature })
    consent = viewed
  })

  it('is being prepared until its job ran: there is nothing to download yet', async () => {
    expect((await get(consent)).documents).toEqual([])
    expect((await testApp.clinicA.as('dentist').get(pathOf(consent.consentId, 'latest'))).code).toBe(
      'not-found',
    )
    await testApp.runJobs()
    expect((await get(consent)).documents).toHaveLength(1)
  })

  it('is a sealed, tagged, archival PDF of the text as shown', async () => {
    const { raw, headers } = await download(testApp.clinicA.as('dentist'), consent.consentId)
    const file = await storePdf(raw)
    expect(headers['content-type']).toBe('application/pdf')
    const verdict = await signatureVerdictOf(raw)
    expect(countOf(verdict, 'Signature is Valid')).toBe(1)
    expect(verdict).toContain('Total document signed')
    expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    const info = execFileSync('pdfinfo', [file], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    expect(info).toMatch(/Tagged:\s+yes/)
    const text = execFileSync('pdftotext', [file, '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ')
    const places = [
      'Harbour Street',
      'Eleanor Whitcombe',
      '£73.50',
      'I agree to have this treatment.',
      consent.contentHash.slice(0, 16),
    ].map((part) => text.indexOf(part))
    expect(
      places.every((place) => place >= 0),
      String(places),
    ).toBe(true)
  })

  it('names its SHA-256 in the chain, the list, the ETag and the store', async () => {
    const { raw, headers } = await download(testApp.clinicA.as('dentist'), consent.consentId)
    const { documents, events, chainIntact } = await get(consent)
    expect(documents[0]).toMatchObject({ kind: 'signed', number: 1, sha256: sha256(raw), bytes: raw.length })
    expect(events.at(-1)).toMatchObject({
      event: 'document.sealed',
      actor: 'Candour',
      details: { sha256: sha256(raw) },
    })
    expect(chainIntact).toBe(true)
    expect(headers.etag).toBe(`"${sha256(raw)}"`)
    expect(await storedFiles()).toContain(`${sha256(raw)}.pdf`)
  })

  it('is the same bytes each time, for the practice and for the patient', async () => {
    const downloads = [
      await download(testApp.clinicA.as('dentist'), consent.consentId),
      await download(testApp.clinicA.as('receptionist'), consent.consentId),
      await download(consent.patient, consent.consentId, 'patient'),
    ]
    expect(new Set(downloads.map(({ raw }) => sha256(raw))).size).toBe(1)
    for (const { headers } of downloads) expect(headers['cache-control']).toBe('no-store')
  })

  it('of which one byte was changed is no longer valid', async () => {
    const { raw } = await download(testApp.clinicA.as('dentist'), consent.consentId)
    const flipped = Buffer.from(raw)
    flipped[2000] = flipped[2000]! ^ 1
    expect(await signatureVerdictOf(flipped)).not.toContain('Signature is Valid')
  })

  it('was sent to the patient as a link, once', async () => {
    const copies = (await testApp.mail()).filter(({ subject }) => subject.includes('signed copy'))
    expect(copies).toHaveLength(1)
    expect(copies[0]!.link).toContain('/view-consent/')
  })

  it('is written to the audit log when somebody downloads it', async () => {
    await download(testApp.clinicA.as('nurse'), consent.consentId)
    const { rows } = await testApp.owner.query(
      `select * from audit_rows where action = 'document.downloaded' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({
      subject: consent.consentId,
      user_email: testApp.clinicA.staff.nurse.email,
      clinic_id: testApp.clinicA.id,
    })
  })
})

describe('a countersigned record', () => {
  let consent: OpenedConsent
  let signedPdf: Buffer

  beforeAll(async () => {
    consent = await testApp.clinicA.addSigned()
    await testApp.runJobs()
    signedPdf = (await download(testApp.clinicA.as('dentist'), consent.consentId)).raw
    const { consentId, contentHash } = consent
    await testApp.clinicA.discuss(consent)
    await testApp.clinicA
      .as('dentist')
      .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
    await testApp.runJobs()
  })

  it('adds its seal behind the bytes of the first, and both are valid', async () => {
    const { raw } = await download(testApp.clinicA.as('dentist'), consent.consentId)
    expect(raw.subarray(0, signedPdf.length).equals(signedPdf)).toBe(true)
    const verdict = await signatureVerdictOf(raw)
    expect(countOf(verdict, 'Signature is Valid')).toBe(2)
    expect(countOf(verdict, 'Total document signed')).toBe(1)
    expect(raw.subarray(signedPdf.length).includes('Tom Hughes')).toBe(true)
  })

  it('leaves the first version as it was, by its own id', async () => {
    const { documents } = await get(consent)
    expect(documents.map(({ kind, number }) => [kind, number])).toEqual([
      ['finalised', 2],
      ['signed', 1],
    ])
    const first = await testApp.clinicA.as('dentist').get(pathOf(consent.consentId, documents[1]!.id))
    expect(first.raw.equals(signedPdf)).toBe(true)
  })

  it('does not answer for an id of another consent or another clinic', async () => {
    const { documents } = await get(consent)
    const other = await testApp.clinicA.addSigned()
    expect((await testApp.clinicA.as('dentist').get(pathOf(other.consentId, documents[0]!.id))).code).toBe(
      'not-found',
    )
    const foreign = await testApp.clinicB.addSigned()
    await testApp.runJobs()
    expect((await testApp.clinicB.as('owner').get(pathOf(foreign.consentId, documents[0]!.id))).code).toBe(
      'not-found',
    )
    expect((await testApp.clinicB.as('owner').get(pathOf(consent.consentId, 'latest'))).code).toBe(
      'not-found',
    )
    expect((await testApp.clinicA.as('dentist').get(pathOf(consent.consentId, 'x'))).code).toBe('not-found')
  })
})

const versions = async ({ consentId }: { consentId: string }) =>
  (await testApp.owner.query('select kind, sha256 from document_versions where consent_id = $1', [consentId]))
    .rows

/** In the order in which it was written: how wide a day's name is decides what else stands beside what. */
const textOf = async (pdf: Uint8Array) =>
  execFileSync('pdftotext', ['-raw', await storePdf(pdf), '-'], { encoding: 'utf8' }).replaceAll(/\s+/g, ' ')

/** Where the file store keeps a document. */
const filePathOf = (sha256: string) =>
  path.join(testApp.config.dataDir, 'files', 'documents', sha256.slice(0, 2), `${sha256}.pdf`)

/** What is left of a job that gave up: nothing. */
const forgetJobs = ({ consentId }: { consentId: string }) =>
  testApp.owner.query(`delete from pgboss.job where data->>'consentId' = $1`, [consentId])

describe('what a record says', () => {
  const guardian = {
    name: 'Mei Tan',
    relationship: 'Mother',
    authority: 'parental-responsibility' as const,
    email: '',
    phone: '',
  }

  it('is who signed and as what, and what led there with the code of each event', async () => {
    const child = await testApp.clinicA.addViewed({
      patientId: await testApp.clinicA.addPatient({ guardians: [guardian] }),
    })
    // The clock of the server is set back before the signature: the order of the events is that of their numbers.
    testApp.clock.advance(-60_000)
    await child.patient.callOk(contract.signing.sign, {
      ...signatureFor(child),
      name: 'Mei Tan',
      signerRole: 'parent',
      mark: { kind: 'typed', typed: 'Mei Tan' },
    })
    testApp.clock.advance(60_000)
    await testApp.runJobs()
    const { events } = await get(child)
    const text = await textOf((await download(child.patient, child.consentId, 'patient')).raw)
    expect(text).toContain('Signed by Mei Tan, parent or person with parental responsibility')
    expect(text).toContain("Opened with a personal link and the patient's date of birth")
    expect(text).toContain('Text frozen, to be handed over as a link or QR code')
    expect(text).not.toMatch(/by the patient|Tom Hughes countersigns/)
    expect(text).toContain('A registered clinician of the practice countersigns this record')
    const printed = Array.from(text.matchAll(/Record code ([\da-f]{16})/g), ([, code]) => code)
    expect(printed).toEqual(events.slice(0, 4).map(({ hash }) => hash.slice(0, 16)))
    expect(events[3]!.event).toBe('consent.signed')
    expect(text).toContain(events[3]!.hash)
  })

  it('is who decided who may sign, for whom another hand signed, and who signed beside them', async () => {
    const consent = await testApp.clinicA.addViewed()
    const answers = { capacity: 'has', who: 'patient' } as const
    const decision = { consentId: consent.consentId, answers, asked: ['interpreter' as const] }
    await testApp.clinicA.as('dentist').callOk(contract.authority.decide, decision)
    const mark = (typed: string) => ({ kind: 'typed' as const, typed })
    await consent.patient.callOk(contract.signing.sign, {
      ...{ ...signatureFor(consent), name: 'Sam Reed', mark: mark('Sam Reed') },
      help: { kind: 'on-behalf', why: 'movement', of: 'Eleanor Whitcombe', agreed: true },
      cosigners: [
        { role: 'witness', name: 'Priya Nair', capacity: 'Dental nurse', mark: mark('Priya Nair') },
        { role: 'interpreter', name: 'Ana Silva', capacity: 'Portuguese', mark: drawnSignature },
      ],
    })
    await testApp.runJobs()
    const text = await textOf((await download(consent.patient, consent.consentId, 'patient')).raw)
    expect(text).toMatch(/Authority to sign\s+The patient signs/)
    expect(text).toContain('Mental Capacity Act 2005 ss1–5')
    expect(text).toContain('Decided who may sign')
    expect(text).toMatch(/Interpreter: Ana Silva[^]*Witness: Priya Nair/)
    expect(text).toContain('Signed on behalf of Eleanor Whitcombe')
    const said = text.replaceAll(/\s+/g, ' ')
    expect(said).toContain(
      'Signed by Sam Reed, on behalf of Eleanor Whitcombe, patient; interpreter Ana Silva;',
    )
  })
})

describe('a document whose file is missing', () => {
  it('is a fault of ours, told without detail and after the transaction', async () => {
    const consent = await testApp.clinicA.addSigned()
    await testApp.runJobs()
    const [document] = (await get(consent)).documents
    await rm(filePathOf(document!.sha256))
    const answer = await testApp.clinicA.as('dentist').get(pathOf(consent.consentId, document!.id))
    expect([answer.status, answer.code]).toEqual([500, 'internal'])
    expect(answer.raw.toString()).not.toContain(document!.sha256)
    expect(testApp.loggedErrors.splice(0)).toHaveLength(1)
    const { rows } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'document.downloaded' and subject = $1`,
      [consent.consentId],
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a record that does not hold', () => {
  it.each([
    ['the text', `update consents set content = jsonb_set(content, '{diagnosis}', '"None"') where id = $1`],
    [
      'the mark',
      `update signatures set mark = '{"kind": "typed", "typed": "Somebody"}' where consent_id = $1`,
    ],
    ['the signature', 'delete from signatures where consent_id = $1'],
    ['an event', `update consent_events set actor = 'Somebody' where number = 2 and consent_id = $1`],
  ])('is not sealed: %s was altered or removed', async (_name, change) => {
    const consent = await testApp.clinicA.addSigned()
    await testApp.owner.query(change, [consent.consentId])
    await testApp.runJobs()
    expect(await versions(consent)).toEqual([])
    expect(testApp.logged.at(-1)).toContain('job failed')
    await forgetJobs(consent)
  })

  it('gets no second seal: the mark, or the file itself, was altered after the first', async () => {
    const consents = [await testApp.clinicA.addSigned(), await testApp.clinicA.addSigned()] as const
    await testApp.runJobs()
    await testApp.owner.query(
      `update signatures set mark = '{"kind": "typed", "typed": "X"}' where consent_id = $1`,
      [consents[0].consentId],
    )
    const [[other], [version]] = [await versions(consents[0]), await versions(consents[1])]
    await copyFile(filePathOf(other.sha256), filePathOf(version.sha256))
    for (const consent of consents) {
      const { consentId, contentHash } = consent
      await testApp.clinicA.discuss(consent)
      await testApp.clinicA
        .as('dentist')
        .callOk(contract.consents.finalise, { consentId, contentHash, name: 'Tom Hughes' })
      await testApp.runJobs()
      expect((await versions(consent)).map(({ kind }) => kind)).toEqual(['signed'])
      await forgetJobs(consent)
    }
  })
})

describe('a sealing job', () => {
  const sealedEvents = async (consent: { consentId: string }) =>
    (await get(consent)).events.filter(({ event }) => event === 'document.sealed')

  it('that runs again changes nothing', async () => {
    const consent = await testApp.clinicA.addFinalised()
    await testApp.runJobs()
    const before = [await versions(consent), await sealedEvents(consent), await storedFiles()]
    await enqueue('documents.seal-signed', consent.consentId)
    await enqueue('documents.seal-finalised', consent.consentId)
    expect(await testApp.runJobs()).toBe(2)
    expect([await versions(consent), await sealedEvents(consent), await storedFiles()]).toEqual(before)
    expect(before[0]).toHaveLength(2)
  })

  /** Lets nobody add a version yet, so that two runs have both sealed before either can keep what it made. */
  async function runTwiceAtOnce(): Promise<void> {
    const another = await testApp.openSecondInstance()
    await testApp.owner.query('begin')
    await testApp.owner.query('lock table document_versions in share mode')
    const runs = Promise.all([testApp.runJobs(), another.jobs.drain()])
    for (let waiting = 0; waiting < 2;) {
      const { rows } = await testApp.owner.query(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0].waiting
    }
    await testApp.owner.query('commit')
    await runs
    await another.close()
  }

  it.each([
    ['at two times', (work: () => Promise<void>) => work()],
    [
      'in the same second, so that both made the same bytes',
      (work: () => Promise<void>) => testApp.clock.freeze(work),
    ],
  ])('that runs twice at once %s leaves one version, one event and one file', async (_name, during) => {
    const consent = await testApp.clinicA.addSigned()
    await enqueue('documents.seal-signed', consent.consentId)
    const before = await storedFiles()
    await during(() => runTwiceAtOnce())
    const [version, ...others] = await versions(consent)
    expect(others).toEqual([])
    expect(await sealedEvents(consent)).toHaveLength(1)
    const added = (await storedFiles()).filter((name) => !before.includes(name))
    expect(added).toEqual([`${version.sha256}.pdf`])
  })

  it('that was asked for before there is a signature does nothing', async () => {
    const signed = await testApp.clinicA.addSigned()
    await testApp.runJobs()
    const viewed = await testApp.clinicA.addViewed()
    await enqueue('documents.seal-signed', signed.consentId)
    await testApp.owner.query(
      `update pgboss.job set data = jsonb_set(data, '{consentId}', to_jsonb($1::text)) where state = 'created'`,
      [viewed.consentId],
    )
    await testApp.runJobs()
    expect(await versions(viewed)).toEqual([])
  })
})
