import { createHash } from 'node:crypto'
import type pg from 'pg'

/** A word that stands in one practice's rows and nowhere else. */
export const plantedWord = 'zqplanted'

type Column = { named: string; name: string; kind: 'text' | 'jsonb' | 'json' }

/** Where rows of a practice are, and how they are told from those of others. */
type TenantTable = { named: string; where: string }

/** All tables with rows that belong to a practice or to the accounts of its people. */
async function tenantTables(owner: pg.Client): Promise<TenantTable[]> {
  const { rows } = await owner.query<{ named: string; columns: string[] }>(
    `select format('%I.%I', c.table_schema, c.table_name) as named, array_agg(c.column_name::text) as columns
     from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema in ('public', 'auth') and t.table_type = 'BASE TABLE' group by 1 order by 1`,
  )
  const people = '(select user_id from staff where clinic_id = $1)'
  const ways: [string, string][] = [
    ['clinic_id', 'clinic_id = $1'],
    ['owner_clinic_id', 'owner_clinic_id = $1'],
    ['template_id', 'template_id in (select id from templates where owner_clinic_id = $1)'],
    ['user_id', `user_id in ${people}`],
  ]
  return rows.flatMap(({ named, columns }) => {
    if (named === 'public.clinics') return [{ named, where: 'id = $1' }]
    if (named === 'auth."user"') return [{ named, where: `id in ${people}` }]
    const way = ways.find(([column]) => columns.includes(column))
    return way ? [{ named, where: way[1] }] : []
  })
}

/** A fingerprint of all rows of a practice, table by table: how many, and what is in them. */
export async function fingerprintRows(
  owner: pg.Client,
  clinicId: string,
): Promise<Record<string, { rows: number; hash: string }>> {
  const tables = await tenantTables(owner)
  const each = tables.map(
    ({ named, where }) =>
      `select '${named}' as named, count(*)::int as rows,
         md5(coalesce(string_agg(md5(r::text), '' order by md5(r::text)), '')) as hash
       from ${named} r where ${where.replaceAll('$1', '$1::uuid')}`,
  )
  const { rows } = await owner.query<{ named: string; rows: number; hash: string }>(
    each.join(' union all '),
    [clinicId],
  )
  return Object.fromEntries(rows.map(({ named, ...fingerprint }) => [named, fingerprint]))
}

/** The tables whose rows are not what they were. */
export const changedTables = (
  before: Awaited<ReturnType<typeof fingerprintRows>>,
  after: Awaited<ReturnType<typeof fingerprintRows>>,
): string[] =>
  Object.keys(before).filter(
    (named) => before[named]!.rows !== after[named]!.rows || before[named]!.hash !== after[named]!.hash,
  )

const plantedExpression = {
  text: (column: string) => `${column} || ' ${plantedWord}'`,
  json: (column: string) =>
    `regexp_replace(${column}::text, '([a-z]) ([a-z])', '\\1 ${plantedWord} \\2', 'g')`,
}

/** What is written by people: names, notes, wording. Marks, states and hashes stay what they are. */
const writtenColumns =
  /name|text|note|label|title|reason|words|address|diagnosis|subject|detail|comment|summary|because|caption|message/

/** Writes the word into whatever people wrote in a practice, behind all rules; answers in how many columns it now stands. */
export async function plantWord(owner: pg.Client, clinicId: string): Promise<number> {
  let planted = 0
  for (const { named, where } of await tenantTables(owner)) {
    const { rows: columns } = await owner.query<Column>(
      `select format('%I', column_name) as named, column_name as name, data_type as kind
       from information_schema.columns
       where format('%I.%I', table_schema, table_name) = $1 and data_type in ('text', 'jsonb', 'json')
         and is_generated = 'NEVER'`,
      [named],
    )
    for (const { named: column, name, kind } of columns) {
      if (kind === 'text' && !writtenColumns.test(name)) continue
      const written =
        kind === 'text' ? plantedExpression.text(column) : `(${plantedExpression.json(column)})::${kind}`
      const isWritten = kind === 'text' ? `${column} <> ''` : `${column}::text ~ '[a-z] [a-z]'`
      await owner.query('begin')
      try {
        await owner.query(`alter table ${named} disable trigger user`)
        const { rowCount } = await owner.query(
          `update ${named} set ${column} = ${written} where ${where} and ${isWritten}`,
          [clinicId],
        )
        await owner.query(`alter table ${named} enable trigger user`)
        await owner.query('commit')
        if (rowCount) planted++
      } catch {
        // A state, a code or a moment, which a check of the table keeps from being words.
        await owner.query('rollback')
      }
    }
  }
  return planted
}

/** Every number of a row of the practice. */
export async function idsOfRows(owner: pg.Client, clinicId: string): Promise<Set<string>> {
  const ids = new Set([clinicId])
  for (const { named, where } of await tenantTables(owner)) {
    const { rows: columns } = await owner.query(
      `select 1 from information_schema.columns where format('%I.%I', table_schema, table_name) = $1
       and column_name = 'id' and data_type in ('uuid', 'text')`,
      [named],
    )
    if (columns.length === 0) continue
    const { rows } = await owner.query<{ id: string }>(
      `select id::text as id from ${named} where ${where.replaceAll('$1', '$1::uuid')}`,
      [clinicId],
    )
    for (const { id } of rows) if (/^[\da-f]{8}-/.test(id)) ids.add(id)
  }
  return ids
}

/** A number that nobody has, written as this one is. */
export const nobodysId = (id: string): string => {
  const figures = createHash('sha256').update(`nobody ${id}`).digest('hex')
  let place = 0
  return id.replaceAll(/[\da-f]/g, (_figure, at: number) =>
    // The marks of a random UUID stay, so that it is read as one.
    id.length === 36 && (at === 14 || at === 19) ? id.charAt(at) : figures.charAt(place++ % figures.length),
  )
}
