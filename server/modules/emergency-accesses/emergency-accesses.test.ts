import { strFromU8, unzipSync } from 'fflate'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import type { TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { emergencyAccesses } = contract

let testApp: TestApp
let clinic: TestClinic
let app: pg.Client
let query: ReturnType<typeof rawQuery>
let admins = 0

beforeAll(async () => {
  testApp = await openTestApp()
  clinic = testApp.clinicA
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  query = rawQuery(app)
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await app.end()
  await testApp.close()
})

const why = {
  reason: 'support',
  words: 'They asked why the signed PDF looks empty.',
  ticket: 'T-104',
} as const

/** Somebody of their own who runs the platform, just signed in, whatever the clock of other tests came to. */
async function addAdmin(): Promise<{ caller: TestCaller; userId: string }> {
  admins++
  const person = await testApp.people.addUser(
    `Alex Marsh ${admins}`,
    `alex${admins}@candour.example.org`,
    'super_admin',
  )
  const now = testApp.clock.now()
  await testApp.owner.query(
    'update auth.session set proved_at = $2, seen_at = $2, created_at = $2 where user_id = $1',
    [person.userId, now],
  )
  return { caller: testApp.as(person), userId: person.userId }
}

/** A consent that both have signed, opened by somebody of the platform. */
async function addOpened(of = clinic) {
  const { consentId, documentId } = await of.addSealed()
  const { caller: admin, userId } = await addAdmin()
  const access = await admin.callOk(emergencyAccesses.open, { consentId, ...why })
  const named = { consentId, accessId: access.id }
  return { admin, userId, access, named, consentId, documentId }
}

const read = (admin: TestCaller, named: { consentId: string; accessId: string }) =>
  admin.call(emergencyAccesses.record, named)
const fileOf = ({ consentId, accessId }: { consentId: string; accessId: string }, documentId: string) =>
  `/api/admin/consents/${consentId}/emergency-accesses/${accessId}/documents/${documentId}`

/** What the practice's own audit log has of an access. */
async function auditOf(accessId: string, of = clinic): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ action: string }>(
    'select action from audit_rows where clinic_id = $1 and subject = $2 order by sequence',
    [of.id, accessId],
  )
  return rows.map(({ action }) => action)
}

describe('metadata of a consent', () => {
  it('tells states, times, fingerprints and deliveries, and nothing of the patient or the treatment', async () => {
    const { consentId, documentId } = await clinic.addSealed()
    const consent = await clinic.as('dentist').callOk(contract.consents.get, { consentId })
    const { caller: admin } = await addAdmin()
    const told = await admin.call(emergencyAccesses.metadata, { consentId })
    expect(told.body).toMatchObject({
      id: consentId,
      clinicId: clinic.id,
      clinicName: 'Harbour Street',
      status: consent.status,
      contentHash: consent.contentHash,
      accesses: [],
      running: null,
    })
    expect(told.body.documents.map(({ id }) => id)).toContain(documentId)
    const events = told.body.events.map(({ event }) => event)
    expect(events).toEqual(expect.arrayContaining(['consent.created', 'consent.sent', 'consent.signed']))
    const clinical = [
      consent.patient.name,
      consent.treatment,
      consent.patient.id,
      consent.content.clinician.name,
    ]
    for (const word of clinical) expect(told.raw.toString()).not.toContain(word)
  })

  it('leaves out events whose names alone tell of health', async () => {
    const { consentId } = await clinic.addIncapable()
    const { caller: admin } = await addAdmin()
    const { raw } = await admin.call(emergencyAccesses.metadata, { consentId })
    expect(raw.toString()).not.toContain('capacity')
  })

  it('is not there for an id that nobody has', async () => {
    const { caller: admin } = await addAdmin()
    const answer = await admin.call(emergencyAccesses.metadata, { consentId: crypto.randomUUID() })
    expect(answer.reason).toBe('not-found')
  })
})

