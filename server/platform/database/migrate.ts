import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { makeJobSchema } from '../jobs/job-schema.ts'
import type { Database } from './database.ts'
import { makeRoles, type LoginPasswords } from './roles.ts'

const folder = new URL('../../migrations/', import.meta.url)
const server_version_min = 180_000
/** Any number, the same for every instance: only one migrates at a time. */
const migrationLock = 7_303_014

/** Brings the database to this version of the product, as its owner, under an advisory lock: safe from several instances at once. */
export async function migrateDatabase(
  ownerConfig: pg.ClientConfig,
  passwords: LoginPasswords = {},
): Promise<void> {
  const owner = new pg.Client(ownerConfig)
  await owner.connect()
  try {
    const { rows } = await owner.query<{ version: number }>(
      `select current_setting('server_version_num')::int as version`,
    )
    if (rows[0]!.version < server_version_min) throw new Error('PostgreSQL 18 or newer is needed')
    await owner.query('select pg_advisory_lock($1)', [migrationLock])
    await makeRoles(owner, passwords)
    await migrate(drizzle(owner), { migrationsFolder: folder.pathname })
    await makeJobSchema(owner)
  } finally {
    await owner.end()
  }
}

type Journal = { entries: { tag: string }[] }

/** SHA-256 of each migration file of this version, as the table of applied ones keeps it. */
async function migrationHashes(): Promise<string[]> {
  const journal = JSON.parse(await readFile(new URL('meta/_journal.json', folder), 'utf8')) as Journal
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
