import type pg from 'pg'
import { ConfigError, type Config } from './config.ts'
import type { DatabaseLogin } from './platform/database/database-login.ts'
import { withDedicatedConnection } from './platform/database/dedicated-connection.ts'
import type { Log } from './platform/database/database.ts'
import { findRunningPostgres, startEmbeddedPostgres } from './platform/database/embedded-postgres.ts'
import type { LoginPasswords } from './platform/database/roles.ts'

export type Logins = {
  owner: pg.ClientConfig
  app: DatabaseLogin
  auth: DatabaseLogin
  /** The application's past the pooler, for what needs a session of its own; null where no pooler is in between. */
  session: pg.ClientConfig | null
  /** The application's on a replica that is read beside the database; null where there is none. */
  replica: DatabaseLogin | null
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
  sessionUrl,
  keepsPrepared,
}: Exclude<Config['database'], { embedded: true }>): Logins {
  const login = (connectionString: string): DatabaseLogin => ({
    connectionString,
    ...(sessionUrl ? { pooler: { keepsPrepared } } : {}),
  })
  const passwords = { candour_app: passwordOf(appUrl), candour_auth: passwordOf(authUrl) }
  return {
    owner: { connectionString: ownerUrl },
    app: login(appUrl),
    auth: login(authUrl),
    session: sessionUrl ? { connectionString: sessionUrl } : null,
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
  return { ...embeddedLogins({ ownerConfig, appConfig, authConfig }), stop }
}

/** The embedded database has neither a pooler nor a replica. */
const embeddedLogins = ({
  ownerConfig: owner,
  appConfig: app,
  authConfig: auth,
}: Record<'ownerConfig' | 'appConfig' | 'authConfig', pg.ClientConfig>) => ({
  ...{ owner, app, auth },
  ...{ session: null, replica: null, passwords: {} },
})

/**
 * Stops a start where what needs a session of its own would be led through a pooler as well: locks would be another's and
 * news be heard by nobody. Through a pooler the number of a session is the pooler's own invention.
 */
export async function assertOwnSessions({
  owner,
  session,
}: Pick<Logins, 'owner' | 'session'>): Promise<void> {
  if (!session) return
  const mistakes: string[] = []
  for (const [setting, login] of [
    ['DATABASE_SESSION_URL', session],
    ['DATABASE_OWNER_URL', owner],
  ] as const) {
    const isOwn = await withDedicatedConnection(login, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      return (client as unknown as { processID: number }).processID === rows[0]!.pid
    })
    if (!isOwn) mistakes.push(`${setting}: must lead to PostgreSQL itself, past the pooler of DATABASE_URL`)
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

/** The same for a visit beside the server: where an embedded database runs already, it is another's to stop. */
export async function connectToRunningDatabase(config: Config, log: Log): Promise<Logins> {
  const running = config.database.embedded && (await findRunningPostgres(config.dataDir, log))
  if (!running) return openLogins(config, log)
  return { ...embeddedLogins(running), stop: async () => {} }
}
