import { sql } from 'drizzle-orm'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Slice } from '../database/list-slice.ts'
import type { AdminScope, JobData, Tx } from '../database/transaction.ts'
import { summarizeError } from '../log-redaction.ts'
import { executorOf } from './job-schema.ts'
import { withoutTraceparent } from './job-spans.ts'

export type QueueState = {
  name: string
  waiting: number
  running: number
  retrying: number
  failed: number
  oldestAt: Date | null
}

export type FailedJobRecord = {
  id: string
  queue: string
  createdAt: Date
  failedAt: Date
  tries: number
  fault: { kind: string; message: string }
  /** Ids of what it was about. */
  data: JobData
}

/** What a super administrator sees of the queues and may do with jobs that failed; each in the caller's transaction. */
export type JobQueueAdmin = {
  list(scope: AdminScope): Promise<QueueState[]>
  listFailed(
    scope: AdminScope,
    queue: string | undefined,
    slice: Slice,
  ): Promise<{ rows: FailedJobRecord[]; total: number }>
  /** Tries one failed job of a queue once more, or as many as one press may move; answers how many. */
  retry(scope: AdminScope, queue: string, jobId: string | null): Promise<number>
  /** Deletes a failed job; false where it is none. */
  discard(scope: AdminScope, queue: string, jobId: string): Promise<boolean>
  /** All queues together, as the supervisor counted them last: cheap, and some seconds old. */
  countTotals(scope: AdminScope): Promise<{ waiting: number; failed: number }>
}

/** More than these are moved by a second press, so that one transaction stays short. */
const retried_per_request_max = 1000

/** drizzle holds the connection that it was made with, and pg-boss takes one. */
const clientOf = (tx: Tx): pg.ClientBase => (tx as Tx & { $client: pg.PoolClient }).$client

type QueueCounts = {
  name: string
  waiting: number
  running: number
  retrying: number
  failed: number
  oldest: string | null
}

async function countStates(tx: Tx): Promise<Map<string, QueueCounts>> {
  const of = (state: string) => sql`count(*) filter (where state = ${state})::int`
  const { rows } = await tx.execute<QueueCounts>(sql`
    select name, ${of('created')} as waiting, ${of('active')} as running, ${of('retry')} as retrying,
      ${of('failed')} as failed,
      (min(created_on) filter (where state <> 'failed'))::text as oldest
    from pgboss.job where state in ('created', 'active', 'retry', 'failed') group by name`)
  return new Map(rows.map((row) => [row.name, row]))
}

type FailedJobRow = {
  id: string
  name: string
  created_on: string
  completed_on: string
  retry_count: number
  output: unknown
  data: JobData | null
}

const toFailedJobRecord = (row: FailedJobRow): FailedJobRecord => ({
  id: row.id,
  queue: row.name,
  createdAt: new Date(row.created_on),
  failedAt: new Date(row.completed_on),
  tries: row.retry_count + 1,
  fault: summarizeError(row.output),
  data: withoutTraceparent(row.data ?? {}),
})

/** The ids among these that failed, with their rows locked: two who press at once do it once. */
async function lockFailed(tx: Tx, queue: string, jobId: string | null): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from pgboss.job where name = ${queue} and state = 'failed'
      ${jobId ? sql`and id = ${jobId}` : sql``}
    order by completed_on limit ${retried_per_request_max} for update`)
  return rows.map(({ id }) => id)
}

/** Makes the desk of the queues with these names. */
export function openJobQueueAdmin(boss: PgBoss, names: readonly string[]): JobQueueAdmin {
  return {
    async list({ tx }) {
      const counted = await countStates(tx)
      return names.toSorted().map((name) => {
        const { waiting = 0, running = 0, retrying = 0, failed = 0, oldest } = counted.get(name) ?? {}
        return { name, waiting, running, retrying, failed, oldestAt: oldest ? new Date(oldest) : null }
      })
    },

    async listFailed({ tx }, queue, { limit, offset }) {
      const where = sql`state = 'failed' ${queue ? sql`and name = ${queue}` : sql``}`
      const counted = await tx.execute<{ total: number }>(
        sql`select count(*)::int as total from pgboss.job where ${where}`,
      )
      const { rows } = await tx.execute<FailedJobRow>(sql`
        select id, name, created_on::text, completed_on::text, retry_count, output, data
        from pgboss.job where ${where} order by completed_on desc, id limit ${limit} offset ${offset}`)
      return { rows: rows.map(toFailedJobRecord), total: counted.rows[0]!.total }
    },

    async retry({ tx }, queue, jobId) {
      const ids = await lockFailed(tx, queue, jobId)
      if (ids.length > 0) await boss.retry(queue, ids, { db: executorOf(clientOf(tx)) })
      return ids.length
    },

    async discard({ tx }, queue, jobId) {
      const [failed] = await lockFailed(tx, queue, jobId)
      if (failed) await boss.deleteJob(queue, failed, { db: executorOf(clientOf(tx)) })
      return failed !== undefined
    },

    async countTotals({ tx }) {
      const { rows } = await tx.execute<{ waiting: number; failed: number }>(sql`
        select coalesce(sum(queued_count), 0)::int as waiting, coalesce(sum(failed_count), 0)::int as failed
        from pgboss.queue`)
      return rows[0]!
    },
  }
}
