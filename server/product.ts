import { mkdir, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import type pg from 'pg'
import clinicalReviews from '../build/content/clinical-reviews.json' with { type: 'json' }
import films from '../build/content/films.json' with { type: 'json' }
import site from '../build/content/page.site.json' with { type: 'json' }
import platformDocuments from '../build/content/platform-documents.json' with { type: 'json' }
import library from '../build/content/templates.json' with { type: 'json' }
import treatments from '../build/content/treatments.json' with { type: 'json' }
import type { LibraryClinicalReview, ShippedDocument } from '../build/content/types.d.ts'
import { findDemo, createDemo, refreshDemo, type DemoSummary } from './demo/create-demo.ts'
import { openDemoYear } from './demo/demo-year.ts'
import { abandonYear } from './demo/demo-year-progress.ts'
import { removeDemo } from './demo/remove-demo.ts'
import { openApp, type App } from './app.ts'
import { findConverter, type AppOptions } from './core.ts'
import { openStoredFiles } from './stored-files.ts'
import type { Config } from './config.ts'
import type { OptionalService } from '../contract/setup.ts'
import { assertEngineFits, distributionFor } from './database-engine.ts'
import { exportMetrics } from './metrics-export.ts'
import { exportTraces } from './trace-export.ts'
import { createMetrics, serveMetrics } from './metrics.ts'
import { assertOwnerPastPooler, assertPoolerFits, type Logins } from './logins.ts'
import type { StartCompanion } from './start-server.ts'
import { pageReplacements, priceReplacements } from './page-replacements.ts'
import { contactPage } from './modules/enquiries/index.ts'
import { seedPlatformDocuments } from './modules/platform-documents/index.ts'
import { seedClinicalReviews, seedEmptyLibrary, seedTemplates } from './modules/templates/index.ts'
import { seedTranslations, shippedTranslations } from './modules/translations/index.ts'
import { seedTreatments } from './modules/treatments/index.ts'
import { createFilmWriter, seedVideos } from './modules/videos/index.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase, type Log } from './platform/database/database.ts'
import { heartbeat_seconds, joinInstances } from './platform/database/instances.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { listenAt } from './platform/http/listening-sockets.ts'
import { pageServer, readPageTable } from './platform/http/page-server.ts'
import { createSweepTimers } from './platform/jobs/sweep-timers.ts'
import { openLog } from './platform/log.ts'
import { computeFingerprints } from './instance-fingerprints.ts'
import { effectiveConfig } from './effective-config.ts'
import { withDedicatedConnection } from './platform/database/dedicated-connection.ts'

const webRoot = path.join(import.meta.dirname, '../build/web')

async function seed(owner: pg.ClientConfig, config: Config): Promise<void> {
  await withDedicatedConnection(owner, async (client) => {
    const now = systemClock.now()
    await seedTreatments(client, treatments, now)
    // Before the texts that show them.
    await seedVideos(client, films, { now, saveFile: createFilmWriter(openStoredFiles(config)) })
    const isByHand = config.libraryUpdates === 'by-hand'
    await (isByHand ? seedEmptyLibrary : seedTemplates)(client, library as never, now)
    await seedClinicalReviews(client, clinicalReviews as LibraryClinicalReview[], now)
    await seedPlatformDocuments(client, platformDocuments as ShippedDocument[], now)
    if (!isByHand) await seedTranslations(client, { library: library as never, ...shippedTranslations }, now)
  })
}

async function listen(app: App, config: Config): Promise<void> {
  const { publicAddress } = config
  await app.http.register(pageServer, {
    root: webRoot,
    table: readPageTable(webRoot),
    origin: publicAddress,
    // While pages are worked on, they are also at the port of what draws them.
    atOriginOnly: config.mode === 'production',
    replacements: pageReplacements(config, site),
    freshTexts: { '/dental-consent-plans': async () => priceReplacements(await app.planPrices()) },
    frameOrigins: { '/embed/:frameId': ({ frameId = '' }) => app.frameOriginOf(frameId) },
    forms: [contactPage],
    scriptedForms: ['/login', '/admin-login', '/register', '/forgot-password', '/reset-password'],
  })
  await listenAt(app.http, config.listen)
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

type Greeting = { demo: DemoSummary | null; setupToken: string | null; unconfigured: OptionalService[] }

/** What a new user needs to see; said to the terminal alone, never to the log (rulings 52). */
function printGreeting(config: Config, { demo, setupToken, unconfigured }: Greeting): void {
  const { publicAddress, dataDir } = config
  const say = (line = '') => process.stdout.write(`${line}\n`)
  say()
  say(`Candour is ready: ${publicAddress}`)
  for (const part of unconfigured) say(`  ${notConfigured[part]}`)
  if (!demo) {
    if (!setupToken) return
    say()
    say(`One-time set-up token: ${setupToken}`)
    say(`  Set the installation up with it at ${publicAddress}/setup`)
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

/** Everything in order once there is a database: its version, library, demo, server, jobs. Ends with the process. */
export async function serve(
  given: Config,
  log: Log,
  { logins, companion }: { logins: Logins; companion: StartCompanion },
): Promise<void> {
  const converter = findConverter(given)
  await assertOwnerPastPooler(logins)
  await assertEngineFits(given.database, logins.owner)
  const distribution = distributionFor(given.database)
  await timed('database', companion, () => migrateDatabase(logins.owner, logins.passwords, { distribution }))
  await assertPoolerFits(logins)
  const config = await effectiveConfig(given, logins.owner)
  // Before anything is written: one that is refused has changed nothing.
  const membership = await joinCluster(config, log, logins)
  try {
    await serveInstance({ config, log, logins, membership, converter, companion })
  } catch (error) {
    await membership.leave()
    throw error
  }
}

type ClusterMembership = { leave(): Promise<void> }
type ServeDeps = {
  config: Config
  log: Log
  logins: Logins
  membership: ClusterMembership
  converter: NonNullable<AppOptions['converter']>
  companion: StartCompanion
}

/** Does a part of a start, and tells how long it took. */
async function timed<Done>(
  part: string,
  { report }: StartCompanion,
  work: () => Promise<Done>,
): Promise<Done> {
  const begun = performance.now()
  const done = await work()
  report(part, `ready in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
  return done
}

async function serveInstance(deps: ServeDeps): Promise<void> {
  const { config, log, logins, membership, converter, companion } = deps
  const endDemo = () => removeDemo(logins.owner, { dataDir: config.dataDir, log })
  if (!config.demo) await endDemo()
  if (!config.demoYear) await abandonYear(config.dataDir)
  await timed('library', companion, () => seed(logins.owner, config))
  const parts = { config, log, logins, converter }
  // The demo's making is hundreds of requests to ourselves; only what goes wrong is worth a line.
  const demoParts = { ...parts, log: openLog({ level: 'error' }), openApp }
  const knownDemo = config.demo ? findDemo(config) : null
  const newDemo =
    config.demo && !knownDemo ? await timed('demo', companion, () => createDemo(demoParts)) : null
  const demoYear = openDemoYear(demoParts)
  const traces = publishTraces(config)
  const app = await openApp({
    ...{ ...parts, clock: systemClock, demoYear },
    async removeDemo() {
      await demoYear.stop()
      await endDemo()
    },
  })
  const metrics = createMetrics(app, config)
  // Whoever finds the server ready finds the token too.
  const setupToken = await makeSetupToken(app, config)
  const unconfigured = await app.unconfigured()
  const begun = Promise.withResolvers<{ stop(): Promise<void> }>()
  // From before anybody finds it ready: told to stop while it begins, it does so once it has begun.
  stopOn(['SIGINT', 'SIGTERM'], async () => {
    const { stop } = await begun.promise
    await stop()
    await demoYear.stop()
    await app.close()
    // What ended last is sent too; a receiver that is away keeps nobody from stopping.
    await traces?.stop().catch(() => {})
    await membership.leave()
    await logins.stop()
  })
  await companion.pages
  await listen(app, config)
  await app.work()
  const publishedMetrics = await publishMetrics(metrics, config, log)
  // Nobody waits until a demo that is there has today's appointments.
  const demo = knownDemo ? await refreshDemo(knownDemo, demoParts) : newDemo
  begun.resolve(publishedMetrics)
  printGreeting(config, { demo, setupToken, unconfigured })
  void demoYear.run()
}

/** Serves what is counted to whoever asks, and sends it to a receiver, where the configuration says so. */
async function publishMetrics(metrics: ReturnType<typeof createMetrics>, config: Config, log: Log) {
  const { metricsExport, listen: own } = config
  const served = config.metrics.off ? null : await serveMetrics(metrics, config.metrics, log)
  const exported = metricsExport.off
    ? null
    : exportMetrics(metrics, { instance: `${hostname()}:${own.port}`, seconds: metricsExport.seconds })
  return {
    async stop() {
      await served?.stop()
      // What was counted last is sent once more; a receiver that is away keeps nobody from stopping.
      await exported?.stop().catch(() => {})
    },
  }
}

/** Records a part of what happens, where the configuration says so: from before the first connection is opened. */
const publishTraces = ({ tracesExport, listen: own }: Config) =>
  tracesExport.off ? null : exportTraces({ instance: `${hostname()}:${own.port}`, ratio: tracesExport.ratio })

/** Names this instance among those on the database, for as long as it runs; refused where it shares too little with them. */
async function joinCluster(config: Config, log: Log, logins: Logins): Promise<ClusterMembership> {
  const database = openDatabase(logins.app, { log, connections_max: 1, isSpread: logins.isSpread })
  const instance = await joinInstances(database, computeFingerprints(config), log)
  const timers = createSweepTimers(log)
  timers.every(heartbeat_seconds, () => instance.sendHeartbeat())
  return {
    async leave() {
      timers.stop()
      await instance.leave()
      await database.close()
    },
  }
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
