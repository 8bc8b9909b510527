import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { rawQuery, type RawScope, type ScopeRole } from './testing/raw-query.ts'
import { distribution } from './table-distribution.ts'
import { readTableKinds, type TableKind } from './platform/database/distribution.ts'
import { replacePolicySubqueries } from './platform/database/policy-functions.ts'

let testApp: TestApp
let app: pg.Client
let kinds: Map<string, TableKind>

beforeAll(async () => {
  testApp = await openTestApp()
  const { consentId } = await testApp.clinicA.addFinalised()
  await testApp.clinicB.addFinalised()
  await testApp.runJobs()
  // A record that two people decided to end: whoever may take it away sees it.
  await testApp.owner.query('set session_replication_role = replica')
  await testApp.owner.query(
    `insert into destructions (clinic_id, patient_id, initials, status, last_care_on, review_on, rule, reason,
       proposed_by_id, proposed_by, proposed_at, expires_at, confirmed_by_id, confirmed_by, confirmed_at)
     select clinic_id, patient_id, 'E W', 'confirmed', '2010-01-01', '2020-01-01', 'adult', 'Its time has come',
       clinician_id, 'Ada', now(), now() + interval '1 day', uuidv7(), 'Ben', now()
     from consents where id = $1`,
    [consentId],
  )
  await testApp.owner.query('reset session_replication_role')
  app = new pg.Client(testApp.logins.app)
  await app.connect()
  kinds = await readTableKinds(testApp.owner, distribution)
})
afterAll(async () => {
  await app.end()
  await testApp.close()
})

const ofPractice = (table: string): boolean => kinds.get(table)!.startsWith('by practice')

type Key = {
  table: string
  name: string
  kind: string
  columns: string[]
  target: string | null
  targetColumns: string[]
}

const keys = async (): Promise<Key[]> =>
  (
    await testApp.owner.query<Key>(
      `select c.relname as table, k.conname as name, k.contype as kind,
         array(select a.attname::text from unnest(k.conkey) with ordinality n (number, at)
           join pg_attribute a on a.attrelid = k.conrelid and a.attnum = n.number order by n.at) as columns,
         t.relname as target,
         array(select a.attname::text from unnest(k.confkey) with ordinality n (number, at)
           join pg_attribute a on a.attrelid = k.confrelid and a.attnum = n.number order by n.at) as "targetColumns"
       from pg_constraint k join pg_class c on c.oid = k.conrelid left join pg_class t on t.oid = k.confrelid
       where k.connamespace = 'public'::regnamespace and k.contype in ('p', 'u', 'f') order by 1, 2`,
    )
  ).rows

const texts = async (query: string): Promise<{ name: string; text: string }[]> =>
  (await testApp.owner.query<{ name: string; text: string }>(query)).rows

describe('a schema that can be spread by practice', () => {
  it('names only tables that there are', () => {
    const named = [...distribution.local, ...distribution.apart.flat(), ...distribution.everywhere]
    expect(named.filter((table) => !kinds.has(table))).toEqual([])
    expect([...kinds.values()].filter((kind) => kind === 'by practice').length).toBeGreaterThan(100)
  })

  it('has the practice in every key of a table of practices', async () => {
    const unique = (await keys()).filter(({ kind, table }) => kind !== 'f' && ofPractice(table))
    expect(unique.length).toBeGreaterThan(100)
    expect(unique.filter(({ columns }) => !columns.includes('clinic_id'))).toEqual([])
    const indexes = await texts(
      `select c.relname as name, i.indexrelid::regclass::text as text from pg_index i join pg_class c on c.oid = i.indrelid
       where c.relnamespace = 'public'::regnamespace and i.indisunique and not exists (
         select from pg_attribute a where a.attrelid = c.oid and a.attname = 'clinic_id' and a.attnum = any(i.indkey))`,
    )
    expect(indexes.filter(({ name }) => ofPractice(name))).toEqual([])
  })

  it('has no foreign key that leaves the servers on which both rows are', async () => {
    const wrong = (await keys()).filter(({ kind, table, target, columns, targetColumns }) => {
      if (kind !== 'f' || !kinds.has(target!)) return false
      const [own, other] = [kinds.get(table)!, kinds.get(target!)!]
      if (other === 'on every server') return false
      if (!ofPractice(table)) return own !== other
      return own !== other || targetColumns[columns.indexOf('clinic_id')] !== 'clinic_id'
    })
    expect(wrong).toEqual([])
  })

  it('counts no table of practices by anything but a big number, and clears no column but by a list', async () => {
    const identities = await texts(
      `select c.relname as name, a.attname as text from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relnamespace = 'public'::regnamespace and a.attidentity <> '' and a.atttypid <> 'int8'::regtype`,
    )
    expect(identities).toEqual([])
    const clearing = await texts(
      `select c.relname as name, k.conname as text from pg_constraint k join pg_class c on c.oid = k.conrelid
       where k.connamespace = 'public'::regnamespace and k.confdeltype in ('n', 'd')
         and (k.confdeltype = 'd' or k.confdelsetcols is null)`,
    )
    expect(clearing).toEqual([])
  })

  it('has no restrictive policy, of which Citus makes a permissive one on its servers', async () => {
    const restrictive = await texts(
      `select polrelid::regclass::text as name, polname as text from pg_policy where not polpermissive`,
    )
    expect(restrictive).toEqual([])
  })

  it('asks within functions of triggers by the practice of the row, also in a question within a question', async () => {
    const functions = await texts(
      `select p.proname as name, p.prosrc as text from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.prorettype = 'trigger'::regtype order by 1`,
    )
    expect(functions.length).toBeGreaterThan(40)
    const byAnother = /\bwhere\s+\w+\.clinic_id = (?!new\.|old\.)\w+\.clinic_id/
    expect(functions.filter(({ text }) => byAnother.test(text)).map(({ name }) => name)).toEqual([])
  })
})

