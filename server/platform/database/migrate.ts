import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { makeJobSchema } from '../jobs/job-schema.ts'
import type { Database } from './database.ts'
import { makeRoles, openToBackup, type LoginPasswords } from './roles.ts'
import { withOwnConnection } from './own-connection.ts'

const folder = new URL('../../migrations/', import.meta.url)
const server_version_min = 180_000
/** Any number, the same for every instance: only one migrates at a time. */
const migrationLock = 7_303_014

/**
 * Brings the database to this version of the product, as its owner, under an advisory lock: safe from several instances at
 * once. With `count`, to the version that had so many migrations.
 */
export async function migrateDatabase(
  ownerConfig: pg.ClientConfig,
  passwords: LoginPasswords = {},
  count?: number,
): Promise<void> {
  await withOwnConnection(ownerConfig, async (owner) => {
    const { rows } = await owner.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0]!.version < server_version_min) throw new Error('PostgreSQL 18 or newer is needed')
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await makeRoles(owner, passwords)
    if (count === undefined) await migrate(drizzle(owner), { migrationsFolder: folder.pathname })
    else await migrateTo(owner, count)
    await makeJobSchema(owner)
    await openToBackup(owner)
  })
}

type Journal = { entries: { tag: string }[] }

const readJournal = async (): Promise<Journal> =>
  JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as Journal

/** Applies the first migrations alone, from a folder that has no others. */
async function migrateTo(owner: pg.Client, count: number): Promise<void> {
  const { entries, ...journal } = await readJournal()
  const first = entries.slice(0, count)
  const place = await mkdtemp(path.join(tmpdir(), 'candour-migrations-'))
  try {
    await mkdir(path.join(place, 'meta'))
    await writeFile(path.join(place, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: first }))
    for (const { tag } of first) await copyFile(new URL(`${tag}.sql`, folder), path.join(place, `${tag}.sql`))
    await migrate(drizzle(owner), { migrationsFolder: place })
  } finally {
    await rm(place, { recursive: true, force: true })
  }
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
        .update(await readFile(new URL(`${tag}.sql`, folder)))
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
