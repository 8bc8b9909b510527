import pg from 'pg'
import type { TestApp } from './test-app.ts'

/**
 * Starts several requests while the rows that `query` locks are held, and lets go only once each of them waits for a
 * lock: whatever they decide, they decide at the same moment.
 */
export async function whileRowsLocked<T>(
  { logins, owner }: Pick<TestApp, 'logins' | 'owner'>,
  query: { text: string; values: unknown[] },
  start: () => Promise<T>[],
): Promise<T[]> {
  const holder = new pg.Client(logins.owner)
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(query)
    const requests = start()
    for (let waiting = 0; waiting < requests.length;) {
      const { rows } = await owner.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      waiting = rows[0]!.waiting
    }
    await holder.query('commit')
    return await Promise.all(requests)
  } finally {
    await holder.end()
  }
}
