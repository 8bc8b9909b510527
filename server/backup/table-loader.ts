import type pg from 'pg'
import type { Header, Manifest } from './archive-format.ts'
import { BackupError } from './backup-error.ts'
import { chainHeads } from './chain-heads.ts'
import { countRows, createTableWriter, type TableWriter } from './table-copy.ts'
import {
  columnList,
  findTables,
  fullName,
  quoteTableName,
  buildCopyQuery,
  copySettings,
  type Table,
} from './table-list.ts'

type ForeignKey = { table: string; name: string; definition: string }

/** Rows that come in from an archive, in one transaction that nothing sees before all of them are checked. */
export type TableLoader = {
  rows(table: string, chunk: Uint8Array): Promise<void>
  /** Puts back what was set aside, compares every table with the archive, and commits. */
  end(manifest: Manifest): Promise<void>
}

const schemaMismatchError = (what: string) =>
  new BackupError('does-not-match', `The archive does not fit the database that its release makes: ${what}.`)

const ownTables = `select c.oid::regclass::text as name from pg_class c
  where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and c.relkind = 'r' order by 1`

/** Begins to load. Foreign keys, triggers and row-level security are set aside for as long as it takes. */
export async function createTableLoader(owner: pg.Client, header: Header): Promise<TableLoader> {
  await owner.query(copySettings)
  await owner.query('begin')
  const tables = await matchTables(owner, header)
  const names = (await owner.query<{ name: string }>(ownTables)).rows.map(({ name }) => name)
  const keys = await foreignKeys(owner)
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const name of names)
    await owner.query(
      `alter table ${name} disable trigger user; alter table ${name} no force row level security`,
    )
  // What migrations wrote themselves is in the archive too.
  for (const { table } of tables.values()) await owner.query(`delete from ${quoteTableName(table)}`)

  let filling: (TableWriter & { name: string }) | undefined
  return {
    async rows(name, chunk) {
      if (filling?.name !== name) {
        await filling?.end()
        const known = tables.get(name)
        if (!known) throw schemaMismatchError(`it has no table ${name}`)
        const { table, columns } = known
        filling = { name, ...createTableWriter(owner, quoteTableName(table), columnList(columns)) }
      }
      await filling.add(chunk)
    },
    async end(manifest) {
      await filling?.end()
      await compareTables(owner, tables, manifest)
      await setSequences(owner)
      for (const { table, name, definition } of keys)
        await owner.query(`alter table ${table} add constraint ${name} ${definition}`)
      for (const name of names) await owner.query(`alter table ${name} enable trigger user`)
      for (const name of names)
        if (!name.startsWith('auth.')) await owner.query(`alter table ${name} force row level security`)
      await owner.query('commit')
    },
  }
}

type MatchedTables = Map<string, { table: Table; columns: string[] }>

async function matchTables(owner: pg.Client, header: Header): Promise<MatchedTables> {
  const found = new Map((await findTables(owner)).map((table) => [fullName(table), table]))
  const fitting: MatchedTables = new Map()
  for (const { name, columns } of header.tables) {
    const table = found.get(name)
    if (!table) throw schemaMismatchError(`it has no table ${name}`)
    const unknown = columns.find((column) => !table.columns.includes(column))
    if (unknown) throw schemaMismatchError(`table ${name} has no column ${unknown}`)
    fitting.set(name, { table, columns })
  }
  return fitting
}

/** All but those of the job queue, which are looked at when the transaction ends. */
async function foreignKeys(owner: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await owner.query<ForeignKey>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0
       and connamespace in ('public'::regnamespace, 'auth'::regnamespace) order by 1, 2`,
  )
  return rows
}

/** The rows that are there now, written again in the archive's order, are its bytes. */
async function compareTables(owner: pg.Client, tables: MatchedTables, manifest: Manifest): Promise<void> {
  for (const [name, { table, columns }] of tables) {
    const { rows, sha256 } = await countRows(owner, buildCopyQuery(table, columns))
    const wanted = manifest.tables[name]
    if (wanted?.rows !== rows || wanted.sha256 !== sha256)
      throw new BackupError('does-not-match', `Table ${name} is not in the database as it is in the archive.`)
  }
  const heads = await chainHeads(owner)
  if (JSON.stringify(heads) !== JSON.stringify(manifest.chains))
    throw new BackupError(
      'does-not-match',
      'The chains do not end in the database where they end in the archive.',
    )
}

async function setSequences(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ table: string; column: string; sequence: string }>(
    `select c.oid::regclass::text as table, quote_ident(a.attname) as column,
       pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)
       and pg_get_serial_sequence(c.oid::regclass::text, a.attname) is not null`,
  )
  for (const { table, column, sequence } of rows)
    await owner.query(
      `select setval($1, coalesce(max(${column}), 1), max(${column}) is not null) from ${table}`,
      [sequence],
    )
}
