import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type pg from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'

export type ExternalDatabase = {
  owner: pg.ClientConfig
  /** Where its socket is. */
  socket: string
  /** What instances are given that share it; `at` is where they find it, the socket where it is left out. */
  settings(at?: string): Record<string, string>
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
  const urlOf = ({ user, password, database }: pg.ClientConfig, at?: string): string => {
    const login = `${user}:${encodeURIComponent(String(password))}`
    return at
      ? `postgres://${login}@${at}/${database}`
      : `postgres://${login}@localhost:${port}/${database}?host=${encodeURIComponent(socket!)}`
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
    stop: () => postgres.stop(),
  }
}
