import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import earlier from '../../testing/earlier-migrations.json' with { type: 'json' }
import { seedShipped } from '../../testing/seed-shipped.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { cloneDatabase, newDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { appliedMigrations, toCurrentMigrations, migrateDatabase, migrationHashes } from './migrate.ts'

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

async function withOwner<R>(login: pg.ClientConfig, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Says of the database that it had these migrations. */
async function setAppliedMigrations(hashes: string[], of: pg.Client = owner): Promise<void> {
  await of.query('truncate drizzle.__drizzle_migrations restart identity')
  await of.query(
    `insert into drizzle.__drizzle_migrations (hash, created_at)
     select hash, place from unnest($1::text[]) with ordinality each (hash, place)`,
    [hashes],
  )
}

it('takes a database that had every earlier migration for one that has the baseline', async () => {
  const { logins, drop } = await newDatabase()
  try {
    await migrateDatabase(logins.owner, {}, { count: 1 })
    await withOwner(logins.owner, (old) => setAppliedMigrations(earlier, old))
    await migrateDatabase(logins.owner)
    expect(await withOwner(logins.owner, appliedMigrations)).toEqual(await migrationHashes())
    await migrateDatabase(logins.owner)
    expect(await withOwner(logins.owner, appliedMigrations)).toEqual(await migrationHashes())
  } finally {
    await drop()
  }
})

it.each([
  ['the last one lacks', earlier.slice(0, -1)],
  ['only the first ones are there', earlier.slice(0, 40)],
  ['two changed places', [earlier[1]!, earlier[0]!, ...earlier.slice(2)]],
  ['another product migrated it', ['f'.repeat(64)]],
])(
  'refuses a database where %s, names the release to start first, and changes nothing',
  async (_, hashes) => {
    await setAppliedMigrations(hashes)
    await expect(migrateDatabase(database.logins.owner)).rejects.toThrow('Start release 0.1.0 with it once')
    expect(await appliedMigrations(owner)).toEqual(hashes)
  },
)

it('knows what a copy of an earlier release had, and what came after', async () => {
  const [baseline] = await migrationHashes()
  const later = 'a'.repeat(64)
  expect(await toCurrentMigrations([])).toEqual([])
  expect(await toCurrentMigrations(earlier)).toEqual([baseline])
  expect(await toCurrentMigrations([...earlier, later])).toEqual([baseline, later])
  expect(await toCurrentMigrations([baseline!, later])).toEqual([baseline, later])
  expect(await toCurrentMigrations(earlier.slice(1))).toBeNull()
})

it('makes a new database whole in one step', async () => {
  const fresh = await newDatabase()
  try {
    await migrateDatabase(fresh.logins.owner)
    const client = new pg.Client(fresh.logins.owner)
    await client.connect()
    try {
      expect(await appliedMigrations(client)).toEqual(await migrationHashes())
    } finally {
      await client.end()
    }
  } finally {
    await fresh.drop()
  }
})

it('is done by an owner who is no superuser, as the deployment page makes one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-owner-'))
  await chmod(folder, 0o755)
  const onLost = (error: Error) => {
    throw error
  }
  const options = { dataDir: folder, log: silentLog, onLost, isEphemeral: true }
  const { ownerConfig, stop } = await startEmbeddedPostgres(options)
  try {
    await withOwner({ ...ownerConfig, database: 'postgres' }, async (superuser) => {
      await superuser.query(`create role plain_owner login createrole bypassrls password 'secret'`)
      await superuser.query('create database plain owner plain_owner')
    })
    const login = { ...ownerConfig, user: 'plain_owner', password: 'secret', database: 'plain' }
    await migrateDatabase(login)
    await seedShipped(login)
    await migrateDatabase(login)
    await withOwner(login, async (client) => {
      expect(await appliedMigrations(client)).toEqual(await migrationHashes())
      // What functions were handed over with is taken back.
      const { rows } = await client.query(
        `select role, has_schema_privilege(role, 'public', 'create') as may
         from unnest(array['candour_opener', 'candour_search']) role`,
      )
      expect(rows.map(({ may }: { may: boolean }) => may)).toEqual([false, false])
    })
  } finally {
    await stop()
    await rm(folder, { recursive: true, force: true })
  }
})
