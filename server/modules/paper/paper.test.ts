import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHash } from 'node:crypto'
import { contract } from '../../../contract/index.ts'
import { newHeic } from '../../testing/test-files.ts'
import { newPicture } from '../../testing/test-picture.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { oneTreatment, paperInputFor, placeholders, type TestConsent } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { paper, consents, signing } = contract
const dentist = () => testApp.clinicA.as('dentist')
const get = (consentId: string) => dentist().callOk(consents.get, { consentId })
const told = (consent: TestConsent, change: object = {}) => ({
  ...paperInputFor(consent, testApp.clock.now()),
  ...change,
})
const takeIn = (consent: TestConsent, change: object = {}) =>
  dentist().call(paper.takeIn, told(consent, change))
const base64 = (bytes: Buffer) => bytes.toString('base64')
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const fileOf = (consentId: string, fileId: string, audience = 'clinic') =>
  `/api/${audience}/consents/${consentId}/scans/${fileId}`

describe('a paper that was signed by hand', () => {
  it('signs a consent that nobody opened, with its scan in the chain', async () => {
    const sent = await testApp.clinicA.addSent()
    const { token } = await testApp.clinicA.addLink(sent)
    const pages = [newPicture(), newPicture()]
    const answer = await takeIn(sent, { files: pages.map(base64), name: 'Eleanor  Whitcombe' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      number: 1,
      reason: '',
      takenBy: 'Tom Hughes',
      files: pages.map((page) => ({ type: 'image/png', pages: 1, bytes: page.length, sha256: sha256(page) })),
    })
    const consent = await get(sent.consentId)
    expect(consent).toMatchObject({ status: 'signed', chainIntact: true, viewedAt: null })
    expect(consent.signature).toMatchObject({ kind: 'paper', signerRole: 'patient', declined: [] })
    expect(consent.events.at(-1)).toMatchObject({
      event: 'consent.signed',
      actor: expect.stringContaining('Tom Hughes') as string,
      details: { kind: 'paper', scan: answer.body.sha256, contentHash: sent.contentHash },
    })
    expect((await testApp.anonymous().call(signing.open, { accessToken: token })).status).toBe(404)
  })

  it('was signed when it says, not when it is taken in, and holds from then', async () => {
    const sent = await testApp.clinicA.addSent()
    const signedOn = new Date(testApp.clock.now().getTime() + 1000).toISOString()
    const other = await testApp.clinicA.addSigned()
    testApp.clock.advance(9 * minute_ms)
    try {
      expect((await takeIn(sent, { signedOn })).status).toBe(200)
      const consent = await get(sent.consentId)
      expect(consent.signature!.at).toBe(signedOn)
      expect(Date.parse(consent.signedAt!) - Date.parse(signedOn)).toBeGreaterThan(8 * minute_ms)
      const { signedAt, validUntil } = await get(other.consentId)
      const held = (from: string, until: string | null) => Date.parse(until!) - Date.parse(from)
      expect(held(signedOn, consent.validUntil)).toBe(held(signedAt!, validUntil))
    } finally {
      testApp.clock.advance(-9 * minute_ms)
    }
  })

  it('is sealed with its pages; the patient is told, and both sides fetch the scan, before and after it is stored', async () => {
    const page = newPicture()
    const sent = await testApp.clinicA.addSent()
    const { body: scan } = await takeIn(sent, { files: [base64(page)] })
    const { consentId } = sent
    const fileId = scan.files[0]!.id
    expect((await dentist().get(fileOf(consentId, fileId))).raw.equals(page)).toBe(true)
    await testApp.runJobs()
    const { rows } = await testApp.owner.query(`select 1 from paper_uploads where consent_id = $1`, [
      consentId,
    ])
    expect(rows).toEqual([])
    const stored = await dentist().get(fileOf(consentId, fileId))
    expect(stored.raw.equals(page)).toBe(true)
    expect(stored.headers).toMatchObject({ 'content-type': 'image/png', etag: `"${sha256(page)}"` })

    const consent = await get(consentId)
    expect(consent.documents).toMatchObject([{ kind: 'signed' }])
    expect(consent.chainIntact).toBe(true)
    const messages = await dentist().callOk(signing.listMessages, { consentId })
    expect(messages.map(({ kind }) => kind)).toContain('signed-copy')

    const { patient } = await testApp.clinicA.open(sent)
    const read = await patient.callOk(signing.read, { consentId })
    expect(read).toMatchObject({ status: 'signed', chainIntact: true, scans: [scan] })
    expect((await patient.get(fileOf(consentId, fileId, 'patient'))).raw.equals(page)).toBe(true)
    expect((await patient.get(fileOf(consentId, crypto.randomUUID(), 'patient'))).status).toBe(404)
    expect((await testApp.clinicB.as('owner').get(fileOf(consentId, fileId))).status).toBe(404)
  })

  it('is countersigned as any other', async () => {
    const { consentId, contentHash } = await testApp.clinicA.addPaper()
    await testApp.clinicA.discuss({ consentId })
    const finalised = await dentist().callOk(consents.finalise, {
      consentId,
      contentHash,
      name: 'Tom Hughes',
    })
    expect(finalised).toMatchObject({ status: 'finalised', chainIntact: true })
    await testApp.runJobs()
    expect((await get(consentId)).documents.map(({ kind }) => kind)).toEqual(['finalised', 'signed'])
  })

  it('takes the place of the consent that it replaces, and settles the calls about it', async () => {
    const older = await testApp.clinicA.addSigned()
    const newer = await testApp.clinicA.addSent({ patientId: older.patientId, replaces: older.consentId })
    const taskId = await testApp.clinicA.addCallTask(newer.consentId)
    await takeIn(newer)
    await testApp.runJobs()
    expect((await get(older.consentId)).status).toBe('superseded')
    const { rows } = await testApp.owner.query<{ done: boolean }>(
      `select done_at is not null as done from tasks where id = $1`,
      [taskId],
    )
    expect(rows).toEqual([{ done: true }])
  })

  it('is taken in once, however often it is sent', async () => {
    const sent = await testApp.clinicA.addSent()
    const input = told(sent)
    const idempotencyKey = crypto.randomUUID()
    const first = await dentist().callOk(paper.takeIn, input, { idempotencyKey })
    expect(await dentist().callOk(paper.takeIn, input, { idempotencyKey })).toEqual(first)
    expect((await get(sent.consentId)).scans).toHaveLength(1)
  })

  it('says yes and no to each of several treatments', async () => {
    const { templateId } = testApp.clinicA
    const second = (
      await dentist().callOk(contract.templates.list, { search: 'Simple Extraction' })
    ).rows.find(({ name }) => name === 'Simple Extraction')!
    const items = [
      ...oneTreatment({ templateId, teeth: ['46'], placeholders }).items,
      ...oneTreatment({ templateId: second.id, teeth: ['38'], placeholders }).items,
    ]
    const sent = await testApp.clinicA.addSent({ items })
    const { content } = await get(sent.consentId)
    const confirmed = content.statements.map((_statement, place) => place)
    const answer = (choices: boolean[]) => takeIn(sent, { choices, confirmed })
    expect((await answer([true])).reason).toBe('choice-missing')
    expect((await answer([true, false, true])).reason).toBe('choice-missing')
    expect((await answer([false, false])).reason).toBe('nothing-accepted')
    expect((await answer([true, false])).status).toBe(200)
    const consent = await get(sent.consentId)
    expect(consent).toMatchObject({ chainIntact: true, signature: { declined: [1] } })
  })
})

