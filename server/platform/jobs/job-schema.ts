import type pg from 'pg'
import { PgBoss } from 'pg-boss'
import type { Statement } from '../database/prepared-query.ts'
import { isSpread } from '../database/spread-connection.ts'
import type { PendingJob } from '../database/transaction.ts'

export const jobSchema = 'pgboss'

/** Runs pg-boss's statements on a connection of ours. */
export const executorOf = (client: pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]) => client.query(text, values),
})

/** As pg-boss writes a job that is sent without options, in one statement for all queues; its own takes one a queue. */
const insertJobsText = (names: string, data: string) => `
  insert into ${jobSchema}.job (
    id, name, data, priority, start_after, created_on, keep_until, expire_seconds, deletion_seconds, retry_limit,
    retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds, blocked, blocking,
    pending_dependencies)
  select gen_random_uuid(), queue.name, given.data, 0, ${jobSchema}.job_now(), ${jobSchema}.job_now(),
    ${jobSchema}.job_now() + queue.retention_seconds * interval '1s', queue.expire_seconds, queue.deletion_seconds,
    queue.retry_limit, queue.retry_delay, coalesce(queue.retry_backoff, false), queue.retry_delay_max, queue.policy,
    queue.dead_letter, queue.heartbeat_seconds, false, false, 0
  from unnest(${names}::text[], ${data}::jsonb[]) as given (name, data)
  join ${jobSchema}.queue using (name)
  on conflict do nothing`

/** Puts jobs on their queues, which there are, with the caller's own transaction; and does another insert along with it. */
export async function insertJobs(
  client: pg.ClientBase,
  pending: readonly PendingJob[],
  along?: Statement,
): Promise<void> {
  const { text, values } = along ?? { text: '', values: [] }
  const places = [1, 2].map((place) => `$${values.length + place}`) as [string, string]
  const names = pending.map(({ queue }) => queue)
  // Jobs are on one server alone, and what goes along is not.
  if (text && isSpread(client)) {
    await Promise.all([client.query(text, values), insertJobs(client, pending)])
    return
  }
  await client.query(`${text && `with along as (${text}) `}${insertJobsText(...places)}`, [
    ...values,
    names,
    pending.map(({ data }) => JSON.stringify(data)),
  ])
}

/**
 * Makes or upgrades the job tables as the owner, and lets the application's login use them. Super administrators see
 * them, try what failed again and give it up; they put no job there.
 */
export async function createJobSchema(owner: pg.Client): Promise<void> {
  const boss = new PgBoss({ db: executorOf(owner), schema: jobSchema, supervise: false, schedule: false })
  await boss.start()
  await boss.stop({ graceful: false })
  await owner.query(`
    grant usage on schema ${jobSchema} to candour_app;
    grant select, insert, update, delete on all tables in schema ${jobSchema} to candour_app;
    grant usage on all sequences in schema ${jobSchema} to candour_app;
    grant execute on all functions in schema ${jobSchema} to candour_app;
    grant usage on schema ${jobSchema} to candour_admin;
    grant select, update, delete on ${jobSchema}.job, ${jobSchema}.job_common to candour_admin;
    grant select on ${jobSchema}.queue to candour_admin`)
}
