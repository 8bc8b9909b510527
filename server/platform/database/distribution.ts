import type pg from 'pg'
import { replacePolicySubqueries } from './policy-functions.ts'
import { changeInOrder } from './spread-connection.ts'

/** Tables that are not spread as their columns say: those of a practice by the practice, all others on every server. */
export type Distribution = {
  /** On the coordinator alone. */
  local: readonly string[]
  /**
   * By the practice as well, in groups apart from the others: Citus lets one transaction change the rows of a group under
   * one role alone.
   */
  apart: readonly (readonly string[])[]
  /** On every server though a row names a practice. */
  everywhere: readonly string[]
}

export type TableKind =
  'by practice' | `by practice, beside ${string}` | 'on every server' | 'on the coordinator'

/** The engine does not take a table, a function or a foreign key as it is. */
class DistributionError extends Error {
  constructor(what: string, cause: unknown) {
    const { message, detail } = cause as { message: string; detail?: string }
    super(`Citus refuses ${what}: ${detail ? `${message}: ${detail}` : message}`, { cause })
  }
}

async function run(owner: pg.ClientBase, what: string, statement: string): Promise<void> {
  try {
    await owner.query(statement)
  } catch (error) {
    throw new DistributionError(what, error)
  }
}

/** What each table of the product is, in order of their names. */
export async function readTableKinds(
  owner: pg.ClientBase,
  { local, apart, everywhere }: Distribution,
): Promise<Map<string, TableKind>> {
  const { rows } = await owner.query<{ name: string; isOfPractice: boolean }>(
    `select c.relname as name, exists (
       select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and not a.attisdropped) as "isOfPractice"
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  const kindOf = (name: string, isOfPractice: boolean): TableKind => {
    if (local.includes(name)) return 'on the coordinator'
    if (!isOfPractice || everywhere.includes(name)) return 'on every server'
    const group = apart.find((names) => names.includes(name))
    return group ? `by practice, beside ${group[0]!}` : 'by practice'
  }
  return new Map(rows.map(({ name, isOfPractice }) => [name, kindOf(name, isOfPractice)]))
}

/** The tables of the product that Citus has, by name: all that are not on the coordinator alone. None where it is not installed. */
export async function readSpreadTables(client: pg.ClientBase): Promise<Set<string>> {
  const { rows: found } = await client.query<{ isThere: boolean }>(
    `select to_regclass('pg_dist_partition') is not null as "isThere"`,
  )
  if (!found[0]!.isThere) return new Set()
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_dist_partition d join pg_class c on c.oid = d.logicalrelid
     where c.relnamespace = 'public'::regnamespace`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** Works on the coordinator alone, within a transaction: the other servers are told nothing of what is changed. */
export async function withoutPropagation<R>(owner: pg.ClientBase, work: () => Promise<R>): Promise<R> {
  await owner.query('set local citus.enable_ddl_propagation = off')
  const result = await work()
  await owner.query('set local citus.enable_ddl_propagation = on')
  return result
}

/** Puts one table where its kind says, as one beside those of its kind that are there already. */
export async function distributeTable(
  owner: pg.ClientBase,
  { name, kind, kinds }: { name: string; kind: TableKind; kinds: ReadonlyMap<string, TableKind> },
): Promise<void> {
  if (kind === 'on the coordinator') return
  if (kind === 'on every server')
    return run(owner, `the table ${name}`, `select create_reference_table('public.${name}')`)
  const spread = await readSpreadTables(owner)
  const leader = [...kinds].find(([other, itsKind]) => itsKind === kind && spread.has(other))?.[0]
  await run(
    owner,
    `the table ${name}`,
    `select create_distributed_table('public.${name}', 'clinic_id', colocate_with => '${leader ? `public.${leader}` : 'none'}')`,
  )
}

export type ForeignKey = {
  table: string
  name: string
  definition: string
  target: string
  cleared: string | null
  matches: string
}

const foreignKeys = `
  select k.conrelid::regclass::text as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition,
    k.confrelid::regclass::text as target,
    (select string_agg(quote_ident(a.attname) || ' = null', ', ') from pg_attribute a
      where a.attrelid = k.conrelid and k.confdeltype = 'n' and a.attnum = any(k.confdelsetcols)) as cleared,
    (select string_agg(format('%I = old.%I', own.attname, other.attname), ' and ')
      from unnest(k.conkey, k.confkey) as pair(own_number, other_number)
        join pg_attribute own on own.attrelid = k.conrelid and own.attnum = own_number
        join pg_attribute other on other.attrelid = k.confrelid and other.attnum = other_number) as matches
  from pg_constraint k
  where k.contype = 'f' and k.connamespace = 'public'::regnamespace and k.conparentid = 0 and k.conname = coalesce($1, k.conname)
  order by 1, 2`

/** All foreign keys of the product, or those of a name. */
export const readForeignKeys = async (owner: pg.ClientBase, name?: string): Promise<ForeignKey[]> =>
  (await owner.query<ForeignKey>(foreignKeys, [name ?? null])).rows

/**
 * Adds a foreign key as Citus takes it. It knows none that clears a column of what named the row: a trigger does it, with
 * the owner's rights as the key would.
 */
export async function addForeignKey(owner: pg.ClientBase, key: ForeignKey): Promise<void> {
  const { table, name, definition, target, cleared, matches } = key
  const taken = definition.replace(/ ON DELETE SET NULL \([^)]*\)/, '')
  await run(owner, `the key ${name}`, `alter table ${table} add constraint ${name} ${taken}`)
  if (!cleared) return
  for (const statement of [
    `create function public.clear_${name}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
     as $clear$ begin update public.${table} set ${cleared} where ${matches}; return old; end $clear$`,
    `revoke execute on function public.clear_${name}() from public`,
    `create trigger clear_${name} before delete on public.${target} for each row execute function public.clear_${name}()`,
  ])
    await run(owner, `the key ${name}`, statement)
}

/**
 * Functions that shards call from triggers and policies, and those that are given their practice first, which are asked where
 * its rows are; those that answer for a login before there is a scope stay here.
 */
const sharedFunctions = `
  select p.oid::regprocedure::text as name, p.provolatile = 'v' and p.proargnames[1] = 'practice' as "changesPractice"
  from pg_proc p
  where p.pronamespace = 'public'::regnamespace
    and not (p.prosecdef and p.prorettype <> 'trigger'::regtype and p.proargnames[1] is distinct from 'practice')
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`

/**
 * Gives the other servers every function that they need, as it is now. One that changes rows of a practice is run by the
 * practice's server as a whole: with its owner's rights it could not change what its caller has changed before.
 */
export async function shareFunctions(
  owner: pg.ClientBase,
  kinds: ReadonlyMap<string, TableKind>,
): Promise<void> {
  const [beside] = [...kinds].find(([, kind]) => kind === 'by practice')!
  const { rows } = await owner.query<{ name: string; changesPractice: boolean }>(sharedFunctions)
  for (const { name, changesPractice } of rows) {
    const where = changesPractice
      ? `, 'practice', colocate_with => 'public.${beside}', force_delegation => true`
      : ''
    await run(owner, `the function ${name}`, `select create_distributed_function('${name}'${where})`)
  }
}

/** Roles that may change a table, with the first column of the key of each table that its keys lead to and they may not lock. */
const missingLockRights = `
  with recursive keys as (
    select conrelid as source, confrelid as target from pg_constraint
    where contype = 'f' and conrelid <> confrelid and conrelid = any($1::regclass[]) and confrelid = any($1::regclass[])
  ), reached as (
    select source, target from keys
    union select r.source, k.target from reached r join keys k on k.source = r.target
  ), writers as (
    select r.target, o.oid as role, has_any_column_privilege(o.oid, r.source, 'insert') as inserts,
      has_any_column_privilege(o.oid, r.source, 'update') or has_table_privilege(o.oid, r.source, 'delete') as changes
    from reached r join pg_roles o on starts_with(o.rolname, 'candour_') and not o.rolsuper
  )
  select distinct w.target::regclass::text as table, w.role::regrole::text as role, quote_ident(a.attname) as column
  from writers w join pg_index i on i.indrelid = w.target and i.indisprimary
    join pg_attribute a on a.attrelid = w.target and a.attnum = i.indkey[0]
  where (w.changes or w.inserts) and w.role <> (select relowner from pg_class where oid = w.target)
    and not has_any_column_privilege(w.role, w.target, 'update') and not has_table_privilege(w.role, w.target, 'delete')
    and (w.changes or not has_any_column_privilege(w.role, w.target, 'insert'))
  order by 1, 2`

/**
 * Whoever changes a table on every server locks, with Citus, the tables on every server that its keys lead to, and may do so
 * only with a right to change them. Each role that has none gets it for a column that nothing changes, the key's own: which
 * rows it may change is for policies to say, as before.
 */
export async function giveLockRights(
  owner: pg.ClientBase,
  kinds: ReadonlyMap<string, TableKind>,
): Promise<void> {
  const everywhere = [...kinds].filter(([, kind]) => kind === 'on every server').map(([name]) => name)
  const { rows } = await owner.query<{ table: string; role: string; column: string }>(missingLockRights, [
    everywhere.map((name) => `public.${owner.escapeIdentifier(name)}`),
  ])
  for (const { table, role, column } of rows)
    await run(owner, `a right on ${table}`, `grant update (${column}) on ${table} to ${role}`)
}

/**
 * Spreads a migrated, empty database over the servers of its Citus cluster, within a transaction. Foreign keys come after
 * all tables: one of a table that is not spread yet stops the spreading of the table that it names.
 */
export async function distributeTables(owner: pg.ClientBase, distribution: Distribution): Promise<void> {
  await owner.query(changeInOrder)
  const kinds = await readTableKinds(owner, distribution)
  const keys = await readForeignKeys(owner)
  await withoutPropagation(owner, async () => {
    await replacePolicySubqueries(owner)
    for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  })
  for (const [name, kind] of kinds) await distributeTable(owner, { name, kind, kinds })
  for (const key of keys) await addForeignKey(owner, key)
  await shareFunctions(owner, kinds)
  await giveLockRights(owner, kinds)
}
