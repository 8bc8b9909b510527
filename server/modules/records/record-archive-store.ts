import { sql } from 'drizzle-orm'
import { unpackRow } from '../../platform/database/packed-column.ts'
import { openStoredRow } from '../../platform/database/sealed-column.ts'
import type { StaffScope, Tx } from '../../platform/database/transaction.ts'
import { recordsOf } from './record-store.ts'

/**
 * What a record is made of is read from the database's own catalogue: every table that belongs to a clinic, and how they
 * hang together. A table that is added later is in the next pack and the next export without a word here.
 */
export type RecordTable = { name: string; columns: string[] }
type Join = { child: string; column: string; parent: string }

/** Never given away: what opens something, and what only helps searching. Bytes on their way are given away as files. */
const secret =
  /(^|_)(token|secret|password|pin|hash_of_code|wrapped|idempotency)(_|$)|^(search_text|waiting_bytes)$/
/** Bookkeeping of the machine, nobody's data, and what only helps finding people again. */
const isBookkeeping = (table: string): boolean =>
  /^(idempotency|rate_|audit_unsealed|patient_keys$)/.test(table)

/** The tables that hold rows of clinics, with those columns the role may read and nobody's secret is in. */
export async function recordTables({ tx }: { tx: Tx }): Promise<RecordTable[]> {
  const { rows } = await tx.execute<{ name: string; columns: string[] }>(sql`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and has_column_privilege(c.oid, a.attnum, 'select')
      and exists (select from pg_attribute k where k.attrelid = c.oid and k.attname = 'clinic_id')
    group by c.relname order by c.relname`)
  return rows
    .filter(({ name, columns }) => !isBookkeeping(name) && columns.includes('clinic_id'))
    .map(({ name, columns }) => ({ name, columns: columns.filter((column) => !secret.test(column)) }))
}

/** Which table's rows belong to which other's: foreign keys of clinic and one id. */
async function joinsOf({ tx }: StaffScope): Promise<Join[]> {
  const { rows } = await tx.execute<Join>(sql`
    select child.relname as child, own.attname::text as column, parent.relname as parent
    from pg_constraint f
    join pg_class child on child.oid = f.conrelid
    join pg_class parent on parent.oid = f.confrelid
    join pg_namespace n on n.oid = child.relnamespace and n.nspname = 'public'
    join pg_attribute own on own.attrelid = f.conrelid and own.attnum = f.conkey[2]
    join pg_attribute theirs on theirs.attrelid = f.confrelid and theirs.attnum = f.confkey[2]
    where f.contype = 'f' and array_length(f.conkey, 1) = 2 and theirs.attname = 'id'
    order by child.relname, own.attname`)
  return rows
}

const identifiersOf = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  )

type Row = Record<string, unknown>
export type PatientTables = Map<string, Row[]>

/** A row is told apart by its id, or by everything it says where it has none. */
const keyOf = (row: Row): string => (typeof row.id === 'string' ? row.id : JSON.stringify(row))

/** A row as it was written. An event of a consent's chain has no id of its own. */
const openRowOf = (scope: StaffScope, table: string, row: Row): Row =>
  openStoredRow(
    scope,
    { table, id: String(row.id ?? `${String(row.consent_id)}/${String(row.number)}`) },
    unpackRow(row),
  )

/**
 * Every row that belongs to a patient and to records merged into theirs: from the patient down every foreign key, then
 * the messages about any of them, and what the audit log says of them.
 */
