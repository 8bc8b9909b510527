import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { distribution } from '../table-distribution.ts'
import { startCitusCluster, type CitusCluster } from './citus-cluster.ts'
import { seedShipped } from './seed-shipped.ts'
import type { Logins } from './test-logins.ts'

export type SpreadDatabase = { cluster: CitusCluster; logins: Logins }

const name = 'candour'

/** A cluster with a database that is migrated, spread by practice while it is empty, and has the shipped library. */
export async function startSpreadDatabase(extension: string): Promise<SpreadDatabase> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-citus-'))
  // Open to the account that the database runs as when we are root.
  await chmod(folder, 0o755)
  const cluster = await startCitusCluster(extension, folder)
  try {
    await cluster.createDatabase(name)
    const owner = cluster.ownerOf(name)
    await migrateDatabase(owner, {}, { distribution })
    await seedShipped(owner)
    const logins = {
      owner,
      app: { ...owner, user: 'candour_app' },
      auth: { ...owner, user: 'candour_auth' },
      isSpread: true,
    }
    return { cluster, logins }
  } catch (error) {
    await cluster.stop()
    throw error
  }
}