describe('opening a record', () => {
  it.each([
    ['without a reason', { ...why, reason: undefined }],
    ['with a reason that is none', { ...why, reason: 'curious' }],
    ['without words', { ...why, words: undefined }],
    ['with words that are too short', { ...why, words: 'Because I want to.' }],
    ['with blanks in the place of words', { ...why, words: '                         ' }],
  ])('is refused %s', async (_what, wrong) => {
    const { consentId } = await clinic.addSent()
    const { caller: admin } = await addAdmin()
    const answer = await admin.call(emergencyAccesses.open, { consentId, ...wrong } as never)
    expect([answer.status, answer.code]).toEqual([400, 'invalid-argument'])
    expect((await admin.callOk(emergencyAccesses.metadata, { consentId })).accesses).toEqual([])
  })

  it('is refused where no factor was proved just now', async () => {
    const { consentId } = await clinic.addSent()
    const { caller: admin, userId } = await addAdmin()
    await testApp.owner.query(
      `update auth.session set proved_at = proved_at - interval '11 minutes' where user_id = $1`,
      [userId],
    )
    const answer = await admin.call(emergencyAccesses.open, { consentId, ...why })
    expect([answer.status, answer.reason]).toEqual([403, 'requires-recent-login'])
  })

  it('is refused for a draft, of which there is no record yet', async () => {
    const { id: consentId } = await clinic.addDraft()
    const { caller: admin } = await addAdmin()
    const answer = await admin.call(emergencyAccesses.open, { consentId, ...why })
    expect(answer.reason).toBe('not-frozen')
  })

  it('is refused to somebody who has it open, and to no other', async () => {
    const { admin, consentId } = await addOpened()
    expect((await admin.call(emergencyAccesses.open, { consentId, ...why })).reason).toBe('already-open')
    const { caller: other } = await addAdmin()
    await other.callOk(emergencyAccesses.open, { consentId, ...why })
    const { accesses } = await other.callOk(emergencyAccesses.metadata, { consentId })
    expect(accesses.map(({ words }) => words)).toEqual([why.words, why.words])
  })

  it('is for those who run the platform alone', async () => {
    const { consentId } = await clinic.addSent()
    const answer = await clinic.as('owner').call(emergencyAccesses.open, { consentId, ...why })
    expect(answer.code).toBe('permission-denied')
  })
})

