import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { createJobSchema } from '../jobs/job-schema.ts'
import type { Database } from './database.ts'
import {
  createRoles,
  grantBackupAccess,
  letOwnFunctions,
  letRolesConnect,
  type LoginPasswords,
} from './roles.ts'
import { withDedicatedConnection } from './dedicated-connection.ts'
import { distributeTables, readSpreadTables, type Distribution } from './distribution.ts'
import { migrateSpread } from './spread-migration.ts'

const migrationsFolder = new URL('../../migrations/', import.meta.url)
const server_version_min = 180_000
/** Any number, the same for every instance: only one migrates at a time. */
const migrationLock = 7_303_014

export type MigrationOptions = {
  /** To the version that had so many migrations. */
  count?: number
  /** Over the servers of a Citus cluster, which the database is the coordinator's of. */
  distribution?: Distribution | undefined
}

/**
 * Brings the database to this version of the product, as its owner, under an advisory lock: safe from several instances at
 * once. With a distribution, it is spread once it is migrated for the first time.
 */
export async function migrateDatabase(
  ownerConfig: pg.ClientConfig,
  passwords: LoginPasswords = {},
  { count, distribution }: MigrationOptions = {},
): Promise<void> {
  await withDedicatedConnection(ownerConfig, async (owner) => {
    const { rows } = await owner.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0]!.version < server_version_min) throw new Error('PostgreSQL 18 or newer is needed')
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    if (distribution) await migrateCluster(owner, passwords, { count, distribution })
    else await migrateServer(owner, passwords, count)
  })
}

async function migrateServer(
  owner: pg.Client,
  passwords: LoginPasswords,
  count: number | undefined,
): Promise<void> {
  await createRoles(owner, passwords)
  await adoptBaseline(owner)
  // The baseline takes this away at its end.
  await migrateTo(owner, 1)
  await letOwnFunctions(owner, true)
  if (count === undefined) await migrate(drizzle(owner), { migrationsFolder: migrationsFolder.pathname })
  else await migrateTo(owner, count)
  await letOwnFunctions(owner, false)
  await createJobSchema(owner)
  await grantBackupAccess(owner)
}

/**
 * The same on the coordinator of a cluster. Until its tables are spread the other servers are told nothing; what they need
 * comes with the tables. The roles that transactions take connect from server to server, and so are let in.
 */
async function migrateCluster(
  owner: pg.Client,
  passwords: LoginPasswords,
  { count, distribution }: { count: number | undefined; distribution: Distribution },
): Promise<void> {
  await createRoles(owner, passwords)
  if ((await readSpreadTables(owner)).size === 0) {
    await owner.query('set citus.enable_ddl_propagation = off')
    await migrateServer(owner, passwords, count)
    await owner.query('set citus.enable_ddl_propagation = on')
    await inTransaction(owner, () => distributeTables(owner, distribution))
  } else {
    const migrations = readMigrationFiles({ migrationsFolder: migrationsFolder.pathname })
    await letOwnFunctions(owner, true)
    await migrateSpread(owner, migrations.slice(0, count), distribution)
    await letOwnFunctions(owner, false)
    await owner.query('set citus.enable_ddl_propagation = off')
    await createJobSchema(owner)
    await owner.query('set citus.enable_ddl_propagation = on')
  }
  await letRolesConnect(owner)
}

async function inTransaction(owner: pg.Client, work: () => Promise<void>): Promise<void> {
  await owner.query('begin')
  try {
    await work()
    await owner.query('commit')
  } catch (error) {
    await owner.query('rollback')
    throw error
  }
}

type JournalEntry = { tag: string; when: number }
type Journal = { entries: JournalEntry[] }

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(new URL('meta/_journal.json', migrationsFolder), 'utf8')) as Journal

/** Applies the first migrations alone, from a folder that has no others. */
async function migrateTo(owner: pg.Client, count: number): Promise<void> {
  const { entries, ...journal } = await readJournal()
  const first = entries.slice(0, count)
  const place = await mkdtemp(path.join(tmpdir(), 'candour-migrations-'))
  try {
    await mkdir(path.join(place, 'meta'))
    await writeFile(path.join(place, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: first }))
    for (const { tag } of first)
      await copyFile(new URL(`${tag}.sql`, migrationsFolder), path.join(place, `${tag}.sql`))
    await migrate(drizzle(owner), { migrationsFolder: place })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

/** The migrations before the baseline, all of them together: the hash of their hashes, one a line. */
const preBaseline = { count: 109, sha256: 'c9ae1d226b0b6dee2fccd0b89fedc5e09c33b5edcfdd711df34a33d792630d82' }
/** The last release that still had them one by one. */
const lastPreBaselineRelease = '0.1.0'

/**
 * What was applied, as this version calls it: a database that had every migration from before the baseline is as the
 * baseline makes it. Null for one that had some of them.
 */
export async function toCurrentMigrations(applied: readonly string[]): Promise<string[] | null> {
  const [baseline] = await migrationHashes()
  if (applied.length === 0 || applied[0] === baseline) return [...applied]
  const hash = createHash('sha256').update(applied.slice(0, preBaseline.count).join('\n')).digest('hex')
  return hash === preBaseline.sha256 ? [baseline!, ...applied.slice(preBaseline.count)] : null
}

/** Puts the baseline down as applied where every migration from before it was. */
async function adoptBaseline(owner: pg.Client): Promise<void> {
  const { rows } = await owner.query<{ has_journal: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as has_journal`,
  )
  if (!rows[0]!.has_journal) return
  const applied = await appliedMigrations(owner)
  const known = await toCurrentMigrations(applied)
  if (!known)
    throw new Error(
      `The database was left between two releases. Start release ${lastPreBaselineRelease} with it once, then this one.`,
    )
  if (known.length === applied.length) return
  const [{ when }] = (await readJournal()).entries as [JournalEntry]
  await owner.query('begin')
  await owner.query('delete from drizzle.__drizzle_migrations where hash = any($1)', [
    applied.slice(0, preBaseline.count),
  ])
  await owner.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
    known[0],
    when,
  ])
  await owner.query('commit')
}

/** The migrations that a database has had, by their hashes, in order. */
export async function appliedMigrations(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ hash: string }>(
    'select hash from drizzle.__drizzle_migrations order by created_at, id',
  )
  return rows.map(({ hash }) => hash)
}

/** SHA-256 of each migration file of this version, as the table of applied ones keeps it. */
export async function migrationHashes(): Promise<string[]> {
  const journal = await readJournal()
  return Promise.all(
    journal.entries.map(async ({ tag }) =>
      createHash('sha256')
        .update(await readFile(new URL(`${tag}.sql`, migrationsFolder)))
        .digest('hex'),
    ),
  )
}

/** Whether the database lacks a migration of this version; then nothing may be served from it. */
export async function hasUnappliedMigrations(database: Database): Promise<boolean> {
  const wanted = await migrationHashes()
  const { rows } = await database.borrow((client) =>
    client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations'),
  )
  const applied = new Set(rows.map((row) => row.hash))
  return wanted.some((hash) => !applied.has(hash))
}
