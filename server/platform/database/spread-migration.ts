import type pg from 'pg'
import {
  addForeignKey,
  distributeTable,
  giveLockRights,
  readForeignKeys,
  readSpreadTables,
  readTableKinds,
  shareFunctions,
  withoutPropagation,
  type Distribution,
} from './distribution.ts'
import { createPolicy, dropPolicyFunctions, readPolicies, withPolicyFunctions } from './policy-functions.ts'
import { grantBackupAccess } from './roles.ts'
import { changeInOrder } from './spread-connection.ts'
import { splitStatements } from './sql-statements.ts'

export type Migration = { sql: string[]; hash: string; folderMillis: number }

const name = '(?:"?public"?\\.)?"?(\\w+)"?'
const forms = {
  createTable: new RegExp(`^create\\s+table\\s+(?:if\\s+not\\s+exists\\s+)?${name}`, 'i'),
  policy: new RegExp(
    `^(create|alter|drop)\\s+policy\\s+(?:if\\s+exists\\s+)?"?(\\w+)"?\\s+on\\s+${name}`,
    'i',
  ),
  clearingKey: new RegExp(
    `^alter\\s+table\\s+.*\\sadd\\s+constraint\\s+"?(\\w+)"?\\s+foreign\\s+key\\b.*\\bon\\s+delete\\s+set\\s+null`,
    'is',
  ),
  dropConstraint: /^alter\s+table\s+.*\sdrop\s+constraint\s+(?:if\s+exists\s+)?"?(\w+)"?/is,
  createFunction: new RegExp(`^create\\s+(?:or\\s+replace\\s+)?function\\s+${name}`, 'i'),
}

/** Makes a table and puts it where it belongs, before anything else is said of it. */
async function createTable(
  owner: pg.ClientBase,
  { statement, table, distribution }: { statement: string; table: string; distribution: Distribution },
): Promise<void> {
  await owner.query(statement)
  const kinds = await readTableKinds(owner, distribution)
  await distributeTable(owner, { name: table, kind: kinds.get(table)!, kinds })
}

/** Tries a policy on the coordinator alone, and makes it there and everywhere with functions for what it asks. */
async function changePolicy(
  owner: pg.ClientBase,
  { statement, verb, table, policy }: { statement: string; verb: string; table: string; policy: string },
): Promise<void> {
  const drop = () => owner.query(`drop policy ${owner.escapeIdentifier(policy)} on public.${table}`)
  if (!(await readSpreadTables(owner)).has(table)) return void (await owner.query(statement))
  if (verb === 'drop') await owner.query(statement)
  else {
    const [read] = await withoutPropagation(owner, async () => {
      await owner.query(statement)
      return readPolicies(owner, table, policy)
    })
    if (verb === 'create') await withoutPropagation(owner, drop)
    else await drop()
    await dropPolicyFunctions(owner, read!)
    const made = withPolicyFunctions(read!)
    for (const { create, signature } of made.functions) {
      await withoutPropagation(owner, () => owner.query(create))
      await owner.query(`select create_distributed_function('${signature}')`)
    }
    await createPolicy(owner, made.policy)
    return
  }
  await dropPolicyFunctions(owner, { table, name: policy })
}

/** Reads a key that clears a column off the coordinator, and makes it there and everywhere with the trigger that clears. */
async function addClearingKey(
  owner: pg.ClientBase,
  { statement, key }: { statement: string; key: string },
): Promise<void> {
  const [read] = await withoutPropagation(owner, async () => {
    await owner.query(statement)
    const found = await readForeignKeys(owner, key)
    await owner.query(`alter table ${found[0]!.table} drop constraint ${found[0]!.name}`)
    return found
  })
  await addForeignKey(owner, read!)
}

/** What cleared a column for a key that is gone. */
async function dropClearing(owner: pg.ClientBase, key: string): Promise<void> {
  const { rows } = await owner.query<{ trigger: string; table: string }>(
    `select quote_ident(t.tgname) as trigger, t.tgrelid::regclass::text as table from pg_trigger t where t.tgname = $1`,
    [`clear_${key}`],
  )
  for (const { trigger, table } of rows) {
    await owner.query(`drop trigger ${trigger} on ${table}`)
    await owner.query(`drop function public.${trigger}()`)
  }
}

/** Whether the other servers have a function of that name, which sharing it once more would leave as it is there. */
async function isShared(owner: pg.ClientBase, functionName: string): Promise<boolean> {
  const { rows } = await owner.query<{ isShared: boolean }>(
    `select exists (select from pg_dist_object d join pg_proc p on p.oid = d.objid
       where d.classid = 'pg_proc'::regclass and p.pronamespace = 'public'::regnamespace and p.proname = $1) as "isShared"`,
    [functionName],
  )
  return rows[0]!.isShared
}

/** One statement of a migration as a spread database takes it. */
async function applySpread(
  owner: pg.ClientBase,
  statement: string,
  distribution: Distribution,
): Promise<void> {
  const [, table] = forms.createTable.exec(statement) ?? []
  if (table) return createTable(owner, { statement, table, distribution })
  const [, verb, policy, on] = forms.policy.exec(statement) ?? []
  if (policy) return changePolicy(owner, { statement, verb: verb!.toLowerCase(), table: on!, policy })
  const [, key] = forms.clearingKey.exec(statement) ?? []
  if (key) return addClearingKey(owner, { statement, key })
  // The other servers are given new functions at the end, as they are by then, and what they have already as it changes.
  const [, created] = forms.createFunction.exec(statement) ?? []
  if (created && !(await isShared(owner, created)))
    return void (await withoutPropagation(owner, () => owner.query(statement)))
  await owner.query(statement)
  const [, dropped] = forms.dropConstraint.exec(statement) ?? []
  if (dropped) await dropClearing(owner, dropped)
}

/** Brings a database that is spread already to a later version, in one transaction: what it has not had, in order. */
export async function migrateSpread(
  owner: pg.Client,
  migrations: readonly Migration[],
  distribution: Distribution,
): Promise<void> {
  const { rows } = await owner.query<{ last: string }>(
    'select max(created_at) as last from drizzle.__drizzle_migrations',
  )
  const missing = migrations.filter(({ folderMillis }) => folderMillis > Number(rows[0]!.last))
  if (missing.length === 0) return
  await owner.query('begin')
  try {
    await owner.query(changeInOrder)
    for (const { sql, hash, folderMillis } of missing) {
      for (const statement of sql.flatMap(splitStatements)) await applySpread(owner, statement, distribution)
      await owner.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        hash,
        folderMillis,
      ])
    }
    const kinds = await readTableKinds(owner, distribution)
    await shareFunctions(owner, kinds)
    await giveLockRights(owner, kinds)
    await grantBackupAccess(owner)
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}
