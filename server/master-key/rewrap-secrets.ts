import type pg from 'pg'
import { UnwrapError, type Keyring } from '../platform/keys/keyring.ts'
import { wrappedColumns, type WrappedColumn } from './wrapped-columns.ts'

/** What became of the secrets: wrapped anew, already wrapped with the newest key, or not to be opened by any key given. */
export type RewrapResult = { changed: number; unopened: string[] }

/**
 * Wraps every secret of the database with the newest key, in one transaction, as its owner. Nothing is changed where one
 * secret cannot be opened: it is named by its table. Run twice, the second time changes texts and no meaning.
 */
export async function rewrapSecrets(owner: pg.Client, keyring: Keyring): Promise<RewrapResult> {
  await owner.query('begin')
  try {
    // Row-level security holds for the owner too. Until this ends, whoever wants one of these tables waits.
    await eachTable(owner, (table) => `alter table ${table} no force row level security`)
    const found: RewrapResult[] = []
    for (const column of wrappedColumns) found.push(await rewrapColumn(owner, keyring, column))
    await eachTable(owner, (table) => `alter table ${table} force row level security`)
    const unopened = found.flatMap((each) => each.unopened)
    await owner.query(unopened.length > 0 ? 'rollback' : 'commit')
    return { changed: found.reduce((sum, each) => sum + each.changed, 0), unopened }
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

/** The tables of secrets under row-level security, which those of the auth library are not. */
async function eachTable(owner: pg.Client, statement: (table: string) => string): Promise<void> {
  const tables = new Set(wrappedColumns.map(({ table }) => table).filter((table) => !table.includes('.')))
  for (const table of tables) await owner.query(statement(table))
}

async function rewrapColumn(
  owner: pg.Client,
  keyring: Keyring,
  wanted: WrappedColumn,
): Promise<RewrapResult> {
  const { table, column, id, purpose } = wanted
  const { rows } = await owner.query<{ id: string; purpose: string; text: string }>(
    `select ${id}::text as id, ${purpose} as purpose, ${column} as text from ${table}
     where ${column} is not null order by 1`,
  )
  const unopened: string[] = []
  for (const row of rows) {
    const bytes = tryUnwrap(keyring, row)
    if (!bytes) unopened.push(`${table}.${column}`)
    else
      await owner.query(`update ${table} set ${column} = $2 where ${id}::text = $1`, [
        row.id,
        keyring.wrap(row.purpose, bytes),
      ])
  }
  return { changed: rows.length - unopened.length, unopened }
}

function tryUnwrap(
  keyring: Keyring,
  { purpose, text }: { purpose: string; text: string },
): Uint8Array | null {
  try {
    return keyring.unwrap(purpose, text)
  } catch (error) {
    if (error instanceof UnwrapError) return null
    throw error
  }
}
