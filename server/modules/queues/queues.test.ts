import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { queues } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
beforeEach(async () => {
  await testApp.owner.query('delete from pgboss.job')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const queue = 'messages.send'

/** A job that was tried as often as it may be, as the queue keeps it. */
async function addFailed(
  output: object = { name: 'TypeError', message: 'No such template' },
): Promise<string> {
  const id = randomUUID()
  await testApp.owner.query(
    `insert into pgboss.job (id, name, data, state, retry_count, created_on, completed_on, output)
     values ($1, $2, $3, 'failed', 10, now() - interval '1 hour', now(), $4)`,
    [id, queue, { clinicId: testApp.clinicA.id, messageId: id }, output],
  )
  return id
}
const stateOf = async (id: string): Promise<string | undefined> =>
  (await testApp.owner.query('select state from pgboss.job where id = $1', [id])).rows[0]?.state
const lastAudit = async (action: string) =>
  (
    await testApp.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

describe('a super administrator', () => {
  it('sees every queue, also those with nothing in them', async () => {
    await addFailed()
    const all = await admin().callOk(queues.list, {})
    expect(all.find(({ name }) => name === queue)).toEqual({
      ...{ name: queue, waiting: 0, running: 0, retrying: 0, failed: 1, oldestAt: null },
    })
    expect(all.find(({ name }) => name === 'records.destroy')).toMatchObject({ failed: 0 })
  })

  it('sees what failed, how often it was tried and why, and nobody’s data', async () => {
    const id = await addFailed()
    const database = await addFailed({ name: 'error', code: '23505', severity: 'ERROR', message: 'Ada' })
    const { rows, total } = await admin().callOk(queues.failed, { queue })
    expect(total).toBe(2)
    expect(rows.find((row) => row.id === id)).toMatchObject({
      ...{ queue, tries: 11, clinicId: testApp.clinicA.id },
      fault: { kind: 'TypeError', message: 'No such template' },
    })
    expect(rows.find((row) => row.id === database)!.fault).toEqual({ kind: 'error 23505', message: '' })
    expect((await admin().callOk(queues.failed, { queue: 'records.destroy' })).total).toBe(0)
  })

  it('tries one again, or all of a queue; each is written down', async () => {
    const [one, other] = [await addFailed(), await addFailed()]
    expect(await admin().callOk(queues.retry, { queue, jobId: one })).toEqual({ retried: 1 })
    expect([await stateOf(one), await stateOf(other)]).toEqual(['retry', 'failed'])
    expect(await admin().callOk(queues.retry, { queue, jobId: null })).toEqual({ retried: 1 })
    expect(await stateOf(other)).toBe('retry')
    expect(await lastAudit('job.retried')).toMatchObject({
      subject: queue,
      details: { queue, retried: 1 },
      user_id: testApp.superAdmin.userId,
    })
  })

  it('gives one up with a reason, and a fresh proof of who they are', async () => {
    const id = await addFailed()
    const discard = { queue, jobId: id, reason: 'It went by post' }
    expect((await admin().call(queues.discard, { ...discard, reason: ' ' })).status).toBe(400)
    const late = await testApp.people.addUser('Late Admin', 'late@candour.example.org', 'super_admin')
    const provedBefore = (minutes: number) =>
      testApp.owner.query('update auth.session set proved_at = $2 where user_id = $1', [
        late.userId,
        new Date(testApp.clock.now().getTime() - minutes * minute_ms),
      ])
    await provedBefore(30)
    const { status, reason } = await testApp.as(late).call(queues.discard, discard)
    expect([status, reason]).toEqual([403, 'requires-recent-login'])
    expect(await stateOf(id)).toBe('failed')
    await provedBefore(0)
    await testApp.as(late).callOk(queues.discard, discard)
    expect(await stateOf(id)).toBeUndefined()
    expect(await lastAudit('job.discarded')).toMatchObject({
      subject: id,
      details: { queue, reason: 'It went by post' },
    })
  })

  it('is told of a job that is gone, or never failed', async () => {
    const jobId = randomUUID()
    for (const answer of [
      await admin().call(queues.retry, { queue, jobId }),
      await admin().call(queues.discard, { queue, jobId, reason: 'x' }),
    ])
      expect([answer.status, answer.reason]).toEqual([409, 'gone'])
  })
})