describe('an access that runs', () => {
  it('shows the record as the practice sees it', async () => {
    const { admin, named, consentId } = await addOpened()
    // What staff may do with it is nothing of the record.
    const { actions: _, ...own } = await clinic.as('dentist').callOk(contract.consents.get, { consentId })
    const { body } = await read(admin, named)
    expect(body.consent).toEqual(own)
    expect(body.consent.chainIntact).toBe(true)
    expect(body.access).toMatchObject({ words: why.words, ticket: 'T-104', endedAt: null })
  })

  it('shows what the patient asked and told, and what was answered', async () => {
    const { consentId, patient } = await clinic.addViewed()
    await patient.callOk(contract.questions.ask, {
      ...{ consentId, part: null, text: 'How long will it be sore?', isBlocking: false },
    })
    const told = [{ prompt: 'hope' as const, text: 'To keep my tooth' }]
    await patient.callOk(contract.matters.tell, { consentId, told, isNothing: false })
    const { caller: admin } = await addAdmin()
    const { id: accessId } = await admin.callOk(emergencyAccesses.open, { consentId, ...why })
    const { body } = await read(admin, { consentId, accessId })
    expect(body.questions[0]!.entries[0]!.text).toBe('How long will it be sore?')
    expect(body.matters.matters[0]!.text).toBe('To keep my tooth')
    expect(body.consent.chainIntact).toBe(true)
  })

  it('gives the sealed PDF', async () => {
    const { admin, named, documentId, consentId } = await addOpened()
    const mine = await admin.get(fileOf(named, documentId))
    const theirs = await clinic.as('dentist').get(`/api/clinic/consents/${consentId}/documents/${documentId}`)
    expect(mine.status).toBe(200)
    expect(mine.raw.equals(theirs.raw)).toBe(true)
  })

  it('has each reading written down in the log of the practice, with who it was', async () => {
    const { admin, named, documentId, userId } = await addOpened()
    await read(admin, named)
    await admin.get(fileOf(named, documentId))
    await admin.callOk(emergencyAccesses.end, named)
    expect(await auditOf(named.accessId)).toEqual([
      'emergency_access.opened',
      'emergency_access.record_read',
      'emergency_access.document_read',
      'emergency_access.ended',
    ])
    const { rows } = await testApp.owner.query(
      'select distinct user_id, user_role, details ->> $2 as reason from audit_rows where subject = $1',
      [named.accessId, 'reason'],
    )
    expect(rows).toEqual([{ user_id: userId, user_role: 'super_admin', reason: 'support' }])
  })

  it('opens no other consent, of this practice or of another', async () => {
    const { admin, named, documentId } = await addOpened()
    for (const other of [await clinic.addSealed(), await testApp.clinicB.addSealed()]) {
      const elsewhere = { ...named, consentId: other.consentId }
      expect((await read(admin, elsewhere)).reason).toBe('not-found')
      expect((await admin.get(fileOf(elsewhere, other.documentId))).reason).toBe('not-found')
      expect((await admin.get(fileOf(named, other.documentId))).reason).toBe('not-found')
    }
    expect((await admin.get(fileOf(named, documentId))).status).toBe(200)
  })

  it('is nobody else’s', async () => {
    const { named, documentId } = await addOpened()
    const { caller: other } = await addAdmin()
    expect((await read(other, named)).reason).toBe('not-found')
    expect((await other.get(fileOf(named, documentId))).reason).toBe('not-found')
    expect((await other.call(emergencyAccesses.end, named)).reason).toBe('not-found')
  })

  it('is lost at once by somebody who does not run the platform any more', async () => {
    const { admin, named, userId } = await addOpened()
    expect((await read(admin, named)).status).toBe(200)
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [userId])
    expect((await read(admin, named)).status).toBe(401)
    const opened = 'select * from open_emergency_access($1, $2, $3)'
    expect(await query({}, opened, [named.accessId, userId, testApp.clock.now()])).toEqual([])
  })
})

describe('an access that is over', () => {
  const told = async (
    admin: TestCaller,
    named: { consentId: string; accessId: string },
    documentId: string,
  ) => [
    (await read(admin, named)).reason,
    (await admin.get(fileOf(named, documentId))).reason,
    (await admin.call(emergencyAccesses.end, named)).reason,
  ]

  it('because somebody ended it opens nothing any more', async () => {
    const { admin, named, documentId } = await addOpened()
    const { endedAt } = await admin.callOk(emergencyAccesses.end, named)
    expect(endedAt).not.toBeNull()
    expect(await told(admin, named, documentId)).toEqual(['access-ended', 'access-ended', 'access-ended'])
    expect(await auditOf(named.accessId)).toEqual(['emergency_access.opened', 'emergency_access.ended'])
    expect((await admin.callOk(emergencyAccesses.metadata, named)).running).toBeNull()
  })

  it('because its hour is over opens nothing any more, however awake the session', async () => {
    const { admin, named, documentId, userId } = await addOpened()
    for (let asked = 0; asked < 2; asked++) {
      testApp.clock.advance(29 * minute_ms)
      expect((await read(admin, named)).status).toBe(200)
    }
    testApp.clock.advance(2 * minute_ms)
    expect(await told(admin, named, documentId)).toEqual(['access-ended', 'access-ended', 'access-ended'])
    const opened = 'select * from open_emergency_access($1, $2, $3)'
    expect(await query({}, opened, [named.accessId, userId, testApp.clock.now()])).toEqual([])
    testApp.clock.advance(-60 * minute_ms)
  })

  it('is written down in the log of the practice where somebody tries it', async () => {
    const { admin, named } = await addOpened()
    await admin.callOk(emergencyAccesses.end, named)
    await read(admin, named)
    const { rows } = await testApp.owner.query(
      `select action, details from audit_rows where clinic_id = $1 and action = 'emergency_access.refused' order by sequence desc limit 1`,
      [clinic.id],
    )
    expect(rows).toEqual([{ action: 'emergency_access.refused', details: { reason: 'access-ended' } }])
  })
})

