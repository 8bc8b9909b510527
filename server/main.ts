import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import films from '../build/content/films.json' with { type: 'json' }
import site from '../build/content/page.site.json' with { type: 'json' }
import library from '../build/content/templates.json' with { type: 'json' }
import translations from '../build/content/translations.json' with { type: 'json' }
import treatments from '../build/content/treatments.json' with { type: 'json' }
import { makeDemo, type DemoSummary } from './demo/make-demo.ts'
import { openApp, openStoredFiles, type App } from './app.ts'
import { ConfigError, findUnconfigured, readConfig, type Config } from './config.ts'
import { pageFacts } from './page-facts.ts'
import { seedTemplates } from './modules/templates/index.ts'
import { seedTranslations } from './modules/translations/index.ts'
import { seedTreatments } from './modules/treatments/index.ts'
import { filmsInto, seedVideos } from './modules/videos/index.ts'
import { systemClock } from './platform/clock.ts'
import { startEmbeddedPostgres, AlreadyRunningError } from './platform/database/embedded-postgres.ts'
import type { Log } from './platform/database/database.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import type { LoginPasswords } from './platform/database/roles.ts'
import { pageServer, readPageTable } from './platform/http/page-server.ts'
import { openLog } from './platform/log.ts'

type Logins = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  auth: pg.ClientConfig
  /** For logins that the migration has to make: an outside database's own, from their addresses. */
  passwords: LoginPasswords
  stop(): Promise<void>
}

const passwordOf = (url: string) => decodeURIComponent(new URL(url).password)

const webRoot = path.join(import.meta.dirname, '../build/web')

/** The database and its three logins: the embedded server, or the one that DATABASE_URL names. */
async function openLogins(config: Config, log: Log): Promise<Logins> {
  if (!config.database.embedded) {
    const { ownerUrl, appUrl, authUrl } = config.database
    const login = (connectionString: string) => ({ connectionString })
    const passwords = { candour_app: passwordOf(appUrl), candour_auth: passwordOf(authUrl) }
    return {
      owner: login(ownerUrl),
      app: login(appUrl),
      auth: login(authUrl),
      passwords,
      stop: async () => {},
    }
  }
  const onLost = (error: Error) => {
    log.error({ err: error }, 'the embedded database was taken over by another process')
    process.exit(1)
  }
  const { ownerConfig, appConfig, authConfig, stop } = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    log,
    onLost,
  })
  return { owner: ownerConfig, app: appConfig, auth: authConfig, passwords: {}, stop }
}

async function seed(owner: pg.ClientConfig, config: Config): Promise<void> {
  const client = new pg.Client(owner)
  await client.connect()
  try {
    const now = systemClock.now()
    await seedTreatments(client, treatments, now)
    // Before the texts that show them.
    await seedVideos(client, films, { now, keepFile: filmsInto(openStoredFiles(config)) })
    await seedTemplates(client, library as never, now)
    await seedTranslations(client, { library: library as never, translations }, now)
  } finally {
    await client.end()
  }
}

async function listen(app: App, config: Config): Promise<void> {
  const {
    publicAddress,
    listen: { host, port },
  } = config
  await app.http.register(pageServer, {
    root: webRoot,
    table: readPageTable(webRoot),
    origin: publicAddress,
    replacements: pageFacts(config, site),
  })
  await app.http.listen({ host, port })
}

const notConfigured = {
  billing: 'Stripe billing not configured',
  database: 'Database not configured (running on the embedded one)',
  mail: 'Email service not configured (messages are kept in the outbox folder of the data directory)',
}

/** The one-time token of the set-up pages, when this start made one: kept where only its owner reads it. */
async function makeSetupToken(app: App, { dataDir }: Config): Promise<string | null> {
  const token = await app.makeSetupToken()
  if (!token) return null
  const folder = path.join(dataDir, 'secrets')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(path.join(folder, 'setup-token'), `${token}\n`, { mode: 0o600 })
  return token
}

type Greeting = { demo: DemoSummary | null; setupToken: string | null }

/** What a new user needs to see; said to the terminal alone, never to the log (rulings 52). */
function greet(config: Config, { demo, setupToken }: Greeting): void {
  const { publicAddress, dataDir } = config
  const say = (line = '') => process.stdout.write(`${line}\n`)
  say()
  say(`Candour is ready: ${publicAddress}`)
  for (const part of findUnconfigured(config)) say(`  ${notConfigured[part]}`)
  if (!demo) {
    if (!setupToken) return
    say()
    say(`One-time set-up token: ${setupToken}`)
    say(`  Make the first super administrator with it at ${publicAddress}/setup`)
    return
  }
  say()
  say('Demo sign-ins (also in ' + path.relative(process.cwd(), path.join(dataDir, 'demo.json')) + '):')
  for (const { role, permissionLevel, clinic, email, username, password, totpSecret } of demo.accounts) {
    const place = clinic ?? 'all clinics'
    const level = permissionLevel ? ` level ${permissionLevel}` : ''
    say(`  ${email.padEnd(38)} ${password.padEnd(22)} ${role}${level}, ${place}`)
    if (username) say(`    or by the username ${username}`)
    if (totpSecret) say(`    with an authenticator app: ${totpSecret}`)
  }
  const { url, dateOfBirth, patientName } = demo.patientLink
  say()
  say(`Patient link for ${patientName}, born ${dateOfBirth}:`)
  say(`  ${url}`)
}

/** Starts everything in order: configuration, database, library, demo, server, jobs. */
async function start(): Promise<void> {
  const config = readConfig(process.env)
  await mkdir(config.dataDir, { recursive: true })
  const log = openLog({ level: config.logLevel })
  const logins = await openLogins(config, log)
  try {
    await serve(config, log, logins)
  } catch (error) {
    // A database left running would hold its directory against the next start.
    await logins.stop()
    throw error
  }
}

async function serve(config: Config, log: Log, logins: Logins): Promise<void> {
  await migrateDatabase(logins.owner, logins.passwords)
  await seed(logins.owner, config)
  const parts = { config, log, logins }
  // The demo's making is hundreds of requests to ourselves; only what goes wrong is worth a line.
  const demo = config.demo ? await makeDemo({ ...parts, log: openLog({ level: 'error' }), openApp }) : null
  const app = await openApp({ ...parts, clock: systemClock })
  await listen(app, config)
  await app.work()
  greet(config, { demo, setupToken: await makeSetupToken(app, config) })
  stopOn(['SIGINT', 'SIGTERM'], async () => {
    await app.close()
    await logins.stop()
  })
}

/** Stops once, however often the signal comes: from the terminal, npm and its parent alike. */
function stopOn(signals: NodeJS.Signals[], stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of signals) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      void stop().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
  }
}

try {
  await start()
} catch (error) {
  // What these two say is for people; any other error goes through the log, which leaves out the values of queries.
  if (error instanceof ConfigError || error instanceof AlreadyRunningError)
    process.stderr.write(`${error.message}\n`)
  else openLog({ level: 'error' }).error({ err: error }, 'the start failed')
  process.exit(1)
}
