import type pg from 'pg'

export type Table = { schema: string; name: string; columns: string[]; order: string[] }

/** Of the job queue what still has to be done, or could not be, is kept; what is done is over. */
const unfinishedJobs = `state in ('created', 'retry', 'active', 'failed')`
const jobTables = [
  { schema: 'pgboss', name: 'job', where: unfinishedJobs },
  { schema: 'pgboss', name: 'queue', where: 'true' },
]

/** What is true only of the installation that was copied: which instances run. */
const excludedTables = ['instances']

export const fullName = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`

const quoteIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const quoteTableName = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string =>
  `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`
export const columnList = (columns: readonly string[]): string => columns.map(quoteIdentifier).join(', ')

/** Every table whose rows an archive holds: the product's, the accounts', and the two of the job queue. */
export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
       coalesce((select array_agg(quote_ident(a.attname)
                   || case when a.attcollation <> 0 then ' collate "C"' else '' end order by k.place)
                 from pg_constraint p, unnest(p.conkey) with ordinality k (number, place), pg_attribute a
                 where p.conrelid = c.oid and p.contype = 'p' and a.attrelid = c.oid and a.attnum = k.number), '{}') as order
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not (n.nspname = 'public' and c.relname = any($2))
       and (n.nspname in ('public', 'auth') or n.nspname = 'pgboss' and c.relname = any($1))
     order by 1, 2`,
    [jobTables.map(({ name }) => name), excludedTables],
  )
  return rows
}

/** What an archive copies of a table: always in the same order, so that the same rows are the same bytes. */
export function buildCopyQuery(table: Table, columns: readonly string[] = table.columns): string {
  const { where = 'true' } =
    jobTables.find(({ schema, name }) => schema === table.schema && name === table.name) ?? {}
  const order = table.order.length > 0 ? table.order.join(', ') : 't::text collate "C"'
  return `select ${columnList(columns)} from ${quoteTableName(table)} t where ${where} order by ${order}`
}

/** Everything that decides how a value is written as text. */
export const copySettings = `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
  set extra_float_digits = 1; set bytea_output = 'hex'; set statement_timeout = 0; set client_encoding = 'UTF8'`