describe('the database', () => {
  it('shows those who run the platform nothing clinical, whatever is open', async () => {
    const { consentId } = await addOpened()
    const asAdmin = { role: 'candour_admin', clinicId: clinic.id, consentIds: [consentId] } as const
    for (const column of ['content', 'treatment', 'diagnosis', 'patient_id', 'plan'])
      await expect(query(asAdmin, `select ${column} from consents`), column).rejects.toThrow(
        'permission denied',
      )
    for (const text of [
      'select details from consent_events',
      'select recipient from messages',
      'select * from patients',
      'select * from question_entries',
      'select * from signatures',
    ])
      await expect(query(asAdmin, text), text).rejects.toThrow('permission denied')
  })

  it('shows the one consent that is open and what hangs on it, and lets nothing be written', async () => {
    const { consentId } = await addOpened()
    const { consentId: other } = await clinic.addSigned()
    const opened = { role: 'candour_emergency', clinicId: clinic.id, consentIds: [consentId] } as const
    expect(await query(opened, 'select id from consents')).toEqual([{ id: consentId }])
    for (const table of ['consent_events', 'consent_items', 'signatures', 'document_versions'])
      expect(await query(opened, `select distinct consent_id from ${table}`), table).toEqual([
        { consent_id: consentId },
      ])
    expect(await query(opened, 'select count(*)::int as count from patients')).toEqual([{ count: 1 }])
    for (const text of [
      'select phone from patients',
      'select * from messages',
      'select * from history_entries',
    ])
      await expect(query(opened, text), text).rejects.toThrow('permission denied')
    for (const text of [
      `update consents set reason = 'x'`,
      'delete from signatures',
      `insert into consent_events select * from consent_events`,
    ])
      await expect(query(opened, text), text).rejects.toThrow('permission denied')
    const elsewhere = { ...opened, clinicId: testApp.clinicB.id }
    expect(await query(elsewhere, 'select id from consents')).toEqual([])
    expect(await query({ ...opened, consentIds: [] }, 'select id from consents')).toEqual([])
    expect(await query({ ...opened, consentIds: [other] }, 'select id from consents')).toEqual([
      { id: other },
    ])
  })

  it('keeps an access for an hour at most, with words, and lets it end once', async () => {
    const { access } = await addOpened()
    const insert = `insert into emergency_accesses (clinic_id, consent_id, admin_id, admin_name, reason, words, ticket, from_at, until_at)
      select clinic_id, consent_id, admin_id, admin_name, reason, $2, '', from_at, from_at + $3::interval
      from emergency_accesses where id = $1`
    const asAdmin = { role: 'candour_admin' } as const
    const long = 'x'.repeat(20)
    await expect(query(asAdmin, insert, [access.id, long, '61 minutes'])).rejects.toThrow(
      'emergency_accesses_time',
    )
    await expect(query(asAdmin, insert, [access.id, 'short', '1 hour'])).rejects.toThrow(
      'emergency_accesses_words',
    )
    await expect(query(asAdmin, insert, [access.id, long, '1 hour'])).resolves.toEqual([])
    const change = 'update emergency_accesses set words = $2 where id = $1'
    await expect(query(asAdmin, change, [access.id, long])).rejects.toThrow('permission denied')
    const begin = 'update emergency_accesses set ended_at = null where id = $1'
    await expect(query(asAdmin, begin, [access.id])).rejects.toThrow('ends once')
    await expect(query(asAdmin, 'delete from emergency_accesses')).rejects.toThrow('permission denied')
    const asClinic = { role: 'candour_clinic', clinicId: clinic.id } as const
    await expect(query(asClinic, 'delete from emergency_accesses')).rejects.toThrow('permission denied')
  })
})

