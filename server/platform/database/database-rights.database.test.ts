import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'

// What the database itself refuses, written down a second time: whoever widens a right changes the list too.

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.logins.owner)
  await owner.connect()
})

afterAll(async () => {
  await owner.end()
  await database.drop()
})

/** Each kind of right as one line. What a backup reads is granted on every table after the migrations. */
const queries = {
  'row security': `
    select format('%s %s%s', c.oid::regclass, case when c.relrowsecurity then 'on' else 'off' end,
      case when c.relforcerowsecurity then ', forced' else '' end) as line
    from pg_class c where c.relkind = 'r' and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  policy: `
    select format('%s on %s.%s for %s to %s%s%s', policyname, schemaname, tablename, lower(cmd), array_to_string(roles, ', '),
      ' using (' || regexp_replace(qual, '\\s+', ' ', 'g') || ')',
      ' check (' || regexp_replace(with_check, '\\s+', ' ', 'g') || ')') as line
    from pg_policies where policyname <> 'backup'`,
  grant: `
    select format('%s: %s to %s', c.oid::regclass,
      string_agg(distinct lower(a.privilege_type), ', ' order by lower(a.privilege_type)),
      coalesce(r.rolname, 'public')) as line
    from pg_class c cross join aclexplode(c.relacl) a left join pg_roles r on r.oid = a.grantee
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and a.grantee <> c.relowner
      and r.rolname is distinct from 'candour_backup'
    group by c.oid, r.rolname`,
  'grant of columns': `
    select format('%s: %s (%s) to %s', c.oid::regclass, lower(a.privilege_type),
      string_agg(t.attname, ', ' order by t.attname), coalesce(r.rolname, 'public')) as line
    from pg_class c join pg_attribute t on t.attrelid = c.oid cross join aclexplode(t.attacl) a
      left join pg_roles r on r.oid = a.grantee
    where c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace) and a.grantee <> c.relowner
    group by c.oid, a.privilege_type, r.rolname`,
  trigger: `
    select format('%s%s', regexp_replace(pg_get_triggerdef(t.oid), '^CREATE (CONSTRAINT )?TRIGGER ', ''),
      case when t.tgenabled = 'O' then '' else ' (disabled)' end) as line
    from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  check: `
    select format('%s on %s %s', k.conname, k.conrelid::regclass, pg_get_constraintdef(k.oid)) as line
    from pg_constraint k where k.contype = 'c' and k.connamespace in ('public'::regnamespace, 'auth'::regnamespace)`,
  function: `
    select format('%s%s %s for %s', p.oid::regprocedure, case when p.prosecdef then ' as ' || o.rolname else '' end,
      left(encode(sha256(convert_to(p.prosrc, 'UTF8')), 'hex'), 16),
      coalesce((select string_agg(coalesce(r.rolname, 'public'), ', ' order by r.rolname)
        from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a left join pg_roles r on r.oid = a.grantee
        where a.grantee <> p.proowner), 'nobody else')) as line
    from pg_proc p join pg_roles o on o.oid = p.proowner
    where p.pronamespace in ('public'::regnamespace, 'auth'::regnamespace)
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
}

it('is what database-rights.txt says, right by right', async () => {
  const lines: string[] = []
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await owner.query<{ line: string }>(query)
    expect(rows.length, kind).toBeGreaterThan(0)
    lines.push(...rows.map(({ line }) => `${kind} ${line}`).toSorted())
  }
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, '../../migrations/database-rights.txt'),
  )
})
