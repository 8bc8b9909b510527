import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { seedShipped } from './seed-shipped.ts'
import { silentLog } from './silent-log.ts'
import { startStreamingReplica, type StreamingReplica } from './streaming-replica.ts'
import type { TestDatabase } from './test-database.ts'
import type { Logins } from './test-logins.ts'

export type ReplicatedDatabase = TestDatabase & {
  logins: Logins & { replica: pg.ClientConfig }
  replica: StreamingReplica
}

/** A server of its own with a replica that streams from it, migrated and with the shipped library. */
export async function startReplicatedDatabase(): Promise<ReplicatedDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-replica-'))
  // Open to the account that the database runs as when we are root.
  await chmod(folder, 0o755)
  const primaryDir = path.join(folder, 'primary')
  const onLost = (error: Error) => {
    throw error
  }
  const primary = await startEmbeddedPostgres({
    ...{ dataDir: primaryDir, log: silentLog, onLost, isEphemeral: true },
  })
  const { ownerConfig: owner, appConfig: app, authConfig: auth } = primary
  await migrateDatabase(owner)
  await seedShipped(owner)
  const dataDir = path.join(folder, 'replica')
  const replica = await startStreamingReplica({ primaryDir, owner, dataDir })
  return {
    logins: { owner, app, auth, replica: replica.loginFor(app) },
    replica,
    async drop() {
      await replica.stop()
      await primary.stop()
      for (const dir of [dataDir, primaryDir])
        // The cluster may live behind a link all the same, where its user can reach it.
        await rm(await realpath(path.join(dir, 'postgres')), { recursive: true, force: true })
      await rm(folder, { recursive: true, force: true })
    },
  }
}
