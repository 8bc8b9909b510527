import pg from 'pg'
import { expect, it } from 'vitest'
import { migrateDatabase } from '../../platform/database/migrate.ts'
import { newDatabase } from '../../testing/test-database.ts'
import { addGroupMember, addTestGroup } from '../../testing/test-group.ts'

// A database from before groups had evidence reports, which showing figures did not say then.

const last_migration_before = 41

it('asks practices again that showed their figures, and takes nothing else from them', async () => {
  const database = await newDatabase()
  await migrateDatabase(database.logins.owner, {}, { count: last_migration_before + 1 })
  const owner = new pg.Client(database.logins.owner)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ id: string }>(
      `insert into clinics (name, time_zone) values ('Alder', 'Europe/London') returning id`,
    )
    await addGroupMember(owner, await addTestGroup(owner), rows[0]!.id)
    await migrateDatabase(database.logins.owner)
    const members = await owner.query(
      `select shows_figures_since as figures, shows_policies_since is not null as policies, stopped_agreements as stopped
       from practice_group_members`,
    )
    expect(members.rows).toEqual([{ figures: null, policies: true, stopped: [] }])
  } finally {
    await owner.end()
    await database.drop()
  }
})
