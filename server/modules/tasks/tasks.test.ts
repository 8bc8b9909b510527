import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { tasks, signing, consents } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const receptionist = () => testApp.clinicA.as('receptionist')

async function addCallTask(phone = '020 7946 0018') {
  const patientId = await testApp.clinicA.addPatient({ phone })
  const sent = await testApp.clinicA.addSent({ patientId })
  return { ...sent, taskId: await testApp.clinicA.addCallTask(sent.consentId) }
}
const onlyTaskOf = async (consentId: string) =>
  (await receptionist().callOk(tasks.listOfConsent, { consentId })).map(({ id }) => id)

describe('a task', () => {
  it('says whom to phone about which consent, among the open ones, oldest first', async () => {
    const [first, second] = [await addCallTask(), await addCallTask()]
    const { rows } = await receptionist().callOk(tasks.list, { kind: 'call', pageSize: 100 })
    const ids = rows.map(({ id }) => id)
    expect(ids.indexOf(first.taskId)).toBeLessThan(ids.indexOf(second.taskId))
    expect(rows.find(({ id }) => id === first.taskId)).toMatchObject({
      kind: 'call',
      status: 'open',
      consentId: first.consentId,
      consentStatus: 'sent',
      patient: { id: first.patientId, name: 'Mrs Eleanor Whitcombe', phone: '020 7946 0018' },
      assignedTo: null,
      done: null,
    })
    expect(await onlyTaskOf(second.consentId)).toEqual([second.taskId])
    expect((await receptionist().callOk(tasks.list, { kind: 'answer' })).rows).toEqual([])
  })

  it('is done once, by whom, how and with a note; then it is among the done ones, and may be put back', async () => {
    const { taskId } = await addCallTask()
    const done = await receptionist().callOk(tasks.complete, {
      taskId,
      outcome: 'reached',
      note: 'Rings back on Monday',
    })
    expect(done.status).toBe('done')
    expect(done.done).toMatchObject({ by: 'Sam Lee', outcome: 'reached', note: 'Rings back on Monday' })
    const again = await receptionist().call(tasks.complete, { taskId, outcome: 'no-answer' })
    expect([again.status, again.reason]).toEqual([409, 'already-done'])
    expect((await receptionist().callOk(tasks.list, { status: 'done' })).rows[0]!.id).toBe(taskId)
    expect(await receptionist().callOk(tasks.reopen, { taskId })).toMatchObject({
      status: 'open',
      done: null,
    })
    expect((await receptionist().call(tasks.reopen, { taskId })).reason).toBe('already-open')
    const { rows } = await testApp.owner.query(
      'select action, details from audit_rows where subject = $1 order by sequence',
      [taskId],
    )
    expect(rows).toEqual([
      { action: 'task.completed', details: { kind: 'call', outcome: 'reached' } },
      { action: 'task.reopened', details: { kind: 'call' } },
    ])
  })

  it('is given to somebody of the clinic who works there, or to nobody', async () => {
    const { taskId } = await addCallTask()
    const { staffId } = testApp.clinicA.staff.receptionist
    const before = (await receptionist().callOk(tasks.counts, {})).mine
    const given = await receptionist().callOk(tasks.assign, { taskId, staffId: staffId! })
    expect(given.assignedTo!.id).toBe(staffId)
    expect((await receptionist().callOk(tasks.counts, {})).mine).toBe(before + 1)
    const mine = await receptionist().callOk(tasks.list, { assigned: 'me' })
    expect(mine.rows.map(({ id }) => id)).toContain(taskId)
    for (const stranger of [testApp.clinicB.staff.dentist.staffId!, testApp.clinicA.staff.leaver.staffId!])
      expect((await receptionist().call(tasks.assign, { taskId, staffId: stranger })).reason).toBe(
        'staff-not-found',
      )
    expect((await receptionist().callOk(tasks.assign, { taskId, staffId: null })).assignedTo).toBeNull()
    expect(
      (await receptionist().callOk(tasks.list, { assigned: 'nobody', pageSize: 100 })).rows.map(
        ({ id }) => id,
      ),
    ).toContain(taskId)
    await receptionist().callOk(tasks.complete, { taskId, outcome: 'not-needed' })
    expect((await receptionist().call(tasks.assign, { taskId, staffId: staffId! })).reason).toBe(
      'already-done',
    )
  })

  it('is counted by kind', async () => {
    const before = await receptionist().callOk(tasks.counts, {})
    const { taskId } = await addCallTask()
    const after = await receptionist().callOk(tasks.counts, {})
    expect(after.open).toEqual({ ...before.open, call: before.open.call + 1 })
    await receptionist().callOk(tasks.complete, { taskId, outcome: 'done' })
    expect(await receptionist().callOk(tasks.counts, {})).toEqual(before)
  })
})

