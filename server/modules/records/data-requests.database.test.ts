import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DataRequestKind, NewDataRequestStep } from '../../../contract/data-requests.ts'
import { contract } from '../../../contract/index.ts'
import { day_ms } from '../../testing/test-clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { addDays } from '../../../contract/working-days.ts'

const { dataRequests } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const today = () => testApp.clock.now().toLocaleDateString('sv-SE', { timeZone: 'Europe/London' })
type New = { kind?: DataRequestKind; patientId?: string | null; receivedOn?: string }
const open = async (change: New = {}, clinic: TestClinic = testApp.clinicA) =>
  clinic.as('dentist').callOk(dataRequests.open, {
    ...{ kind: 'access' as const, receivedOn: today(), from: 'The patient, by letter' },
    patientId: await clinic.addPatient(),
    ...change,
  })
const add = (requestId: string, step: NewDataRequestStep) =>
  testApp.clinicA.as('dentist').callOk(dataRequests.addStep, { requestId, step })
const refused = async (requestId: string, step: NewDataRequestStep) =>
  (await testApp.clinicA.as('dentist').call(dataRequests.addStep, { requestId, step })).reason
const identified = (on = today()): NewDataRequestStep => ({
  kind: 'identified',
  on,
  note: 'Passport',
  hadToBeAsked: false,
})
const close = (requestId: string, rest: object) =>
  testApp.clinicA.as('dentist').call(dataRequests.close, { requestId, outcome: 'answered', ...rest })