describe('a paper is refused', () => {
  it.each([
    ['wrong-code', { code: '0000 0000' }],
    ['pages-missing', { complete: false }],
    ['statement-unconfirmed', { confirmed: [0, 1] }],
    ['choice-missing', { choices: [] }],
    ['nothing-accepted', { choices: [false] }],
    ['not-authorised', { signerRole: 'parent' }],
    ['scan-refused', { files: [base64(Buffer.from('<!doctype html>'))] }],
    ['file-damaged', { files: [base64(newPicture()), base64(Buffer.from('%PDF-1.7'))] }],
    ['heic-photo', { files: [base64(newHeic())] }],
    ['before-sent', { signedOn: '2020-01-01T10:00:00.000Z' }],
  ])('%s: %o', async (reason, change) => {
    const sent = await testApp.clinicA.addSent()
    expect((await takeIn(sent, change)).reason).toBe(reason)
    const { status, scans, signature, chainIntact } = await get(sent.consentId)
    expect([status, scans, signature, chainIntact]).toEqual(['sent', [], null, true])
    // The same paper without the fault is taken.
    expect((await takeIn(sent)).status).toBe(200)
  })

  it('when it was signed in the future', async () => {
    const sent = await testApp.clinicA.addSent()
    const signedOn = new Date(testApp.clock.now().getTime() + 2 * minute_ms).toISOString()
    expect((await takeIn(sent, { signedOn })).reason).toBe('in-future')
  })

  it('when the consent is signed already, not fixed yet, out of time, or ended', async () => {
    const signed = await testApp.clinicA.addSigned()
    expect((await takeIn(signed)).reason).toBe('already-signed')
    const draft = await testApp.clinicA.addDraft()
    const ofDraft = { consentId: draft.id, patientId: draft.patient.id, contentHash: 'a'.repeat(64) }
    expect((await takeIn(ofDraft)).reason).toBe('wrong-state')
    const sent = await testApp.clinicA.addSent()
    await testApp.owner.query(`update consents set expires_at = now() - interval '1 minute' where id = $1`, [
      sent.consentId,
    ])
    expect((await takeIn(sent)).reason).toBe('wrong-state')
    const ended = await testApp.clinicA.addSent()
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: ended.consentId, reason: 'Made in error' })
    expect((await takeIn(ended)).reason).toBe('wrong-state')
    expect((await takeIn({ ...sent, consentId: crypto.randomUUID() })).reason).toBe('not-found')
  })

  it('of another practice, and taken from whoever may send consents', async () => {
    const sent = await testApp.clinicA.addSent()
    expect((await testApp.clinicB.as('dentist').call(paper.takeIn, told(sent))).reason).toBe('not-found')
    expect((await testApp.clinicA.as('receptionist').call(paper.takeIn, told(sent))).status).toBe(200)
  })

  it('and the refusal is written down', async () => {
    const sent = await testApp.clinicA.addSent()
    await takeIn(sent, { code: '0000 0000' })
    const { rows } = await testApp.owner.query(
      `select 1 from audit_rows where action = 'consent.sign_refused' and details ->> 'reason' = 'wrong-code'`,
    )
    expect(rows.length).toBeGreaterThan(0)
  })

  it('unless it was signed by somebody whose authority was on record on that day', async () => {
    const guardian = {
      ...{ name: 'Ada Whitcombe', relationship: 'Mother', authority: 'parental-responsibility' as const },
      validUntil: dateInTimeZone(testApp.clock.now()),
    }
    const ofChild = async (validUntil: string) => {
      const guardians = [{ ...guardian, validUntil }]
      const patientId = await testApp.clinicA.addPatient({ guardians, dateOfBirth: '2015-03-14' })
      return testApp.clinicA.addSent({ patientId })
    }
    const change = { signerRole: 'parent', name: 'Ada Whitcombe' }
    expect((await takeIn(await ofChild('2026-01-01'), change)).reason).toBe('not-authorised')
    const sent = await ofChild(guardian.validUntil)
    expect((await takeIn(sent, { ...change, signerRole: 'deputy' })).reason).toBe('not-authorised')
    expect((await takeIn(sent, change)).status).toBe(200)
    expect((await get(sent.consentId)).signature).toMatchObject(change)
  })
})

