import type pg from 'pg'
import { PgBoss, type Job, type JobResult } from 'pg-boss'
import { clientConfigOf, type DatabaseLogin } from '../database/database-login.ts'
import type { Log } from '../database/database.ts'
import type { Statement } from '../database/prepared-query.ts'
import type { JobData, PendingJob } from '../database/transaction.ts'
import { summarizeError } from '../log-redaction.ts'
import { openJobQueueAdmin, type JobQueueAdmin } from './job-queue-admin.ts'
import { insertJobs, jobSchema } from './job-schema.ts'
import { createSweepTimers } from './sweep-timers.ts'
import { runTracedJob, withTraceparent } from './job-spans.ts'

export type JobWork = (data: JobData, jobId: string) => Promise<void>
export type Queues = Record<string, JobWork>

export type Jobs = {
  /** Puts jobs on their queues with the caller's own transaction; in the same statement, what is inserted along with them. */
  insert(client: pg.PoolClient, pending: PendingJob[], along?: Statement): Promise<void>
  /** Begins to work; until then jobs only gather. */
  work(): Promise<void>
  /** Works off everything there is, in order, and answers how many ran; for tests and for the demo's making. */
  drain(): Promise<number>
  /** What a super administrator sees of the queues. */
  queueAdmin: JobQueueAdmin
  /** Lets running jobs finish, at most for `seconds`. */
  stop(seconds?: number): Promise<void>
}

/** A worker that died without a word is noticed by its missing heartbeat, long before its job would expire. */
const retries = {
  retryLimit: 10,
  retryDelay: 2,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 120,
  heartbeatSeconds: 10,
}
const supervise = { superviseIntervalSeconds: 5, monitorIntervalSeconds: 5 }
/** All queues are looked at so often, in one statement; each by itself besides, should that fail. */
const poll_seconds = 0.5
const fallback_poll_seconds = 60
/** While more waits than is taken at once, a queue goes on without a pause. */
const batch_size = 4
/** Nobody waits for ever where the line to the database was cut without a word. */
const connectionSettings = { query_timeout: 60_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }
const stop_seconds = 20

/** Which of these queues have a job that is due. */
const queuesWithDueJobs = `
  select name from unnest($1::text[]) as queue (name)
  where exists (
    select from ${jobSchema}.job
    where job.name = queue.name and state < 'active' and not blocked and start_after <= now())`

/** What is kept of an error with its job, and shown to super administrators: its kind and its words, nobody's data. */
class JobError extends Error {
  readonly summary: { name: string; message: string }
  constructor(cause: unknown) {
    const { kind, message } = summarizeError(cause)
    super(message)
    this.summary = { name: kind, message }
  }
  toJSON() {
    return this.summary
  }
}

type JobsOptions = { queues: Queues; log: Log; secondsOf?: Record<string, number>; prefix?: string }

const withPrefix = <T>(byName: Record<string, T>, prefix: string): Record<string, T> =>
  Object.fromEntries(Object.entries(byName).map(([name, value]) => [prefix + name, value]))

/**
 * Opens the queues named in `queues` on the application's own login. Jobs run at least once, so their work is
 * idempotent; a job that throws is tried again with growing delays, then kept as failed. `secondsOf` names the queues
 * whose jobs may run longer than others. With a `prefix` they are queues apart, which nobody works off but whoever
 * opened them by the same one.
 */
export async function openJobs(
  login: DatabaseLogin,
  { queues: workByName, log, secondsOf: secondsByName = {}, prefix = '' }: JobsOptions,
): Promise<Jobs> {
  const queues = withPrefix(workByName, prefix)
  const secondsOf = withPrefix(secondsByName, prefix)
  const boss = new PgBoss({
    ...connectionSettings,
    ...(clientConfigOf(login) as object),
    ...supervise,
    schema: jobSchema,
    max: 4,
    migrate: false,
    createSchema: false,
    reindex: false,
    monitorVacuum: false,
  })
  const pollTimers = createSweepTimers(log)
  boss.on('error', (error) => log.warn({ err: error }, 'job queue'))
  await boss.start()
  await Promise.all(
    Object.keys(queues).map((name) =>
      boss.createQueue(name, { ...retries, expireInSeconds: secondsOf[name] ?? retries.expireInSeconds }),
    ),
  )

  async function findDueQueues(): Promise<string[]> {
    const { rows } = await boss.getDb().executeSql(queuesWithDueJobs, [Object.keys(queues)])
    return (rows as { name: string }[]).map(({ name }) => name)
  }

  async function run(name: string, job: Pick<Job<JobData>, 'id' | 'data'>): Promise<void> {
    try {
      await runTracedJob(name, job.data, (data) => queues[name]!(data, job.id))
    } catch (error) {
      log.warn({ queue: name, jobId: job.id, err: error }, 'job failed')
      throw new JobError(error)
    }
  }

  async function outcomeOf(name: string, job: Job<JobData>): Promise<JobResult> {
    try {
      await run(name, job)
      return { id: job.id, status: 'completed' }
    } catch (fault) {
      return { id: job.id, status: 'failed', output: fault }
    }
  }

  /** Runs what waits in a queue until nothing does, so that what stands on it, in a later queue, finds it done. */
  async function drainQueue(name: string): Promise<number> {
    let ran = 0
    for (;;) {
      const found = await boss.fetch<JobData>(name)
      if (found.length === 0) return ran
      for (const job of found) {
        try {
          await run(name, job)
          await boss.complete(name, job.id)
        } catch (error) {
          await boss.fail(name, job.id, error as Error)
        }
      }
      ran += found.length
    }
  }

  return {
    async insert(client, given, along) {
      const pending = given.map(({ queue, data }) => ({ queue: prefix + queue, data: withTraceparent(data) }))
      const unknown = pending.find(({ queue }) => !queues[queue])
      if (unknown) throw new Error(`No queue is called ${unknown.queue}`)
      if (pending.length > 0) await insertJobs(client, pending, along)
      else if (along) await client.query(along.text, along.values)
    },
    async work() {
      const workers = new Map<string, string>()
      for (const name of Object.keys(queues)) {
        const options = {
          pollingIntervalSeconds: fallback_poll_seconds,
          // What may take long takes much: one after the other.
          batchSize: secondsOf[name] ? 1 : batch_size,
          burstWhenBatchFull: true,
          perJobResults: true,
        } as const
        const work = (jobs: Job<JobData>[]) => Promise.all(jobs.map((job) => outcomeOf(name, job)))
        workers.set(name, await boss.work<JobData>(name, options, work))
      }
      pollTimers.every(poll_seconds, async () => {
        for (const name of await findDueQueues()) boss.notifyWorker(workers.get(name)!)
      })
    },
    async drain() {
      const order = Object.keys(queues)
      let [total, last] = [0, -1]
      for (;;) {
        const due = (await findDueQueues()).map((name) => order.indexOf(name))
        if (due.length === 0) return total
        // In order from the one before, so that what stands on it finds it done, then from the beginning again.
        const ahead = due.filter((place) => place > last)
        last = Math.min(...(ahead.length > 0 ? ahead : due))
        total += await drainQueue(order[last]!)
      }
    },
    queueAdmin: openJobQueueAdmin(boss, Object.keys(queues)),
    stop(seconds = stop_seconds) {
      pollTimers.stop()
      return boss.stop({ graceful: true, timeout: seconds * 1000 })
    },
  }
}