describe('the practice', () => {
  it('sees who opened which record, why, and what they looked at', async () => {
    const { admin, named, documentId, access } = await addOpened(testApp.clinicB)
    await read(admin, named)
    await admin.get(fileOf(named, documentId))
    const { rows, total } = await testApp.clinicB.as('owner').callOk(emergencyAccesses.list, {})
    expect(total).toBe(rows.length)
    expect(rows[0]).toMatchObject({ ...access, opened: [{ what: 'record' }, { what: 'document' }] })
    expect(
      (await clinic.as('owner').callOk(emergencyAccesses.list, {})).rows.map(({ id }) => id),
    ).not.toContain(access.id)
    expect((await testApp.clinicB.as('receptionist').call(emergencyAccesses.list, {})).code).toBe(
      'permission-denied',
    )
  })

  it('is told on everybody’s dashboard for a day, without the reason', async () => {
    const { access } = await addOpened(testApp.clinicB)
    const [newest] = await testApp.clinicB.as('receptionist').callOk(emergencyAccesses.recent, {})
    expect(newest).toMatchObject({ id: access.id, by: access.by })
    expect(newest).not.toHaveProperty('words')
    const { rows } = await testApp.owner.query<{ count: number }>(
      `with older as (update emergency_accesses set from_at = from_at - interval '25 hours', until_at = until_at - interval '25 hours'
        where id = $1 returning 1) select count(*)::int as count from older`,
      [access.id],
    )
    expect(rows).toEqual([{ count: 1 }])
    const left = await testApp.clinicB.as('receptionist').callOk(emergencyAccesses.recent, {})
    expect(left.map(({ id }) => id)).not.toContain(access.id)
  })

  it('has news of it, and each who looks after its settings a mail that says nothing of whose record it is', async () => {
    await testApp.runJobs()
    const before = (await testApp.mail()).length
    const { consentId } = await addOpened(testApp.clinicB)
    const { patient, treatment } = await testApp.clinicB
      .as('dentist')
      .callOk(contract.consents.get, { consentId })
    await testApp.runJobs()
    const mails = (await testApp.mail())
      .slice(before)
      .filter(({ subject }) => subject.includes('Candour opened a record'))
    const { owner, manager, auditor } = testApp.clinicB.staff
    expect(mails.map(({ to }) => to).toSorted()).toEqual(
      [owner, manager, auditor].map(({ email }) => email).toSorted(),
    )
    expect(mails[0]!.text).toContain('/clinic/settings/opened-records')
    for (const word of [patient.name, treatment, why.words]) expect(mails[0]!.text).not.toContain(word)
  })

  it('gives the patient all of it with their record', async () => {
    const { admin, named, consentId } = await addOpened()
    await read(admin, named)
    const dentist = clinic.as('dentist')
    const { patient } = await dentist.callOk(contract.consents.get, { consentId })
    const { id: fileId } = await dentist.callOk(contract.records.makePack, { patientId: patient.id })
    await testApp.runJobs()
    const { url } = await dentist.callOk(contract.records.releasePack, { fileId })
    const pack = unzipSync((await dentist.get(url)).raw)
    const page = (table: string) => strFromU8(pack[`pages/${table}.html`]!)
    expect(page('emergency_accesses')).toContain(why.words)
    expect(page('emergency_accesses')).toContain('Access to your consents by the platform’s administrators')
    expect(page('audit_rows')).toContain('emergency_access.record_read')
  })
})
