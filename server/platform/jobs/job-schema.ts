import type pg from 'pg'
import { PgBoss } from 'pg-boss'

export const jobSchema = 'pgboss'

/** Runs pg-boss's statements on a connection of ours. */
export const executorOf = (client: pg.ClientBase) => ({
  executeSql: (text: string, values?: unknown[]) => client.query(text, values),
})

/**
 * Makes or upgrades the job tables as the owner, and lets the application's login use them. Super administrators see
 * them, try what failed again and give it up; they put no job there.
 */
export async function makeJobSchema(owner: pg.Client): Promise<void> {
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
