import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { requireCitusExtension } from './citus-cluster.ts'
import { seedShipped } from './seed-shipped.ts'
import { silentLog } from './silent-log.ts'
import { startSpreadDatabase } from './spread-database.ts'
import type {} from './test-logins.ts'

/** Nobody may connect any more, so that the database can be copied at any moment. */
async function makeTemplate({ database, ...owner }: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...owner, database: 'postgres' })
  await client.connect()
  await client.query(`alter database ${database} with is_template true allow_connections false`)
  await client.end()
}

/** The same on a Citus cluster, where `TEST_DATABASE=citus` asks for one. */
async function setupSpread(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, logins } = await startSpreadDatabase(requireCitusExtension())
  await cluster.makeTemplate(logins.owner.database!)
  project.provide('logins', logins)
  project.provide('nodes', [...cluster.owners])
  return () => cluster.stop()
}

/** Starts one database server for the whole run and prepares the database that test files copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE'] === 'citus') return setupSpread(project)
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-tests-'))
  // Open to the account that the database runs as when we are root.
  await chmod(folder, 0o755)
  const onLost = (error: Error) => {
    throw error
  }
  const { ownerConfig, appConfig, authConfig, stop } = await startEmbeddedPostgres({
    dataDir: folder,
    log: silentLog,
    onLost,
    isEphemeral: true,
  })
  await migrateDatabase(ownerConfig)
  await seedShipped(ownerConfig)
  await makeTemplate(ownerConfig)
  project.provide('logins', { owner: ownerConfig, app: appConfig, auth: authConfig })
  project.provide('nodes', [ownerConfig])
  return async () => {
    await stop()
    // The cluster may live behind a link all the same, where its user can reach it.
    const home = await realpath(path.join(folder, 'postgres'))
    await rm(home, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}
