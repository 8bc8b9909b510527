import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import type { Distribution } from './distribution.ts'
import { appliedMigrations } from './migrate.ts'
import { migrateSpread } from './spread-migration.ts'

// Plain PostgreSQL that takes the calls of Citus, and writes them down: what a migration becomes on the coordinator.

const distribution: Distribution = {
  local: ['things_here'],
  apart: [['audit_rows', 'things_apart']],
  everywhere: [],
}

let database: TestDatabase
let owner: pg.Client

beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client({ ...database.logins.owner, options: '-c search_path=public,engine' })
  await owner.connect()
  await owner.query(`
    create schema engine;
    create table engine.calls (at int generated always as identity, call text);
    create table engine.pg_dist_partition as
      select oid::regclass as logicalrelid from pg_class where relname in ('consents', 'audit_rows', 'clinics');
    create table engine.pg_dist_object (classid oid, objid oid);
    create function engine.create_reference_table(name regclass) returns void language sql as $$
      insert into engine.pg_dist_partition values (name);
      insert into engine.calls (call) values (name || ' on every server') $$;
    create function engine.create_distributed_table(name regclass, by text, colocate_with text) returns void language sql as $$
      insert into engine.pg_dist_partition values (name);
      insert into engine.calls (call) values (name || ' by ' || by || ' beside ' || colocate_with) $$;
    create function engine.create_distributed_function(name regprocedure, by text default null, colocate_with text default null,
      force_delegation bool default false) returns void language sql as $$
      insert into engine.calls (call) values (concat_ws(' ', name::text, by, colocate_with)) $$`)
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

let moment = Date.now() * 2
const migrate = async (...sql: string[]): Promise<string[]> => {
  await owner.query('truncate engine.calls')
  await migrateSpread(owner, [{ sql, hash: `hash ${++moment}`, folderMillis: moment }], distribution)
  const { rows } = await owner.query<{ call: string }>('select call from engine.calls order by at')
  return rows.map(({ call }) => call)
}
const one = async <Row extends pg.QueryResultRow>(text: string): Promise<Row | undefined> =>
  (await owner.query<Row>(text)).rows[0]
const isClinic = `clinic_id = nullif(current_setting('app.clinic_id', true), '')::uuid`

it('puts new tables where they belong, before anything else is said of them', async () => {
  const calls = await migrate(
    'create table "things" ("clinic_id" uuid not null, "id" uuid, "consent_id" uuid, "next_id" uuid, primary key ("clinic_id", "id"))',
    `create table things_here (clinic_id uuid not null); create table things_shown (id int primary key);
     create table if not exists public.things_apart (clinic_id uuid not null)`,
  )
  expect(calls.slice(0, 3)).toEqual([
    'things by clinic_id beside public.consents',
    'things_shown on every server',
    'things_apart by clinic_id beside public.audit_rows',
  ])
  // Functions follow as they are in the end; those that answer for a login stay.
  expect(calls).toContain(`move_merged_consents(uuid,uuid) practice public.${await firstTable()}`)
  expect(calls).toContain('guard_consent()')
  expect(calls.join()).not.toContain('open_session')
})

/** What tables by practice are put beside. */
async function firstTable(): Promise<string> {
  const found = await one<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'clinic_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  )
  return found!.name
}

