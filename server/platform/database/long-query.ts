import type pg from 'pg'
import type { Tx } from './transaction.ts'

type LongQuery = { text: string; values: readonly unknown[]; ms_max: number }

/** Asks what may take far longer than any other statement (`session_limits`); what comes after it may not. */
export async function runLongQuery<Row extends pg.QueryResultRow>(
  tx: Tx,
  { text, values, ms_max }: LongQuery,
): Promise<Row[]> {
  const { $client: client } = tx as Tx & { $client: pg.PoolClient }
  const allow = (limit: string) => client.query(`select set_config('statement_timeout', $1, true)`, [limit])
  const { rows: before } = await client.query<{ limit: string }>(
    `select current_setting('statement_timeout') as limit`,
  )
  await allow(String(ms_max))
  const asked = { text, values: [...values], query_timeout: ms_max }
  const { rows } = await client.query<Row>(asked)
  await allow(before[0]!.limit)
  return rows
}
