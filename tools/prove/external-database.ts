import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { startStreamingReplica } from '../../server/testing/streaming-replica.ts'

export type ExternalDatabase = {
  owner: pg.ClientConfig
  /** Where its socket is. */
  socket: string
  /** What instances are given that share it; `at` is where they find it, the socket where it is left out. */
  settings(at?: string): Record<string, string>
  /** A replica that streams from it into a folder of its own; `url` is where the application reads it. */
  startReplica(dataDir: string): Promise<{ url: string; stop(): Promise<void> }>
  stop(): Promise<void>
}

const log = { info() {}, warn() {}, error: console.error }

/** A database that belongs to no instance, for several of them. */
export async function startExternalDatabase(dataDir: string): Promise<ExternalDatabase> {
  const onLost = (error: Error) => {
    throw error
  }
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost })
  const kept = path.join(dataDir, 'secrets/master.key')
  const masterKey = existsSync(kept) ? readFileSync(kept, 'utf8').trim() : randomBytes(32).toString('hex')
  const { host: socket, port } = postgres.ownerConfig
  const urlOf = ({ user, password, database, host = socket }: pg.ClientConfig, at?: string): string => {
    const login = `${user}:${encodeURIComponent(String(password))}`
    return at
      ? `postgres://${login}@${at}/${database}`
      : `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`
  }
  return {
    owner: postgres.ownerConfig,
    socket: path.join(socket!, `.s.PGSQL.${port}`),
    settings: (at) => ({
      DATABASE_URL: urlOf(postgres.appConfig, at),
      DATABASE_OWNER_URL: urlOf(postgres.ownerConfig, at),
      DATABASE_AUTH_URL: urlOf(postgres.authConfig, at),
      MASTER_KEY: masterKey,
      DEMO: 'on',
    }),
    async startReplica(replicaDir) {
      const { ownerConfig: owner, appConfig } = postgres
      const replica = await startStreamingReplica({ primaryDir: dataDir, owner, dataDir: replicaDir })
      return { url: urlOf(replica.loginFor(appConfig)), stop: replica.stop }
    },
    stop: () => postgres.stop(),
  }
}
