import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migrateDatabase } from '../../platform/database/migrate.ts'
import { addTestGroup } from '../../testing/test-group.ts'
import { newDatabase, type TestDatabase } from '../../testing/test-database.ts'

// A database from before it was written down what practices declined or stopped, and since when connections are paused.

const migrations_before = 38

let database: TestDatabase
let owner: pg.Client
beforeAll(async () => {
  database = await newDatabase()
  await migrateDatabase(database.logins.owner, {}, { count: migrations_before })
  owner = new pg.Client(database.logins.owner)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function addPractice(name: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into clinics (name, time_zone) values ($1, 'Europe/London') returning id`,
    [name],
  )
  return rows[0]!.id
}

/** What somebody decided, as the log of the practice says. */
async function decide(clinicId: string, groupId: string, at: string, act: string, agreement: string) {
  await owner.query(
    `insert into audit_rows (clinic_id, id, at, action, subject, details, user_role, ip, user_agent, browser, browser_version,
       platform, language, timezone, request_id, content_hash)
     values ($1, gen_random_uuid(), $2, 'group.agreement_' || $3, $4, jsonb_build_object('agreement', $5::text), '', '', '', '',
       '', '', '', '', '', '')`,
    [clinicId, at, act, groupId, agreement],
  )
}

it('keeps what practices stopped and what somebody paused, and has the logos of groups scanned', async () => {
  const groupId = await addTestGroup(owner)
  const [stopping, silent] = [await addPractice('Stopping'), await addPractice('Silent')]
  await owner.query(
    `insert into practice_group_members (clinic_id, group_id, joined_by, joined_at, uses_branding_since, shows_policies_since)
     select id, $1, 'Amara Okafor', '2026-03-01', '2026-03-01', null from unnest($2::uuid[]) id`,
    [groupId, [stopping, silent]],
  )
  await decide(stopping, groupId, '2026-02-01', 'stopped', 'policies')
  for (const agreement of ['fees', 'templates', 'branding'])
    await decide(stopping, groupId, '2026-04-01', 'stopped', agreement)
  for (const act of ['given', 'stopped']) await decide(stopping, groupId, '2026-05-01', act, 'billing')
  await decide(stopping, groupId, '2026-05-02', 'given', 'branding')
  await decide(silent, randomUUID(), '2026-04-01', 'stopped', 'fees')
  const systems: [clinicId: string, status: string, problem: string | null][] = [
    [stopping, 'paused', null],
    [silent, 'paused', 'access-ended'],
    [await addPractice('Running'), 'active', null],
  ]
  for (const values of systems)
    await owner.query(
      `with made as (insert into staff (clinic_id, email, first_name, last_name)
         values ($1, 'amara@example.org', 'Amara', 'Okafor') returning id)
       insert into practice_systems (clinic_id, system, status, problem, secret, key_hint, created_by, created_at)
       select $1, 'dentally', $2, $3, 'sealed', '', id, now() from made`,
      values,
    )
  await owner.query(
    `insert into file_scan_passes (owner_clinic_id, source, begun_at, ended_at)
     values (null, 1, '2026-04-01', '2026-04-02'), ($1, 6, '2026-04-01', '2026-04-02')`,
    [stopping],
  )

  await migrateDatabase(database.logins.owner)
  const members = await owner.query<{ name: string; stopped: string[] }>(
    `select c.name, m.stopped_agreements as stopped from practice_group_members m join clinics c on c.id = m.clinic_id
     order by c.name`,
  )
  expect(members.rows).toEqual([
    { name: 'Silent', stopped: [] },
    { name: 'Stopping', stopped: ['billing', 'fees', 'templates'] },
  ])
  const paused = await owner.query<{ name: string }>(
    `select c.name from practice_systems s join clinics c on c.id = s.clinic_id where s.paused_at is not null`,
  )
  expect(paused.rows).toEqual([{ name: 'Stopping' }])
  const passes = await owner.query(
    'select owner_clinic_id as owner, source from file_scan_passes where ended_at is null',
  )
  expect(passes.rows).toEqual([{ owner: null, source: 0 }])
})