it('makes policies that ask for other rows with functions, anew whenever they change, and takes these away with them', async () => {
  const asks = `exists (select from consents c where c.clinic_id = things.clinic_id and c.id = things.consent_id)`
  const readPolicy = () =>
    one<{ using: string; check: string; permissive: boolean; command: string; roles: string }>(
      `select pg_get_expr(polqual, polrelid) as using, pg_get_expr(polwithcheck, polrelid) as check, polpermissive as permissive,
         polcmd as command, array_to_string(array(select r::regrole from unnest(polroles) r), ',') as roles
       from pg_policy where polrelid = 'things'::regclass`,
    )
  const functions = async () =>
    (
      await owner.query<{ name: string; text: string }>(
        `select oid::regprocedure::text as name, prosrc as text from pg_proc where proname like 'policy\\_things%' order by 1`,
      )
    ).rows
  const calls = await migrate(
    `CREATE POLICY "whose" ON "things" AS RESTRICTIVE FOR UPDATE TO "candour_clinic", "candour_integration" USING (${isClinic} and ${asks}) WITH CHECK (${isClinic})`,
  )
  expect(calls[0]).toBe('policy_things_whose_using(uuid,uuid,uuid)')
  expect(await readPolicy()).toEqual({
    using: expect.stringMatching(/^policy_things_whose_using\(.*, clinic_id, consent_id\)$/),
    check: expect.stringContaining('app.clinic_id'),
    ...{ permissive: false, command: 'w', roles: 'candour_clinic,candour_integration' },
  })
  expect((await functions())[0]!.text).toContain('clinic_id = $1')

  // What is changed in part keeps the function of the rest.
  await migrate('alter policy whose on things with check (true)')
  expect(await readPolicy()).toMatchObject({
    using: expect.stringMatching(/^policy_things_whose_using\(/),
    check: 'true',
  })

  await migrate(
    `alter policy whose on things using (true) with check (${asks.replace('consent_id', 'next_id')})`,
  )
  expect(await readPolicy()).toMatchObject({
    ...{ using: 'true', permissive: false, command: 'w', roles: 'candour_clinic,candour_integration' },
    check: expect.stringContaining('next_id'),
  })
  expect((await functions()).map(({ name }) => name)).toEqual(['policy_things_whose_check(uuid,uuid,uuid)'])

  await migrate('drop policy if exists "whose" on public."things"')
  expect(await readPolicy()).toBeUndefined()
  expect(await functions()).toEqual([])
})

it('clears a column by a trigger where a key would, and no more once the key is gone', async () => {
  const cleared = () =>
    one<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'things_next'`,
    )
  await migrate(
    `alter table "things" add constraint "things_next" foreign key ("clinic_id", "next_id") references things (clinic_id, id) on delete set null (next_id)`,
  )
  expect((await cleared())!.definition).not.toContain('SET NULL')
  await owner.query(`insert into things (clinic_id, id, next_id) values
      ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000001', null),
      ('00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002', '00000000-0000-4000-8000-000000000001');
    delete from things where id = '00000000-0000-4000-8000-000000000001'`)
  expect(await one('select id, next_id from things')).toEqual({
    ...{ id: '00000000-0000-4000-8000-000000000002', next_id: null },
  })
  await migrate('alter table things drop constraint things_next')
  expect(await one(`select tgname from pg_trigger where tgname = 'clear_things_next'`)).toBeUndefined()
  expect(await one(`select proname from pg_proc where proname = 'clear_things_next'`)).toBeUndefined()
})

it('gives the other servers a new function in the end, and changes one that they have at once', async () => {
  await owner.query(`
    create function engine.note() returns event_trigger language plpgsql as $$ begin
      insert into engine.calls (call) select 'propagation ' || coalesce(nullif(current_setting('citus.enable_ddl_propagation', true), ''), 'on')
      where tg_tag = 'CREATE FUNCTION';
    end $$;
    create event trigger note on ddl_command_end execute function engine.note()`)
  const seen = `create or replace function public.things_seen() returns int language sql as 'select 1'`
  expect((await migrate(seen))[0]).toBe('propagation off')
  await owner.query(
    `insert into engine.pg_dist_object values ('pg_proc'::regclass, 'public.things_seen()'::regprocedure)`,
  )
  expect((await migrate(seen))[0]).toBe('propagation on')
  await owner.query('drop event trigger note')
})

it('is done once, in one transaction', async () => {
  const before = await appliedMigrations(owner)
  await expect(
    migrate('create table things_half (id int)', 'alter table things_nowhere add column one int'),
  ).rejects.toThrow('things_nowhere')
  expect(await one(`select to_regclass('things_half') as name`)).toEqual({ name: null })
  expect(await appliedMigrations(owner)).toEqual(before)
  const whole = { sql: ['create table things_half (id int)'], hash: 'whole', folderMillis: ++moment }
  await migrateSpread(owner, [whole], distribution)
  await migrateSpread(owner, [whole], distribution)
  expect(await appliedMigrations(owner)).toEqual([...before, 'whole'])
})