describe('a request about somebody’s data', () => {
  it('is written down by whoever may edit patients, and by nobody of another clinic', async () => {
    const patientId = await testApp.clinicA.addPatient()
    const asked = { kind: 'access', receivedOn: '2026-01-31', from: 'By letter', patientId } as const
    const made = await testApp.clinicA.as('receptionist').callOk(dataRequests.open, asked)
    expect(made).toMatchObject({
      kind: 'access',
      dueOn: '2026-03-02',
      stopped: null,
      isOverdue: true,
      closed: null,
    })
    expect(made.steps.map(({ kind, on }) => [kind, on])).toEqual([['received', '2026-01-31']])
    const other = testApp.clinicB.as('owner')
    expect((await other.call(dataRequests.open, asked)).reason).toBe('not-found')
    expect((await other.call(dataRequests.get, { requestId: made.id })).reason).toBe('not-found')
    expect((await other.call(dataRequests.close, { requestId: made.id, outcome: 'refused' })).reason).toBe(
      'not-found',
    )
    const step = { kind: 'noted', note: 'x' } as const
    expect((await other.call(dataRequests.addStep, { requestId: made.id, step })).reason).toBe('not-found')
    expect((await other.callOk(dataRequests.list, {})).total).toBe(0)
  })

  it('cannot arrive tomorrow, and may be about somebody nobody keeps a record of', async () => {
    const tomorrow = addDays(today(), 2)
    const late = { kind: 'access', patientId: null, receivedOn: tomorrow, from: 'x' } as const
    const answer = await testApp.clinicA.as('dentist').call(dataRequests.open, late)
    expect([answer.status, answer.reason]).toEqual([400, 'in-future'])
    const made = await open({ kind: 'objection', patientId: null })
    expect(made.patient).toBeNull()
  })

  it('is answered only once it is known who asks, and closes once, also when two do it at once', async () => {
    const { id } = await open()
    expect((await close(id, {})).reason).toBe('not-identified')
    const unexplained = await close(id, { outcome: 'refused' })
    expect([unexplained.status, unexplained.reason]).toEqual([400, 'reason-needed'])
    await add(id, identified())
    const both = await Promise.all([close(id, {}), close(id, {})])
    expect(both.map(({ status, reason }) => reason ?? status).toSorted()).toEqual([200, 'already-closed'])
    expect(await refused(id, { kind: 'noted', note: 'x' })).toBe('already-closed')
    const shown = await testApp.clinicA.as('dentist').callOk(dataRequests.get, { requestId: id })
    expect(shown.closed).toMatchObject({ outcome: 'answered', by: 'Tom Hughes' })
    expect(shown.steps.map(({ kind }) => kind)).toEqual(['received', 'identified', 'closed'])
  })

  it('is audited with its days, and not with what was written', async () => {
    const { id, patient } = await open()
    await add(id, { kind: 'noted', note: 'They were upset about the bridge' })
    const { rows } = await testApp.owner.query(
      `select action, details from audit_rows where subject = $1 and action like 'data_request.%' order by sequence`,
      [patient!.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['data_request.received', 'data_request.step_added'])
    expect(JSON.stringify(rows)).not.toContain('bridge')
  })
})

describe('its clock', () => {
  it('stands still while the practice asks what is meant, and runs on for as long as it stood', async () => {
    const receivedOn = addDays(today(), -20)
    const { id, dueOn } = await open({ receivedOn })
    const asked = await add(id, {
      kind: 'clarification-asked',
      on: addDays(today(), -15),
      note: 'Which years?',
    })
    expect(asked).toMatchObject({ stopped: { for: 'clarification', on: addDays(today(), -15) }, dueOn })
    expect(await refused(id, { kind: 'clarification-asked', on: today(), note: 'x' })).toBe('stopped-already')
    expect(await refused(id, { kind: 'clarified', on: addDays(today(), -16), note: 'x' })).toBe('before-last')
    expect(await refused(id, { kind: 'clarified', on: addDays(today(), 2), note: 'x' })).toBe('in-future')
    const told = await add(id, { kind: 'clarified', on: today(), note: 'The last two' })
    expect(told.stopped).toBeNull()
    expect(told.dueOn >= addDays(dueOn, 12)).toBe(true)
    expect(await refused(id, { kind: 'clarified', on: today(), note: 'x' })).toBe('not-stopped')
  })

  it('begins when it is clear who asks, where that had to be asked for', async () => {
    const { id, dueOn } = await open({ receivedOn: addDays(today(), -20) })
    await add(id, { kind: 'identity-asked', on: addDays(today(), -19), note: 'Sent a form' })
    const known = await add(id, identified())
    expect(known.dueOn > addDays(dueOn, 15)).toBe(true)
    expect(known.identity).toMatchObject({ how: 'Passport', by: 'Tom Hughes' })
  })

  it('is neither stopped nor extended after its end, and extended once', async () => {
    const late = await open({ receivedOn: addDays(today(), -60) })
    expect(await refused(late.id, { kind: 'extended', note: 'x' })).toBe('too-late')
    expect(await refused(late.id, { kind: 'identity-asked', on: today(), note: 'x' })).toBe('too-late')
    const { id, dueOn } = await open()
    const longer = await add(id, { kind: 'extended', note: 'Many records' })
    expect(longer.isExtended && longer.dueOn > addDays(dueOn, 50)).toBe(true)
    expect(await refused(id, { kind: 'extended', note: 'x' })).toBe('already-extended')
  })
})

describe('steps of each kind', () => {
  it('corrections stand beside the consent, which stays as it was signed', async () => {
    const { consentId, patientId } = await testApp.clinicA.addFinalised({})
    const { id, consents } = await open({ kind: 'rectification', patientId })
    expect(consents.map((consent) => consent.id)).toContain(consentId)
    const before = await testApp.owner.query('select content_hash from consents where id = $1', [consentId])
    const noted = await add(id, { kind: 'corrected', note: 'The tooth was 36, not 46', consentId })
    expect(noted.steps.at(-1)).toMatchObject({ kind: 'corrected', consentId, by: 'Tom Hughes' })
    const after = await testApp.owner.query('select content_hash from consents where id = $1', [consentId])
    expect(after.rows).toEqual(before.rows)
    const record = await testApp.clinicA.as('dentist').callOk(contract.records.ofPatient, { patientId })
    expect(record.corrections).toEqual([
      expect.objectContaining({ note: 'The tooth was 36, not 46', consentId, requestId: id }),
    ])
    await expect(
      testApp.owner.query(`set role candour_clinic; update data_request_steps set note = 'x'`),
    ).rejects.toThrow('permission denied')
    await testApp.owner.query('reset role')
  })

  it('belong to what was asked, and to the person it is about', async () => {
    const { id } = await open()
    const foreign = await testApp.clinicA.addFinalised({})
    const correction = { kind: 'corrected', note: 'x', consentId: foreign.consentId } as const
    expect(await refused(id, correction)).toBe('other-kind')
    expect(await refused(id, { kind: 'marketing-erased', note: 'x' })).toBe('other-kind')
    const mending = await open({ kind: 'rectification' })
    expect(await refused(mending.id, correction)).toBe('consent-missing')
    const nobodys = await open({ kind: 'rectification', patientId: null })
    expect(await refused(nobodys.id, { ...correction, consentId: null })).toBe('no-patient')
    expect(await refused(mending.id, { kind: 'clarification-asked', on: today(), note: 'x' })).toBe(
      'other-kind',
    )
  })

  it('a pack of that patient is given as the answer', async () => {
    const dentist = testApp.clinicA.as('dentist')
    const { id, patient } = await open()
    const other = await dentist.callOk(contract.records.makePack, {
      patientId: await testApp.clinicA.addPatient(),
    })
    const own = await dentist.callOk(contract.records.makePack, { patientId: patient!.id })
    const step = { kind: 'pack-given', note: 'By encrypted e-mail' } as const
    expect(await refused(id, { ...step, packId: own.id })).toBe('pack-missing')
    await testApp.runJobs()
    expect(await refused(id, { ...step, packId: other.id })).toBe('pack-missing')
    expect((await dentist.callOk(dataRequests.get, { requestId: id })).packs.map((pack) => pack.id)).toEqual([
      own.id,
    ])
    expect((await add(id, { ...step, packId: own.id })).steps.at(-1)!.kind).toBe('pack-given')
  })

  it('an erasure that is refused says why, until when, and where to complain', async () => {
    const { id } = await open({ kind: 'erasure' })
    await add(id, identified())
    await add(id, { kind: 'marketing-erased', note: 'Taken off the newsletter' })
    const bare = await close(id, { outcome: 'partly' })
    expect([bare.status, bare.reason]).toEqual([400, 'grounds-needed'])
    await close(id, { outcome: 'partly', grounds: ['health-care', 'legal-claims'] })
    const { reply } = await testApp.clinicA.as('dentist').callOk(dataRequests.get, { requestId: id })
    for (const said of ['Harbour Street', 'Article 17(3)(c)', 'Article 17(3)(e)', 'at least', 'ico.org.uk'])
      expect(reply).toContain(said)
    expect(reply).not.toContain('17(3)(b)')
    const plain = await open({ kind: 'erasure' })
    await add(plain.id, identified())
    await close(plain.id, {})
    expect(
      (await testApp.clinicA.as('dentist').callOk(dataRequests.get, { requestId: plain.id })).reply,
    ).toBeNull()
  })
})

describe('the list', () => {
  it('shows what is open, overdue or closed, what is due first', async () => {
    const clinic = await testApp.addClinic('Asked often')
    const ids: string[] = []
    for (const days of [5, 50, 20]) ids.push((await open({ receivedOn: addDays(today(), -days) }, clinic)).id)
    const [fresh, late, running] = ids
    const list = async (input: object = {}) =>
      (await clinic.as('receptionist').callOk(dataRequests.list, input)).rows.map(({ id }) => id)
    expect(await list()).toEqual([late, running, fresh])
    expect(await list({ sort: '-due' })).toEqual([fresh, running, late])
    expect(await list({ sort: 'received' })).toEqual([late, running, fresh])
    expect(await list({ view: 'overdue' })).toEqual([late])
    expect(await list({ kind: 'erasure' })).toEqual([])
    await clinic.as('dentist').callOk(dataRequests.close, { requestId: late!, outcome: 'withdrawn' })
    expect(await list({ view: 'closed' })).toEqual([late])
    expect(await list({ page: 2, pageSize: 1 })).toEqual([fresh])
  })
})

// Last, for the clock moves on.
describe('reminders', () => {
  it('reach administrators as the end comes near, once for each notice, and name nobody', async () => {
    const clinic = await testApp.addClinic('Reminded')
    const { id, dueOn, patient } = await open({ receivedOn: today() }, clinic)
    const sent = async () => {
      await testApp.app.sweep('records.requests')
      await testApp.runJobs()
      const { rows } = await testApp.owner.query(
        `select recipient from messages where clinic_id = $1 and kind = 'data-request-due'`,
        [clinic.id],
      )
      return rows.length
    }
    expect(await sent()).toBe(0)
    const toNotice = (Date.parse(dueOn) - Date.parse(today())) / day_ms - 7
    testApp.clock.advance(toNotice * day_ms)
    const first = await sent()
    expect(first).toBeGreaterThan(0)
    expect(await sent()).toBe(first)
    testApp.clock.advance(5 * day_ms)
    expect(await sent()).toBe(first * 2)
    const mail = (await testApp.mail()).filter(({ subject }) => subject.includes('data request'))
    expect(mail.length).toBeGreaterThan(0)
    for (const { text } of mail) expect(text).not.toContain(patient!.name.split(' ')[1])
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'data_request.reminded' and subject = $1`,
      [id],
    )
    expect(rows).toHaveLength(2)
  })
})
