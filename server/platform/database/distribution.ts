import type pg from 'pg'

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

/** What the engine refused, of a table, a function or a foreign key. */
export type Refusal = { what: string; why: string }

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

type Policy = { table: string; name: string; using: string | null; check: string | null; columns: string[] }

const askingPolicies = `
  select c.relname as table, p.polname as name,
    pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check,
    array(select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      from pg_attribute a where a.attrelid = p.polrelid and a.attnum in (
        select d.refobjsubid from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refobjid = p.polrelid)
      order by a.attnum) as columns
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where c.relnamespace = 'public'::regnamespace
    and concat(pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~* '\\mselect\\M'
  order by 1, 2`

/** As PostgreSQL writes the practice of the transaction in a policy. */
const practice = `(NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::uuid`
const asks = (expression: string | null): expression is string =>
  expression !== null && /\bselect\b/i.test(expression)

/**
 * `column in (select other from …)` as a question for the one row: within a function it would be asked for all rows, and
 * again for each row of the table that the policy is on.
 */
const askByKey = (table: string, expression: string): string =>
  expression.replace(
    /\((\w+) IN \( SELECT (\w+)\.(\w+)\s+FROM (\w+) \2(?:\s+WHERE \((.+?)\))?\)\)(?=\)?$)/s,
    (_, column: string, other: string, key: string, from: string, where: string | undefined) =>
      `exists (select from ${from} ${other} where ${other}.${key} = ${table}.${column}${where ? ` and (${where})` : ''})`,
  )

/**
 * Citus refuses policies with subqueries. Each becomes a function of the row's columns with the policy's own expression in
 * it; the practice of the transaction is given to it, by which the engine finds the one server to ask.
 */
export async function replacePolicySubqueries(owner: pg.ClientBase): Promise<string[]> {
  const { rows } = await owner.query<Policy>(askingPolicies)
  const made: string[] = []
  for (const { table, name, columns, ...expressions } of rows)
    for (const [clause, expression] of [
      ['using', expressions.using],
      ['with check', expressions.check],
    ] as const) {
      if (!asks(expression)) continue
      const called = `public.policy_${table}_${name}_${clause === 'using' ? 'using' : 'check'}`
      const names = columns.map((column) => column.split(' ')[0])
      const types = columns.map((column) => column.slice(column.indexOf(' ') + 1))
      const row = names.map((column, at) => `$${at + 2} as ${column}`).join(', ')
      await owner.query(
        `create function ${called}(${['uuid', ...types].join(', ')}) returns boolean language sql stable
         as $policy$ select ${askByKey(table, expression).replaceAll(practice, '$1')} from (select ${row}) as ${table} $policy$`,
      )
      await owner.query(
        `alter policy ${owner.escapeIdentifier(name)} on public.${table} ${clause} (${called}(${[practice, ...names].join(', ')}))`,
      )
      made.push(`${table}.${name}`)
    }
  return made
}

type ForeignKey = {
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
  from pg_constraint k where k.contype = 'f' and k.connamespace = 'public'::regnamespace order by 1, 2`

/** Citus knows no key that clears a column of what named the row: a trigger does it, with the owner's rights as the key would. */
const clearingTrigger = ({ table, name, target, cleared, matches }: ForeignKey): string =>
  `create function public.clear_${name}() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp
   as $clear$ begin update public.${table} set ${cleared} where ${matches}; return old; end $clear$;
   revoke execute on function public.clear_${name}() from public;
   create trigger clear_${name} before delete on public.${target} for each row execute function public.clear_${name}()`

/** Functions that shards call from triggers and policies; those that answer for a login before there is a scope stay here. */
const sharedFunctions = `
  select p.oid::regprocedure::text as name from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not (p.prosecdef and p.prorettype <> 'trigger'::regtype)
    and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') order by 1`

/**
 * Spreads a migrated, empty database over the servers of its Citus cluster, and answers what was refused. Foreign keys come
 * after all tables: one of a table that is not spread yet stops the spreading of the table that it names.
 */
export async function distributeTables(
  owner: pg.ClientBase,
  kinds: ReadonlyMap<string, TableKind>,
): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  const attempt = async (what: string, statement: string): Promise<boolean> => {
    try {
      await owner.query(statement)
      return true
    } catch (error) {
      const { message, detail } = error as { message: string; detail?: string }
      refusals.push({ what, why: detail ? `${message}: ${detail}` : message })
      return false
    }
  }
  const { rows: keys } = await owner.query<ForeignKey>(foreignKeys)
  for (const { table, name } of keys) await owner.query(`alter table ${table} drop constraint ${name}`)
  for (const key of keys) if (key.cleared) await owner.query(clearingTrigger(key))
  const leaders = new Map<TableKind, string>()
  for (const [name, kind] of kinds) {
    if (kind === 'on the coordinator') continue
    if (kind === 'on every server') {
      await attempt(name, `select create_reference_table('public.${name}')`)
      continue
    }
    const leader = leaders.get(kind)
    const beside = leader ? `public.${leader}` : 'none'
    const isSpread = await attempt(
      name,
      `select create_distributed_table('public.${name}', 'clinic_id', colocate_with => '${beside}')`,
    )
    if (isSpread && !leader) leaders.set(kind, name)
  }
  for (const { table, name, definition } of keys)
    await attempt(
      `${table}.${name}`,
      `alter table ${table} add constraint ${name} ${definition.replace(/ ON DELETE SET NULL \([^)]*\)/, '')}`,
    )
  const { rows: functions } = await owner.query<{ name: string }>(sharedFunctions)
  for (const { name } of functions) await attempt(name, `select create_distributed_function('${name}')`)
  return refusals
}