/** What each role sees of a table, as how many rows or why none. */
async function seen(policies: readonly { table: string; roles: string[] }[], scope: Omit<RawScope, 'role'>) {
  const query = rawQuery(app)
  const answers: Record<string, string> = {}
  for (const { table, roles } of policies)
    for (const role of roles)
      answers[`${role} of ${table}`] = await query<{ rows: string }>(
        { ...scope, role: role as ScopeRole },
        `select count(*) as rows from ${table}`,
      ).then(
        ([row]) => row!.rows,
        (error: Error) => error.message,
      )
  return answers
}

it('shows the same rows where policies ask by functions', async () => {
  const asking = `pg_get_expr(p.polqual, p.polrelid) ~* '\\mselect\\M' or pg_get_expr(p.polwithcheck, p.polrelid) ~* '\\mselect\\M'`
  const { rows: policies } = await testApp.owner.query<{ table: string; roles: string[] }>(
    `select p.polrelid::regclass::text as table,
       array(select r.rolname::text from pg_roles r where r.oid = any(array_agg(one.role)) and r.rolname not in ('candour_opener', 'candour_search') order by 1) as roles
     from pg_policy p cross join unnest(p.polroles) as one (role) where ${asking} group by 1 order by 1`,
  )
  const consents = await testApp.owner.query<{ id: string }>('select id from consents where clinic_id = $1', [
    testApp.clinicA.id,
  ])
  const scope = { clinicId: testApp.clinicA.id, consentIds: consents.rows.map(({ id }) => id) }
  const before = await seen(policies, scope)
  await testApp.owner.query('begin')
  const made = await replacePolicySubqueries(testApp.owner)
  await testApp.owner.query('commit')
  expect(made.length).toBeGreaterThan(90)
  expect(
    await texts(
      `select p.polname as name, p.polrelid::regclass::text as text from pg_policy p where ${asking}`,
    ),
  ).toEqual([])
  expect(await seen(policies, scope)).toEqual(before)
  expect(Object.values(before).filter((answer) => Number(answer) > 0).length).toBeGreaterThan(20)
  // Each asks of one practice alone: a table of practices that is not asked so would be looked for on every server.
  const functions = await texts(
    `select p.proname as name, p.prosrc as text from pg_proc p where p.proname like 'policy\\_%' and p.pronamespace = 'public'::regnamespace`,
  )
  // And finds its tables also within a function whose search path has none of ours.
  expect(functions.filter(({ text }) => /\b(?:from|join)\s+\(*\w+ \w+\b/i.test(text))).toEqual([])
  const unbound = functions.flatMap(({ name, text }) => {
    const asked = [...text.matchAll(/\b(?:from|join)\s+\(*(?:only\s+)?(?:public\.)?(\w+) (\w+)\b/gi)]
    return asked
      .filter(([, table]) => kinds.has(table!) && ofPractice(table!))
      .filter(([, , alias]) => !new RegExp(`\\b${alias}\\.clinic_id = |= ${alias}\\.clinic_id\\b`).test(text))
      .map(([, table]) => `${name} of ${table}`)
  })
  expect(unbound).toEqual([])
})