describe('what was agreed to by word of mouth', () => {
  it('is signed on paper afterwards, never before it was said', async () => {
    const { patientId, consentId: parentId } = await testApp.clinicA.addFinalised()
    const verbal = await testApp.clinicA.addAddendum({ consentId: parentId })
    const consent = { consentId: verbal.id, patientId, contentHash: verbal.contentHash! }
    const confirmed = verbal.content.statements.map((_statement, place) => place)
    const early = new Date(testApp.clock.now().getTime() - 5 * minute_ms).toISOString()
    expect((await takeIn(consent, { confirmed, signedOn: early })).reason).toBe('before-sent')
    expect((await takeIn(consent, { confirmed })).status).toBe(200)
    expect(await get(verbal.id)).toMatchObject({ status: 'signed', chainIntact: true })
  })
})

describe('another scan', () => {
  const add = (consent: TestConsent, change: object = {}) => {
    const { consentId, code, complete, files } = told(consent)
    const reason = 'The second page was cut off'
    return dentist().call(paper.addScan, { consentId, code, complete, files, reason, ...change })
  }

  it('stands beside the first with its reason', async () => {
    const consent = await testApp.clinicA.addPaper()
    const first = (await get(consent.consentId)).scans[0]!
    const { body: second } = await add(consent)
    const { scans, events, chainIntact } = await get(consent.consentId)
    expect(scans).toEqual([first, second])
    expect(second).toMatchObject({ number: 2, reason: 'The second page was cut off', takenBy: 'Tom Hughes' })
    expect(events.at(-1)).toMatchObject({
      event: 'consent.scan_added',
      details: { number: 2, scan: second.sha256 },
    })
    expect(chainIntact).toBe(true)
  })

  it('is refused without a reason, with another text’s code, and where nothing was signed on paper', async () => {
    const consent = await testApp.clinicA.addPaper()
    expect((await add(consent, { reason: ' ' })).status).toBe(400)
    expect((await add(consent, { code: '0000 0000' })).reason).toBe('wrong-code')
    expect((await add(consent, { complete: false })).reason).toBe('pages-missing')
    expect((await add(consent, { files: [base64(Buffer.from('no picture'))] })).reason).toBe('scan-refused')
    expect((await add(await testApp.clinicA.addSigned())).reason).toBe('not-on-paper')
    expect((await add(await testApp.clinicA.addSent())).reason).toBe('wrong-state')
    expect((await add({ ...consent, consentId: crypto.randomUUID() })).reason).toBe('not-found')
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: consent.consentId, reason: 'The wrong paper' })
    expect((await add(consent)).reason).toBe('wrong-state')
  })

  it('cannot be changed or taken away by those who take them in', async () => {
    const { consentId } = await testApp.clinicA.addPaper()
    const { rows } = await testApp.owner.query<{ may: boolean }>(
      `select has_table_privilege('candour_clinic', name, verb) as may
       from unnest(array['paper_scans', 'paper_files']) name, unnest(array['update', 'delete']) verb`,
    )
    expect(rows.filter(({ may }) => may)).toEqual([])
    await testApp.owner.query(`update paper_files set sha256 = repeat('0', 64) where consent_id = $1`, [
      consentId,
    ])
    expect((await get(consentId)).chainIntact).toBe(false)
    await testApp.owner.query(`delete from paper_uploads where consent_id = $1`, [consentId])
  })
})

