import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'drizzle-orm'
import { PgBoss } from 'pg-boss'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { openDatabase, type Database } from '../database/database.ts'
import type { JobData } from '../database/transaction.ts'
import { createJobRunners } from './job-runner.ts'
import { openJobs, type Jobs, type JobWork } from './jobs.ts'

let testApp: TestApp
let database: Database
const opened: Jobs[] = []

beforeAll(async () => {
  testApp = await openTestApp()
  database = openDatabase(testApp.logins.app, { log: silentLog })
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.stop()))
})

afterAll(async () => {
  await database.close()
  await testApp.close()
})

let queues = 0
/** A queue of its own, with this work. */
async function openQueue(
  work: JobWork,
): Promise<{ jobs: Jobs; queue: string; put(data: JobData): Promise<void> }> {
  queues++
  const queue = `test.queue-${queues}`
  const jobs = await openJobs(testApp.logins.app, { queues: { [queue]: work }, log: silentLog })
  opened.push(jobs)
  return { jobs, queue, put: (data) => database.borrow((client) => jobs.insert(client, [{ queue, data }])) }
}

async function statesOf(queue: string): Promise<string[]> {
  const { rows } = await testApp.owner.query<{ state: string }>(
    'select state from pgboss.job where name = $1 order by created_on',
    [queue],
  )
  return rows.map(({ state }) => state)
}

describe('a job', () => {
  it('is there exactly when the change is: a rollback takes it back', async () => {
    const { jobs, queue, put } = await openQueue(async () => {})
    await database.borrow(async (client) => {
      await client.query('begin')
      await jobs.insert(client, [{ queue, data: {} }])
      await client.query('rollback')
    })
    expect(await statesOf(queue)).toEqual([])
    await put({})
    expect(await statesOf(queue)).toEqual(['created'])
  })

  it('is worked off once, in order, with its own data', async () => {
    const seen: JobData[] = []
    const { jobs, queue, put } = await openQueue(async (data) => void seen.push(data))
    await put({ n: '1' })
    await put({ n: '2' })
    expect(await jobs.drain()).toBe(2)
    expect(await jobs.drain()).toBe(0)
    expect(seen).toEqual([{ n: '1' }, { n: '2' }])
    expect(await statesOf(queue)).toEqual(['completed', 'completed'])
  })

  it('stands as pg-boss itself would put it there, several in one statement', async () => {
    const [one, other] = [await openQueue(async () => {}), await openQueue(async () => {})]
    const boss = new PgBoss({ ...(testApp.logins.app as object), schema: 'pgboss', migrate: false })
    const data = { clinicId: testApp.clinicA.id }
    await boss.start()
    for (const { queue } of [one, other]) await boss.send(queue, data)
    await boss.stop({ graceful: false })
    await database.borrow((client) =>
      one.jobs.insert(
        client,
        [one, one].map(({ queue }) => ({ queue, data })),
      ),
    )
    await other.put(data)
    const { rows } = await testApp.owner.query<{ job: Record<string, unknown>; lasts: string }>(
      `select to_jsonb(job) - array['id', 'name', 'created_on', 'start_after', 'keep_until'] as job,
         extract(epoch from keep_until - created_on)::int as lasts, start_after = created_on as is_due
       from pgboss.job where name = any($1)`,
      [[one.queue, other.queue]],
    )
    expect(rows).toHaveLength(5)
    for (const row of rows) expect(row).toEqual(rows[0])
  })

  it('that fails is kept and tried again', async () => {
    let tries = 0
    const { jobs, queue, put } = await openQueue(async () => {
      tries++
      if (tries < 3) throw new Error('not yet')
    })
    await put({})
    for (let due = 0; due < 3; due++) {
      await jobs.drain()
      await testApp.owner.query(
        `update pgboss.job set start_after = now() where name = $1 and state = 'retry'`,
        [queue],
      )
    }
    expect(tries).toBe(3)
    expect(await statesOf(queue)).toEqual(['completed'])
  })

  it('that never succeeds is kept as failed after its last try', async () => {
    let tries = 0
    const { jobs, queue, put } = await openQueue(async () => {
      tries++
      throw new Error('never')
    })
    await put({})
    for (let state = 'created'; state !== 'failed'; state = (await statesOf(queue))[0]!) {
      await testApp.owner.query(
        `update pgboss.job set start_after = now() where name = $1 and state = 'retry'`,
        [queue],
      )
      await jobs.drain()
    }
    expect(tries).toBeGreaterThan(5)
    expect(await jobs.drain()).toBe(0)
  })

  it('for a queue nobody knows is a fault', async () => {
    const { jobs } = await openQueue(async () => {})
    await expect(
      database.borrow((client) => jobs.insert(client, [{ queue: 'test.unknown', data: {} }])),
    ).rejects.toThrow('No queue is called')
  })

  it('that is running when the process stops is let finish', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const { jobs, queue, put } = await openQueue(async () => {
      started.resolve()
      await finish.promise
    })
    await put({})
    await jobs.work()
    await started.promise
    const stopped = jobs.stop()
    finish.resolve()
    await stopped
    opened.pop()
    expect(await statesOf(queue)).toEqual(['completed'])
  })

  it('runs beside the next ones, and has an end of its own', async () => {
    const all = Promise.withResolvers<void>()
    let begun = 0
    const { jobs, queue, put } = await openQueue(async ({ fails }) => {
      begun++
      if (begun === 3) all.resolve()
      await all.promise
      if (fails) throw new Error('not yet')
    })
    await put({})
    await put({ fails: 'yes' })
    await put({})
    await jobs.work()
    await all.promise
    await jobs.stop()
    opened.pop()
    expect(await statesOf(queue)).toEqual(['completed', 'retry', 'completed'])
  })

  it('that may take long runs alone', async () => {
    const queue = 'test.long-queue'
    let [running, most, ran] = [0, 0, 0]
    const done = Promise.withResolvers<void>()
    const work = async () => {
      running++
      most = Math.max(most, running)
      await statesOf(queue)
      running--
      ran++
      if (ran === 3) done.resolve()
    }
    const jobs = await openJobs(testApp.logins.app, {
      queues: { [queue]: work },
      secondsOf: { [queue]: 600 },
      log: silentLog,
    })
    opened.push(jobs)
    await jobs.work()
    for (let n = 0; n < 3; n++) await database.borrow((client) => jobs.insert(client, [{ queue, data: {} }]))
    await done.promise
    expect(most).toBe(1)
  })

  it('is not taken by two workers', async () => {
    const seen: string[] = []
    const { jobs, queue, put } = await openQueue(async ({ n }) => void seen.push(n!))
    const other = await openJobs(testApp.logins.app, {
      queues: { [queue]: async ({ n }) => void seen.push(n!) },
      log: silentLog,
    })
    opened.push(other)
    for (let n = 0; n < 12; n++) await put({ n: String(n) })
    const ran = await Promise.all([jobs.drain(), other.drain()])
    expect(ran[0]! + ran[1]!).toBe(12)
    expect(seen.toSorted()).toEqual(Array.from({ length: 12 }, (_, n) => String(n)).toSorted())
  })
})

