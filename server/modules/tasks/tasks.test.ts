import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'

const { tasks, signing, consents } = contract

let world: TestWorld
beforeAll(async () => {
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const desk = () => world.a.as('receptionist')

async function addCall(phone = '020 7946 0018') {
  const patientId = await world.a.addPatient({ phone })
  const sent = await world.a.addSent({ patientId })
  return { ...sent, taskId: await world.a.addCallTask(sent.consentId) }
}
const only = async (consentId: string) =>
  (await desk().ask(tasks.listOfConsent, { consentId })).map(({ id }) => id)

describe('a task', () => {
  it('says whom to phone about which consent, among the open ones, oldest first', async () => {
    const [first, second] = [await addCall(), await addCall()]
    const { rows } = await desk().ask(tasks.list, { kind: 'call', pageSize: 100 })
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
    expect(await only(second.consentId)).toEqual([second.taskId])
    expect((await desk().ask(tasks.list, { kind: 'answer' })).rows).toEqual([])
  })

  it('is done once, by whom, how and with a note; then it is among the done ones, and may be put back', async () => {
    const { taskId } = await addCall()
    const done = await desk().ask(tasks.complete, {
      taskId,
      outcome: 'reached',
      note: 'Rings back on Monday',
    })
    expect(done.status).toBe('done')
    expect(done.done).toMatchObject({ by: 'Sam Lee', outcome: 'reached', note: 'Rings back on Monday' })
    const again = await desk().call(tasks.complete, { taskId, outcome: 'no-answer' })
    expect([again.status, again.reason]).toEqual([409, 'already-done'])
    expect((await desk().ask(tasks.list, { status: 'done' })).rows[0]!.id).toBe(taskId)
    expect(await desk().ask(tasks.reopen, { taskId })).toMatchObject({ status: 'open', done: null })
    expect((await desk().call(tasks.reopen, { taskId })).reason).toBe('already-open')
    const { rows } = await world.owner.query(
      'select action, details from audit_rows where subject = $1 order by sequence',
      [taskId],
    )
    expect(rows).toEqual([
      { action: 'task.completed', details: { kind: 'call', outcome: 'reached' } },
      { action: 'task.reopened', details: { kind: 'call' } },
    ])
  })

  it('is given to somebody of the clinic who works there, or to nobody', async () => {
    const { taskId } = await addCall()
    const { staffId } = world.a.staff.receptionist
    const before = (await desk().ask(tasks.counts, {})).mine
    const given = await desk().ask(tasks.assign, { taskId, staffId: staffId! })
    expect(given.assignedTo!.id).toBe(staffId)
    expect((await desk().ask(tasks.counts, {})).mine).toBe(before + 1)
    const mine = await desk().ask(tasks.list, { assigned: 'me' })
    expect(mine.rows.map(({ id }) => id)).toContain(taskId)
    for (const stranger of [world.b.staff.dentist.staffId!, world.a.staff.leaver.staffId!])
      expect((await desk().call(tasks.assign, { taskId, staffId: stranger })).reason).toBe('staff-not-found')
    expect((await desk().ask(tasks.assign, { taskId, staffId: null })).assignedTo).toBeNull()
    expect(
      (await desk().ask(tasks.list, { assigned: 'nobody', pageSize: 100 })).rows.map(({ id }) => id),
    ).toContain(taskId)
    await desk().ask(tasks.complete, { taskId, outcome: 'not-needed' })
    expect((await desk().call(tasks.assign, { taskId, staffId: staffId! })).reason).toBe('already-done')
  })

  it('is counted by kind', async () => {
    const before = await desk().ask(tasks.counts, {})
    const { taskId } = await addCall()
    const after = await desk().ask(tasks.counts, {})
    expect(after.open).toEqual({ ...before.open, call: before.open.call + 1 })
    await desk().ask(tasks.complete, { taskId, outcome: 'done' })
    expect(await desk().ask(tasks.counts, {})).toEqual(before)
  })
})

describe('a call', () => {
  it('ends by itself when the patient has opened the consent', async () => {
    const call = await addCall()
    const { token } = await world.a.addLink(call)
    await world.nobody().ask(signing.verify, { accessToken: token, dateOfBirth: '1961-03-14' })
    await world.runJobs()
    const [task] = await desk().ask(tasks.listOfConsent, { consentId: call.consentId })
    expect(task!.done).toMatchObject({ by: '', outcome: 'not-needed' })
  })

  it('ends by itself when the consent is voided, as an answer to give does', async () => {
    const call = await addCall()
    await world.owner.query(
      `insert into tasks (clinic_id, kind, consent_id, cause_id, created_at) values ($1, 'answer', $2, $2, now())`,
      [world.a.id, call.consentId],
    )
    await world.a.as('manager').ask(consents.void, { consentId: call.consentId, reason: 'Wrong tooth' })
    await world.runJobs()
    const about = await desk().ask(tasks.listOfConsent, { consentId: call.consentId })
    expect(about.map(({ kind, status }) => [kind, status])).toEqual([
      ['call', 'done'],
      ['answer', 'done'],
    ])
  })
})

it('nobody sees or ends a task of another clinic', async () => {
  const { taskId, consentId } = await addCall()
  const other = world.b.as('owner')
  expect((await other.ask(tasks.list, {})).rows).toEqual([])
  expect((await other.call(tasks.listOfConsent, { consentId })).status).toBe(404)
  expect((await other.call(tasks.complete, { taskId, outcome: 'done' })).status).toBe(404)
})
