import type { ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { Log } from './database.ts'
import { openEmbeddedHome, type EmbeddedHome } from './embedded-home.ts'
import { databaseName, createLogins, readPasswords, type Passwords } from './embedded-logins.ts'
import { archiveSettings, openWalArchive } from './wal-archive.ts'
import {
  stopServer,
  initialiseCluster,
  lastLoggedError,
  launch,
  mayBeRunning,
  ownerName,
  recoveringCluster,
  socketPort,
} from './embedded-server.ts'

/** The embedded PostgreSQL, held by this process alone. */
export type EmbeddedPostgres = {
  /** Superuser and owner: migrations, roles and grants only. */
  ownerConfig: pg.ClientConfig
  appConfig: pg.ClientConfig
  authConfig: pg.ClientConfig
  /** Stops the server, which drops connections that are still open. Call it last. */
  stop(): Promise<void>
}

type StartOptions = {
  dataDir: string
  log: Log
  /** Called when another process took the database over while ours was down: nothing can be served any more. */
  onLost: (error: Error) => void
  /** Of tests: nothing in it has to last. */
  isEphemeral?: boolean
  /** The folder that the write-ahead log is given to; left out, it is given to nobody. */
  walArchiveDir?: string | null
}

/** Thrown when another Candour holds the data directory. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError'
  constructor(dataDir: string) {
    super(
      `Candour is already running on this data directory (${dataDir}). Stop it first, or set another DATA_DIR.`,
    )
  }
}

/** Any number will do, as long as all who start on one cluster use the same. */
const ownerLock = 4_226_368
/** How long the lock of a killed owner may outlive it. */
const lock_wait_ms_max = 2_000
const launches_max = 12
const back_off_ms_max = 2_000
const wrongPasswordCode = '28P01'

/**
 * Starts the embedded PostgreSQL of the data directory, or adopts the one a killed process left running,
 * and keeps it running. Throws `AlreadyRunningError` when another process holds it.
 */
export async function startEmbeddedPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const home = openEmbeddedHome(options.dataDir, options.log)
  const passwords = readPasswords(options.dataDir)
  initialiseCluster(home, passwords.owner)
  const archive = options.walArchiveDir ? openWalArchive(options.walArchiveDir, home) : null
  const more = archive ? archiveSettings(archive) : {}
  const supervisor = new Supervisor(home, loginTo(home, ownerName, passwords.owner, 'postgres'), {
    ...options,
    more,
  })
  await supervisor.start((owner) => createLogins(owner, passwords))
  return { ...configsOf(home, passwords), stop: () => supervisor.stop() }
}

/** Starts the cluster that is being restored, by the settings of its recovery, and answers once that has ended. */
export async function startRecovery(
  options: StartOptions,
  more: Record<string, string>,
): Promise<EmbeddedPostgres> {
  const home = openEmbeddedHome(options.dataDir, options.log)
  const passwords = readPasswords(options.dataDir)
  const login = loginTo(home, ownerName, passwords.owner, 'postgres')
  // A recovery that cannot reach its end says so once: tried again it would replay the same.
  const supervisor = new Supervisor({ ...home, cluster: recoveringCluster(home) }, login, {
    ...options,
    more,
    launchesMax: 1,
  })
  await supervisor.start((owner) => createLogins(owner, passwords))
  return { ...configsOf(home, passwords), stop: () => supervisor.stop() }
}

const loginTo = (
  { socket }: EmbeddedHome,
  user: string,
  password: string,
  database = databaseName,
): pg.ClientConfig => ({ host: socket, port: socketPort, user, password, database })

const configsOf = (home: EmbeddedHome, passwords: Passwords) => ({
  ownerConfig: loginTo(home, ownerName, passwords.owner),
  appConfig: loginTo(home, 'candour_app', passwords.app),
  authConfig: loginTo(home, 'candour_auth', passwords.auth),
})

/** The logins of a server that runs on this data directory, whoever started it; null where none answers. */
export async function findRunningPostgres(
  dataDir: string,
  log: Log,
): Promise<Omit<EmbeddedPostgres, 'stop'> | null> {
  if (!existsSync(path.join(dataDir, 'postgres'))) return null
  const configs = configsOf(openEmbeddedHome(dataDir, log), readPasswords(dataDir))
  const answer = await connect(configs.ownerConfig)
  if (!(answer instanceof pg.Client)) return null
  await answer.end()
  return configs
}