describe('the runners', () => {
  const written: string[] = []
  const runners = () =>
    createJobRunners({
      database,
      clock: testApp.clock,
      writeAudit: async (_client, { action, clinicId, actor }) =>
        void written.push(`${action} ${clinicId} ${actor.role}`),
      insertJobs: async (_client, pending) => void written.push(...pending.map(({ queue }) => queue)),
    })

  it('give a job one clinic and nobody in person, and write what it noted with its change', async () => {
    const name = await runners().runJob(testApp.clinicA.id, async ({ tx, enqueue, actor }, note) => {
      note({ action: 'test.done', subject: null, details: {} })
      enqueue('test.next', {})
      expect(actor).toEqual({ kind: 'system', role: 'system' })
      const { rows } = await tx.execute<{ name: string }>(sql`select name from clinics`)
      return rows
    })
    expect(name).toEqual([{ name: 'Harbour Street' }])
    expect(written).toEqual([`test.done ${testApp.clinicA.id} system`, 'test.next'])
  })

  it('write nothing for a job that fails', async () => {
    written.length = 0
    const failing = runners().runJob(testApp.clinicA.id, async ({ enqueue }, note) => {
      note({ action: 'test.done', subject: null, details: {} })
      enqueue('test.next', {})
      throw new Error('on purpose')
    })
    await expect(failing).rejects.toThrow('on purpose')
    expect(written).toEqual([])
  })

  it('let a sweep list ids across clinics, and read no patient', async () => {
    const ids = await runners().runSweep(
      async ({ tx }) => (await tx.execute<{ id: string }>(sql`select id from clinics`)).rows,
    )
    expect(ids.map(({ id }) => id)).toEqual(expect.arrayContaining([testApp.clinicA.id, testApp.clinicB.id]))
    const reading = runners().runSweep(({ tx }) => tx.execute(sql`select * from patients`))
    await expect(reading).rejects.toMatchObject({
      cause: { message: expect.stringContaining('permission denied') },
    })
  })
})
