import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { checkFile } from '../../../verification/file-check.ts'
import { readContainer } from '../../../verification/bundle-container.ts'
import { oneTreatment, type OpenedConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
  // The first document starts the process that draws.
  await testApp.clinicA.addSigned()
  await testApp.runJobs()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { consents, signing } = contract
const dentist = () => testApp.clinicA.as('dentist')
const get = (consentId: string) => dentist().callOk(consents.get, { consentId })

async function pdfOf(consentId: string, documentId: string): Promise<Buffer> {
  const { status, raw } = await dentist().get(`/api/clinic/consents/${consentId}/documents/${documentId}`)
  expect(status).toBe(200)
  return raw
}

async function storePdf(pdf: Uint8Array): Promise<string> {
  const file = path.join(testApp.config.dataDir, 'annex.pdf')
  await writeFile(file, pdf)
  return file
}

/** What poppler, which nobody here wrote, says of a file. */
const poppler = async (program: 'pdfsig' | 'pdftotext', pdf: Uint8Array): Promise<string> => {
  const file = await storePdf(pdf)
  const given = program === 'pdfsig' ? ['-nocert', file] : ['-layout', file, '-']
  return spawnSync(program, given, { encoding: 'utf8' }).stdout
}

const countValidSeals = (said: string): number => said.split('Signature is Valid').length - 1

async function addSealed(): Promise<OpenedConsent> {
  const consent = await testApp.clinicA.addFinalised()
  await testApp.runJobs()
  return consent
}

async function bundleOf(consentId: string): Promise<Uint8Array<ArrayBuffer>> {
  const { status, raw } = await dentist().get(`/api/clinic/consents/${consentId}/evidence`)
  expect(status).toBe(200)
  return Uint8Array.from(raw)
}

describe('an annex', () => {
  it('says that the patient took their consent back, and leaves the record and its seals as they are', async () => {
    const { consentId, patient } = await addSealed()
    const before = await get(consentId)
    const [record] = before.documents
    const bytes = await pdfOf(consentId, record!.id)
    await patient.callOk(signing.withdraw, { consentId, reason: 'I want to think again' })
    await testApp.runJobs()

    const after = await get(consentId)
    expect(after.documents.map(({ kind }) => kind)).toEqual(['finalised', 'signed', 'annex'])
    expect(after.chainIntact).toBe(true)
    const annex = await pdfOf(consentId, after.documents[2]!.id)
    const words = (await poppler('pdftotext', annex)).replace(/\s+/g, ' ')
    for (const said of [
      'Consent withdrawn',
      'I want to think again',
      ...before.documents.map(({ sha256 }) => sha256),
    ])
      expect(words).toContain(said)
    const seals = await poppler('pdfsig', annex)
    expect(seals).toMatch(/Total document signed[^]*Signature is Valid/)
    const again = await pdfOf(consentId, after.documents[0]!.id)
    expect(again.equals(bytes)).toBe(true)
    expect(countValidSeals(await poppler('pdfsig', again))).toBe(2)
  })

  it('goes to the patient with the record, which stays the latest document', async () => {
    const { consentId, patient } = await addSealed()
    await patient.callOk(signing.withdraw, { consentId })
    await testApp.runJobs()
    const base = `/api/patient/consents/${consentId}/documents`
    const { documents, chainIntact } = await patient.callOk(signing.read, { consentId })
    expect(chainIntact).toBe(true)
    expect((await patient.get(`${base}/latest`)).headers.location).toBe(`${base}/${documents[0]!.id}`)
    const annex = await patient.get(`${base}/${documents[2]!.id}`)
    expect(annex.status).toBe(200)
    expect(String(annex.headers['content-disposition'])).toMatch(/_annex-\d+\.pdf/)
  })

  it.each([
    [
      'a withdrawal that staff were told of',
      consents.recordWithdrawal,
      'Phoned to say they changed their mind',
      'Consent withdrawn',
    ],
    ['a record made void', consents.void, 'Made out for the wrong tooth', 'Record voided'],
  ] as const)('tells of %s', async (_what, operation, reason, heading) => {
    const { consentId } = await addSealed()
    await testApp.clinicA.as('owner').callOk(operation, { consentId, reason })
    await testApp.runJobs()
    const { documents, chainIntact } = await get(consentId)
    expect(documents.map(({ kind }) => kind)).toEqual(['finalised', 'signed', 'annex'])
    expect(chainIntact).toBe(true)
    const words = await poppler('pdftotext', await pdfOf(consentId, documents[2]!.id))
    expect(words).toContain(heading)
    expect(words).toContain(reason)
  })

  it('tells of an addendum that was agreed under way, on the record that it adds to', async () => {
    const { consentId: parentId } = await addSealed()
    const addendum = await testApp.clinicA.addAddendum({ consentId: parentId })
    await testApp.runJobs()
    const { documents, events, chainIntact } = await get(parentId)
    expect(chainIntact).toBe(true)
    expect(documents.map(({ kind }) => kind)).toEqual(['finalised', 'signed', 'annex'])
    expect(events.findLast(({ event }) => event === 'consent.addendum_agreed')?.details).toMatchObject({
      addendumId: addendum.id,
      how: 'verbal',
    })
    const words = await poppler('pdftotext', await pdfOf(parentId, documents[2]!.id))
    expect(words).toContain('Addendum agreed')
    expect(words.replace(/\s+/g, ' ')).toContain(addendum.id)
  })

  it('waits for the record that it belongs to, and is made once', async () => {
    const { consentId, patient } = await testApp.clinicA.addFinalised()
    await patient.callOk(signing.withdraw, { consentId })
    await testApp.runJobs()
    await testApp.app.sweep('documents.unsealed')
    await testApp.runJobs()
    const { documents, chainIntact } = await get(consentId)
    expect(documents.map(({ kind }) => kind)).toEqual(['finalised', 'signed', 'annex'])
    expect(chainIntact).toBe(true)
  })

  it('is none for what was never signed', async () => {
    const plan = oneTreatment({
      templateId: testApp.clinicA.templateId,
      patientId: await testApp.clinicA.addPatient(),
    })
    const { id: consentId } = await dentist().callOk(consents.create, {
      ...plan,
      clinicianId: testApp.clinicA.staff.dentist.staffId!,
    })
    await testApp.clinicA
      .as('owner')
      .callOk(consents.void, { consentId, reason: 'Made out to the wrong patient' })
    await testApp.runJobs()
    expect((await get(consentId)).documents).toEqual([])
  })

  it('stands in the bundle, which checks it', async () => {
    const { consentId, patient } = await addSealed()
    await patient.callOk(signing.withdraw, { consentId })
    await testApp.runJobs()
    const bundle = await bundleOf(consentId)
    const verdict = await checkFile(bundle)
    expect(verdict.findings).toEqual([])
    expect(verdict.facts.filter(({ label }) => label === 'Annex')).toHaveLength(1)
    const [reading] = readContainer(bundle)
    expect(reading!.map(({ path: name }) => name)).toContain('documents/3-annex.pdf')
    const words = Buffer.from(bundle)
    const place = words.indexOf('%PDF', words.indexOf('documents/3-annex.pdf')) + 2000
    const changed = bundle.slice()
    changed[place]! ^= 1
    const { outcome, findings } = await checkFile(changed)
    expect(outcome).toBe('changed')
    expect(findings.map(({ path: named }) => named)).toContain('documents/3-annex.pdf')
  })
})

describe('scans of signed paper', () => {
  it('stand in the bundle as files, and one that was changed is named', async () => {
    const { consentId } = await testApp.clinicA.addPaper()
    await testApp.runJobs()
    const bundle = await bundleOf(consentId)
    expect((await checkFile(bundle)).findings).toEqual([])
    const [reading] = readContainer(bundle)
    const [scan] = reading!.filter(({ path: name }) => name.startsWith('scans/'))
    const [file] = (await get(consentId)).scans[0]!.files
    expect(scan!.path).toContain(file!.sha256)
    const changed = bundle.slice()
    changed[Buffer.from(bundle).indexOf(Buffer.from(scan!.content)) + 20]! ^= 1
    const { outcome, findings } = await checkFile(changed)
    expect(outcome).toBe('changed')
    expect(findings.map(({ path: named }) => named)).toContain(scan!.path)
  })
})