export async function readPatient(scope: StaffScope, patientId: string): Promise<PatientTables> {
  const tables = new Map((await recordTables(scope)).map((table) => [table.name, table]))
  const joins = await joinsOf(scope)
  const found: PatientTables = new Map()
  const records = new Set((await recordsOf(scope, patientId)).map(({ id }) => id))

  async function read(name: string, column: string, ids: string[]): Promise<Row[]> {
    const table = tables.get(name)
    if (!table || ids.length === 0) return []
    const { rows } = await scope.tx.execute<{ row: Row }>(sql`
      select to_jsonb(r) as row from (select ${identifiersOf(table.columns)} from ${sql.identifier(name)}
        where clinic_id = ${scope.clinicId} and ${sql.identifier(column)}::text = any(${sql.param(ids)}::text[])) r`)
    // Whoever else a row may name, only this patient's are followed.
    const own = rows
      .map(({ row }) => openRowOf(scope, name, row))
      .filter(({ patient_id: whose = patientId }) => records.has(String(whose)))
    return add(name, own)
  }
  /** Keeps the rows not met before, and answers those. */
  function add(name: string, rows: Row[]): Row[] {
    const known = found.get(name) ?? []
    const keys = new Set(known.map(keyOf))
    const fresh = rows.filter((row) => !keys.has(keyOf(row)))
    if (fresh.length > 0) found.set(name, [...known, ...fresh])
    return fresh
  }

  /** Keeps everything that hangs on these rows. */
  async function follow(name: string, rows: Row[]): Promise<void> {
    const waiting = [{ name, ids: idsOf(rows) }]
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const parent = next.name
      for (const { child, column } of joins.filter(
        (join) => join.parent === parent && join.child !== 'patients',
      )) {
        const ids = idsOf(await read(child, column, next.ids))
        if (ids.length > 0) waiting.push({ name: child, ids })
      }
    }
  }
  const idsFound = () => [...found.values()].flatMap(idsOf)

  await follow('patients', await read('patients', 'id', [...records]))
  await follow('messages', await read('messages', 'about_id', idsFound()))
  await read('audit_rows', 'subject', idsFound())
  for (const row of found.get('audit_rows') ?? []) hideStaffTraces(row)
  return found
}

const idsOf = (rows: Row[]): string[] =>
  rows.map(({ id }) => id).filter((id): id is string => typeof id === 'string')

/** Who looked is the patient's to know; from which computer is the colleague's own. */
function hideStaffTraces(row: Row): void {
  if (row.user_role === 'patient') return
  for (const column of [
    'ip',
    'user_agent',
    'user_email',
    'session_id',
    'browser',
    'browser_version',
    'platform',
  ])
    delete row[column]
}

const rows_at_once = 1000

/** All rows of one table of the clinic, some at a time, as they were at one moment. */
export async function* readTable(scope: StaffScope, { name, columns }: RecordTable): AsyncGenerator<Row[]> {
  const query = sql`select ${identifiersOf(columns)} from ${sql.identifier(name)} where clinic_id = ${scope.clinicId}`
  for await (const rows of readBy(scope, query)) yield rows.map((row) => openRowOf(scope, name, row))
}

/** What belongs to the clinic and has no clinic's key: the clinic itself, its templates and their versions, its videos. */
export const ownedQueries: { name: string; query: (clinicId: string) => ReturnType<typeof sql> }[] = [
  { name: 'clinic', query: (clinicId) => sql`select * from clinics where id = ${clinicId}` },
  {
    name: 'templates',
    query: (clinicId) => sql`select * from templates where owner_clinic_id = ${clinicId}`,
  },
  {
    name: 'template_versions',
    query: (clinicId) =>
      sql`select v.* from template_versions v join templates t on t.id = v.template_id where t.owner_clinic_id = ${clinicId}`,
  },
  {
    name: 'treatment_types',
    query: (clinicId) => sql`select * from treatment_types where owner_clinic_id = ${clinicId}`,
  },
  {
    name: 'treatment_subtypes',
    query: (clinicId) => sql`select * from treatment_subtypes where owner_clinic_id = ${clinicId}`,
  },
  {
    name: 'videos',
    query: (clinicId) => sql`select * from videos where owner_clinic_id = ${clinicId}`,
  },
  ...['template_decisions', 'template_translations'].map((name) => ({
    name,
    query: (clinicId: string) =>
      sql`select r.* from ${sql.identifier(name)} r join templates t on t.id = r.template_id where t.owner_clinic_id = ${clinicId}`,
  })),
]

/** The rows of a query, some at a time: a cursor keeps them out of our memory. */
export async function* readBy({ tx }: StaffScope, query: ReturnType<typeof sql>): AsyncGenerator<Row[]> {
  await tx.execute(sql`declare record_rows no scroll cursor for select to_jsonb(r) as row from (${query}) r`)
  for (;;) {
    const { rows } = await tx.execute<{ row: Row }>(sql.raw(`fetch ${rows_at_once} from record_rows`))
    if (rows.length > 0) yield rows.map(({ row }) => row)
    if (rows.length < rows_at_once) break
  }
  await tx.execute(sql`close record_rows`)
}