describe('a text that was handed over on paper', () => {
  const giveOut = (consentId: string, givenAt = testApp.clock.now().toISOString()) =>
    dentist().call(paper.giveOut, { consentId, givenAt })

  it('begins the time to think where the patient opened nothing', async () => {
    const sent = await testApp.clinicA.addSent()
    await testApp.owner.query(`update consents set reflection_hours = 48 where id = $1`, [sent.consentId])
    expect((await get(sent.consentId)).reflectionEndsAt).toBeNull()
    const { body } = await giveOut(sent.consentId)
    const consent = await get(sent.consentId)
    expect(consent.paperGivenAt).toBe(body.givenAt)
    expect(Date.parse(consent.reflectionEndsAt!) - Date.parse(body.givenAt)).toBe(2 * day_ms)
    expect(consent.events.at(-1)).toMatchObject({ event: 'consent.given_on_paper', details: body })
    expect(consent.chainIntact).toBe(true)
  })

  it('is told once, and of a moment that can be', async () => {
    const { consentId } = await testApp.clinicA.addSent()
    const ahead = new Date(testApp.clock.now().getTime() + 2 * minute_ms).toISOString()
    expect((await giveOut(consentId, ahead)).reason).toBe('in-future')
    expect((await giveOut(consentId, '2020-01-01T10:00:00.000Z')).reason).toBe('before-sent')
    expect((await giveOut(consentId)).status).toBe(200)
    expect((await giveOut(consentId)).reason).toBe('already-given')
    expect((await giveOut((await testApp.clinicA.addSigned()).consentId)).reason).toBe('wrong-state')
    expect((await giveOut((await testApp.clinicA.addDraft()).id)).reason).toBe('wrong-state')
    expect((await giveOut(crypto.randomUUID())).reason).toBe('not-found')
  })
})

it('a patient cannot sign on a screen what they have not opened', async () => {
  const sent = await testApp.clinicA.addSent()
  const { patient } = await testApp.clinicA.open(sent)
  await testApp.owner.query(`update consents set status = 'sent' where id = $1`, [sent.consentId])
  const { name, confirmed } = paperInputFor(sent, testApp.clock.now())
  const mark = { kind: 'typed', typed: name } as const
  const signature = { ...sent, name, signerRole: 'patient' as const, confirmed, mark }
  expect((await patient.call(signing.sign, signature)).reason).toBe('wrong-state')
})