type SupervisorOptions = StartOptions & { more: Record<string, string>; launchesMax?: number }

/** Holds the owner's lock. Losing that connection means that the server went down, and brings it back. */
class Supervisor {
  readonly #home: EmbeddedHome
  readonly #login: pg.ClientConfig
  readonly #options: SupervisorOptions
  #owner: pg.Client | undefined
  #recovery = Promise.resolve()
  #stopping = false

  constructor(home: EmbeddedHome, login: pg.ClientConfig, options: SupervisorOptions) {
    this.#home = home
    this.#login = login
    this.#options = options
  }

  async start(makeReady: (owner: pg.Client) => Promise<void>): Promise<void> {
    const owner = await this.#hold()
    try {
      await makeReady(owner)
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async stop(): Promise<void> {
    this.#stopping = true
    await this.#recovery
    // Without the lock, a server that runs is another process's to stop.
    if (!this.#owner) return
    await this.#owner.end()
    await stopServer(this.#home)
  }

  async #hold(): Promise<pg.Client> {
    const client = await this.#reach()
    await acquireOwnerLock(client, this.#options.dataDir)
    client.once('end', () => {
      this.#owner = undefined
      if (!this.#stopping) this.#recovery = this.#recover()
    })
    this.#owner = client
    return client
  }

  /** Never gives up by itself: a full disk, for one, may be freed. */
  async #recover(): Promise<void> {
    const { log, onLost } = this.#options
    log.error({}, 'the database went down; bringing it back')
    while (!this.#stopping) {
      try {
        await this.#hold()
        return log.info({}, 'the database is back')
      } catch (error) {
        if (error instanceof AlreadyRunningError) return onLost(error)
        if (!this.#stopping) log.error({ error }, 'the database does not start; trying again')
        await delay(back_off_ms_max)
      }
    }
  }

  /** Connects as owner, launching the server whenever none is there. */
  async #reach(): Promise<pg.Client> {
    const { isEphemeral, more, launchesMax = launches_max } = this.#options
    const start = () => launch(this.#home, { isEphemeral, more })
    // Where none can be there it is begun before anything is waited for, and comes up beside what else a start does.
    let child: ChildProcess | undefined = mayBeRunning(this.#home) ? undefined : start()
    for (let launches = child ? 1 : 0; ; await delay(20)) {
      const answer = await connect(this.#login)
      if (answer instanceof pg.Client) return answer
      if (this.#stopping || !isTransientError(answer)) {
        child?.kill('SIGINT')
        throw describeStartError(answer, this.#options.dataDir)
      }
      if (!isNotListening(answer) || isRunning(child)) continue
      if (launches === launchesMax) {
        throw new Error(
          `PostgreSQL does not start: ${lastLoggedError(this.#home)} (more in ${this.#home.logFile})`,
        )
      }
      // Backends of a killed server hold its memory until they notice, and a server may still be stopping.
      if (launches > 0) await delay(Math.min(50 * 2 ** launches, back_off_ms_max))
      child = start()
      launches++
    }
  }
}

async function connect(login: pg.ClientConfig): Promise<pg.Client | Error> {
  const client = new pg.Client({ ...login, application_name: 'candour owner' })
  // The 'end' that follows is what matters; without a listener an error would end the process.
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    return error as Error
  }
}

async function acquireOwnerLock(client: pg.Client, dataDir: string): Promise<void> {
  const deadline = Date.now() + lock_wait_ms_max
  const tryLock = () =>
    client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [ownerLock])
  while (!(await tryLock()).rows[0]?.held) {
    if (Date.now() > deadline) {
      await client.end()
      throw new AlreadyRunningError(dataDir)
    }
    await delay(50)
  }
}

function describeStartError(error: Error, dataDir: string): Error {
  if (codeOf(error) !== wrongPasswordCode) return error
  const file = path.join(dataDir, 'secrets', 'database.json')
  return new Error(`The database refuses the password in ${file}. Restore that file from a backup.`)
}

function isRunning(child: ChildProcess | undefined): boolean {
  return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
}

/** No server listens on the socket. */
function isNotListening(error: Error): boolean {
  return ['ENOENT', 'ECONNREFUSED'].includes(codeOf(error))
}

/** Starting, stopping or recovering; the connection may also break in the middle, which has no code. */
function isTransientError(error: Error): boolean {
  const passing = ['', 'ECONNRESET', 'EPIPE', '57P01', '57P02', '57P03', '53300']
  return isNotListening(error) || passing.includes(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : ''
}
