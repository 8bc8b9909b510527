import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { ConfigError, type Config } from './config.ts'
import { assertOneServer } from './database-engine.ts'
import { clientConfigOf, type DatabaseLogin } from './platform/database/database-login.ts'
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
  /** Whether its tables are spread over several servers. */
  isSpread: boolean
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
  engine,
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
    isSpread: engine === 'citus',
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
  ...{ session: null, replica: null, isSpread: false, passwords: {} },
})

/** Through a pooler the number of a session is the pooler's own invention. */
const hasOwnSession = (login: pg.ClientConfig): Promise<boolean> =>
  withDedicatedConnection(login, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return (client as unknown as { processID: number }).processID === rows[0]!.pid
  })

/** Whether the server knows a statement by the name that it was sent with: a pooler that keeps it gives it another. */
const passesNamesOn = (login: DatabaseLogin): Promise<boolean> =>
  withDedicatedConnection(clientConfigOf(login), async (client) => {
    const name = `probe_${randomUUID()}`
    const text = 'select from pg_prepared_statements where name = $1'
    return (await client.query({ name, text, values: [name] })).rowCount === 1
  })

const mustLeadPast = (setting: string) =>
  `${setting}: must lead to PostgreSQL itself, past the pooler of DATABASE_URL`

/** Stops a start that would migrate through a pooler: its lock would be somebody else's. */
export async function assertOwnerPastPooler({
  owner,
  session,
}: Pick<Logins, 'owner' | 'session'>): Promise<void> {
  if (session && !(await hasOwnSession(owner))) throw new ConfigError([mustLeadPast('DATABASE_OWNER_URL')])
}

/**
 * Stops a start where what needs a session of its own would be led through a pooler as well: locks would be another's and
 * news be heard by nobody. And where the pooler keeps no statements that are sent by a name: the next transaction finds
 * another's, or none. The application's logins are there by now.
 */
export async function assertPoolerFits({ app, session }: Pick<Logins, 'app' | 'session'>): Promise<void> {
  if (!session) return
  const mistakes: string[] = []
  if (!(await hasOwnSession(session))) mistakes.push(mustLeadPast('DATABASE_SESSION_URL'))
  if (app.pooler?.keepsPrepared && (await passesNamesOn(app)))
    mistakes.push(
      "DATABASE_PREPARED: must be 'off', as the pooler of DATABASE_URL keeps no prepared statements",
    )
  if (mistakes.length > 0) throw new ConfigError(mistakes)
}

/** The same for a visit beside the server, on one server alone: where an embedded database runs already, it is another's to stop. */
export async function connectToRunningDatabase(config: Config, log: Log): Promise<Logins> {
  assertOneServer(config.database)
  const running = config.database.embedded && (await findRunningPostgres(config.dataDir, log))
  if (!running) return openLogins(config, log)
  return { ...embeddedLogins(running), stop: async () => {} }
}
