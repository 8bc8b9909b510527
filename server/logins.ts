import type pg from 'pg'
import type { Config } from './config.ts'
import type { Log } from './platform/database/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import type { LoginPasswords } from './platform/database/roles.ts'

export type Logins = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auth: pg.ClientConfig
  /** The application's on a replica that is read beside the database; null where there is none. */
  replica: pg.ClientConfig | null
  /** For logins that the migration has to make: an outside database's own, from their addresses. */
  passwords: LoginPasswords
  stop(): Promise<void>
}

const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

function externalLogins({
  ownerUrl,
  appUrl,
  authUrl,
  readUrl,
}: Exclude<Config['database'], { embedded: true }>): Logins {
  const login = (connectionString: string) => ({ connectionString })
  const passwords = { candour_app: passwordOf(appUrl), candour_auth: passwordOf(authUrl) }
  return {
    owner: login(ownerUrl),
    app: login(appUrl),
    auth: login(authUrl),
    replica: readUrl ? login(readUrl) : null,
    passwords,
    stop: async () => {},
  }
}

/** The database and its three logins: the embedded server, or the one that DATABASE_URL names. */
export async function openLogins({ database, dataDir, walArchive }: Config, log: Log): Promise<Logins> {
  if (!database.embedded) return externalLogins(database)
  const onLost = (error: Error) => {
    log.error({ err: error }, 'the embedded database was taken over by another process')
    process.exit(1)
  }
  const { ownerConfig, appConfig, authConfig, stop } = await startEmbeddedPostgres({
    ...{ dataDir, log, onLost, walArchiveDir: walArchive.off ? null : walArchive.folder },
  })
  return { owner: ownerConfig, app: appConfig, auth: authConfig, replica: null, passwords: {}, stop }
}

/** The same for a visit beside the server: where an embedded database runs already, it is another's to stop. */
export async function connectToRunningDatabase(config: Config, log: Log): Promise<Logins> {
  const running = config.database.embedded && (await findRunningPostgres(config.dataDir, log))
  if (!running) return openLogins(config, log)
  const { ownerConfig, appConfig, authConfig } = running
  return {
    owner: ownerConfig,
    app: appConfig,
    auth: authConfig,
    replica: null,
    passwords: {},
    stop: async () => {},
  }
}
