import type pg from 'pg'

export type Policy = {
  table: string
  name: string
  isPermissive: boolean
  command: string
  roles: string[]
  using: string | null
  check: string | null
  /** The row's columns that its expressions read, each with its type. */
  columns: string[]
}

const policies = `
  select c.relname as table, p.polname as name, p.polpermissive as "isPermissive",
    case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end as command,
    array(select case when one.role = 0 then 'public' else one.role::regrole::text end from unnest(p.polroles) as one (role)) as roles,
    pg_get_expr(p.polqual, p.polrelid) as using, pg_get_expr(p.polwithcheck, p.polrelid) as check,
    array(select quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
      from pg_attribute a where a.attrelid = p.polrelid and a.attnum in (
        select d.refobjsubid from pg_depend d where d.classid = 'pg_policy'::regclass and d.objid = p.oid and d.refobjid = p.polrelid)
      order by a.attnum) as columns
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where c.relnamespace = 'public'::regnamespace and c.relname = coalesce($1, c.relname) and p.polname = coalesce($2, p.polname)
  order by 1, 2`

/**
 * Within a transaction: all policies, or those of a table, or the one. Tables in their expressions are named with their schema: a policy is also
 * asked within functions whose search path has none of ours.
 */
export async function readPolicies(owner: pg.ClientBase, table?: string, name?: string): Promise<Policy[]> {
  await owner.query('set local search_path = pg_catalog')
  const { rows } = await owner.query<Policy>(policies, [table ?? null, name ?? null])
  await owner.query('set local search_path to default')
  return rows
}

/** As PostgreSQL writes the practice of the transaction in a policy. */
const practice = `(NULLIF(current_setting('app.clinic_id'::text, true), ''::text))::uuid`
const asks = (expression: string | null): expression is string =>
  expression !== null && /\bselect\b/i.test(expression)

/** Whether rows of other tables are asked for. */
const hasSubquery = ({ using, check }: Policy): boolean => asks(using) || asks(check)

/**
 * `column in (select other from …)` as a question for the one row: within a function it would be asked for all rows, and
 * again for each row of the table that the policy is on.
 */
const askByKey = (table: string, expression: string): string =>
  expression.replace(
    /\((\w+) IN \( SELECT (\w+)\.(\w+)\s+FROM ([\w.]+) \2(?:\s+WHERE \((.+?)\))?\)\)(?=\)?$)/s,
    (_, column: string, other: string, key: string, from: string, where: string | undefined) =>
      `exists (select from ${from} ${other} where ${other}.${key} = ${table}.${column}${where ? ` and (${where})` : ''})`,
  )

/**
 * The policy with a function of the row's columns in the place of each expression with a subquery, and what makes these
 * functions: each has the policy's own expression in it. The practice of the transaction is given to it, by which Citus
 * finds the one server to ask.
 */
export function withPolicyFunctions({ columns, ...policy }: Policy): {
  policy: Omit<Policy, 'columns'>
  functions: { signature: string; create: string }[]
} {
  const names = columns.map((column) => column.split(' ')[0])
  const types = columns.map((column) => column.slice(column.indexOf(' ') + 1))
  const row = names.map((column, at) => `$${at + 2} as ${column}`).join(', ')
  const functions: { signature: string; create: string }[] = []
  const derive = (clause: 'using' | 'check'): string | null => {
    const expression = policy[clause]
    if (!asks(expression)) return expression
    const name = `public.policy_${policy.table}_${policy.name}_${clause}`
    const signature = `${name}(${['uuid', ...types].join(', ')})`
    const question = askByKey(policy.table, expression).replaceAll(practice, '$1')
    functions.push({
      signature,
      create: `create function ${signature} returns boolean language sql stable
        as $policy$ select ${question} from (select ${row}) as ${policy.table} $policy$`,
    })
    return `${name}(${[practice, ...names].join(', ')})`
  }
  return { policy: { ...policy, using: derive('using'), check: derive('check') }, functions }
}

/** Within a transaction: gives every policy that asks for rows of other tables its functions, and answers which these were. */
export async function replacePolicySubqueries(owner: pg.ClientBase): Promise<string[]> {
  const replaced: string[] = []
  for (const found of (await readPolicies(owner)).filter(hasSubquery)) {
    const { policy, functions } = withPolicyFunctions(found)
    for (const { create } of functions) await owner.query(create)
    const alter = `alter policy ${owner.escapeIdentifier(policy.name)} on public.${policy.table}`
    if (asks(found.using)) await owner.query(`${alter} using (${policy.using})`)
    if (asks(found.check)) await owner.query(`${alter} with check (${policy.check})`)
    replaced.push(`${policy.table}.${policy.name}`)
  }
  return replaced
}

/** A policy as it was read, made anew. */
export const createPolicy = (
  owner: pg.ClientBase,
  { table, name, isPermissive, command, roles, using, check }: Omit<Policy, 'columns'>,
): Promise<unknown> =>
  owner.query(
    `create policy ${owner.escapeIdentifier(name)} on public.${table} as ${isPermissive ? 'permissive' : 'restrictive'}
     for ${command} to ${roles.join(', ')}${using ? ` using (${using})` : ''}${check ? ` with check (${check})` : ''}`,
  )

/** Takes away the functions of a policy that is gone, or those that its clauses as they are now no longer name. */
export async function dropPolicyFunctions(
  owner: pg.ClientBase,
  { table, name, using = null, check = null }: Pick<Policy, 'table' | 'name'> & Partial<Policy>,
): Promise<void> {
  const named = Object.entries({ using, check })
    .map(([clause, text]) => ({ text, functionName: `policy_${table}_${name}_${clause}` }))
    .filter(({ text, functionName }) => !text?.includes(`${functionName}(`))
  const { rows } = await owner.query<{ signature: string }>(
    `select p.oid::regprocedure::text as signature from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.proname = any($1)`,
    [named.map(({ functionName }) => functionName)],
  )
  for (const { signature } of rows) await owner.query(`drop function ${signature}`)
}