describe('a call', () => {
  it('ends by itself when the patient has opened the consent', async () => {
    const call = await addCallTask()
    const { token } = await testApp.clinicA.addLink(call)
    await testApp.anonymous().callOk(signing.verify, { accessToken: token, dateOfBirth: '1961-03-14' })
    await testApp.runJobs()
    const [task] = await receptionist().callOk(tasks.listOfConsent, { consentId: call.consentId })
    expect(task!.done).toMatchObject({ by: '', outcome: 'not-needed' })
  })

  it('ends by itself when the consent is voided, as an answer to give does', async () => {
    const call = await addCallTask()
    await testApp.owner.query(
      `insert into tasks (clinic_id, kind, consent_id, cause_id, created_at) values ($1, 'answer', $2, $2, now())`,
      [testApp.clinicA.id, call.consentId],
    )
    await testApp.clinicA
      .as('manager')
      .callOk(consents.void, { consentId: call.consentId, reason: 'Wrong tooth' })
    await testApp.runJobs()
    const about = await receptionist().callOk(tasks.listOfConsent, { consentId: call.consentId })
    expect(about.map(({ kind, status }) => [kind, status])).toEqual([
      ['call', 'done'],
      ['answer', 'done'],
    ])
  })
})

it('nobody sees or ends a task of another clinic', async () => {
  const { taskId, consentId } = await addCallTask()
  const other = testApp.clinicB.as('owner')
  expect((await other.callOk(tasks.list, {})).rows).toEqual([])
  expect((await other.call(tasks.listOfConsent, { consentId })).status).toBe(404)
  expect((await other.call(tasks.complete, { taskId, outcome: 'done' })).status).toBe(404)
})

describe('a countersignature that is asked for', () => {
  const ask = (who: 'nurse' | 'lead' | 'dentist', consentId: string) =>
    testApp.clinicA.as(who).call(tasks.askCountersignature, { consentId })
  const requestsOf = async (consentId: string) =>
    (await receptionist().callOk(tasks.listOfConsent, { consentId })).filter(
      ({ kind }) => kind === 'countersign',
    )

  it('is a task of its clinician, asked for once however many ask at once', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    const asked = await Promise.all([ask('nurse', consentId), ask('nurse', consentId)])
    expect(asked.map(({ reason }) => reason).toSorted()).toEqual(['already-asked', null])
    const dentist = testApp.clinicA.staff.dentist
    expect(await requestsOf(consentId)).toMatchObject([
      { kind: 'countersign', status: 'open', consentStatus: 'signed', assignedTo: { id: dentist.staffId } },
    ])
    const { mine } = await testApp.clinicA.as('dentist').callOk(tasks.counts, {})
    expect(mine).toBeGreaterThan(0)
  })

  it('may be asked for again where it was ended without one', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    expect((await ask('nurse', consentId)).status).toBe(200)
    const [first] = await requestsOf(consentId)
    await receptionist().callOk(tasks.complete, { taskId: first!.id, outcome: 'not-needed' })
    expect((await ask('nurse', consentId)).status).toBe(200)
    expect((await requestsOf(consentId)).map(({ status }) => status)).toEqual(['done', 'open'])
  })

  it('ends once the consent is withdrawn', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    await ask('nurse', consentId)
    await testApp.clinicA.as('dentist').callOk(consents.recordWithdrawal, { consentId, reason: 'Phoned us' })
    await testApp.runJobs()
    expect(await requestsOf(consentId)).toMatchObject([{ status: 'done', done: { outcome: 'not-needed' } }])
  })

  it('is refused to who can countersign, of what is not signed, and to strangers', async () => {
    const { consentId } = await testApp.clinicA.addSigned()
    expect((await ask('dentist', consentId)).reason).toBe('may-countersign')
    const { consentId: sentId } = await testApp.clinicA.addSent()
    expect((await ask('nurse', sentId)).reason).toBe('wrong-state')
    const foreign = await testApp.clinicB.as('nurse').call(tasks.askCountersignature, { consentId })
    expect(foreign.status).toBe(404)
  })
})
