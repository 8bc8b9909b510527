/**
 * Thirty instances' worth of pools on one database: each with connections of its own, and through PgBouncer in transaction
 * mode. Thirty processes of the product are too much for two processors, which would measure their starts and sweeps;
 * here they are thirty products opened in this one process, each with its own pools, limits and prepared statements, that
 * are asked past the network. So times are of one process that does the work of thirty, to be compared with each other
 * alone; connections and memory at the database are those of thirty. The ways take turns. Prints how many connections
 * the database holds at the most and what they hold of memory, how long openings and signatures take (median and p95),
 * and what each takes of the processors.
 *
 *   npm run bench -- pooled      or: node tools/bench/pooled.ts [instances, 30] [pieces of work in a turn, 240] [turns, 3]
 *
 * PGBOUNCER names another program than the one that is installed; from 1.21 prepared statements are measured as well.
 * Ends with 1 where the pooler let more connections through than it was told, or an answer was wrong.
 */
import { createSecretKey, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { openApp, type App } from '../../server/app.ts'
import { readConfig, type Config } from '../../server/config.ts'
import { sessionCookieName } from '../../server/modules/identity/index.ts'
import { systemClock } from '../../server/platform/clock.ts'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { createLogins, databaseName, readPasswords } from '../../server/platform/database/embedded-logins.ts'
import {
  initialiseCluster,
  launch,
  ownerName,
  socketPort,
  stopServer,
} from '../../server/platform/database/embedded-server.ts'
import { migrateDatabase } from '../../server/platform/database/migrate.ts'
import { openRootKey } from '../../server/platform/database/root-key.ts'
import { openKeyring } from '../../server/platform/keys/keyring.ts'
import { seedShipped } from '../../server/testing/seed-shipped.ts'
import { silentLog } from '../../server/testing/silent-log.ts'
import { createTestCaller } from '../../server/testing/test-caller.ts'
import { addTestClinic, signatureFor } from '../../server/testing/test-clinic.ts'
import type { Logins } from '../../server/testing/test-logins.ts'
import { createTestPeople } from '../../server/testing/test-people.ts'
import {
  findPgBouncer,
  startTransactionPooler,
  type TransactionPooler,
} from '../../server/testing/transaction-pooler.ts'
import { killDatabase, postmasterOf } from '../prove/test-server-process.ts'
import { createDataDir, quantile } from './bench-app.ts'
import { cpuMsBelow, cpuMsOf, ownCpuMs } from './cpu-time.ts'
import { addOpenedConsents, type OpenedConsent } from './opened-consents.ts'

const [instances = 30, pieces = 240, turns = 3] = process.argv.slice(2).map(Number)
const address = 'http://localhost:3000'
/** As server/platform/database/database.ts opens them, for requests alone. */
const pool_size = 16
/** What the pooler opens for each login. */
const lent_size = 20
const max_connections = 1000
const start_ms_max = 60_000
const busy_ms = 100

const pgbouncer = findPgBouncer()
if (!pgbouncer) {
  console.error('PgBouncer is not installed: apt-get install pgbouncer, or name it by PGBOUNCER')
  process.exit(1)
}
process.once('exit', () => killDatabase(dataDir))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

const dataDir = createDataDir()
chmodSync(dataDir, 0o755)
mkdirSync(path.join(dataDir, 'files'))
const home = openEmbeddedHome(dataDir, silentLog)
const passwords = readPasswords(dataDir)
const loginTo = (user: string, password: string, database = databaseName) => ({
  ...{ host: home.socket, port: socketPort, user, password, database },
})
const direct = {
  owner: loginTo(ownerName, passwords.owner),
  app: loginTo('candour_app', passwords.app),
  auth: loginTo('candour_auth', passwords.auth),
}
initialiseCluster(home, passwords.owner)
launch(home, { more: { max_connections: String(max_connections) } })

/** Connects as soon as the server takes connections. */
async function connect(login: pg.ClientConfig): Promise<pg.Client> {
  for (const until = Date.now() + start_ms_max; ; await sleep(50)) {
    const client = new pg.Client(login)
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      if (Date.now() > until) throw new Error('The database does not start', { cause: error })
    }
  }
}
const first = await connect(loginTo(ownerName, passwords.owner, 'postgres'))
await createLogins(first, passwords)
await first.end()
await migrateDatabase(direct.owner)
await seedShipped(direct.owner)
const owner = await connect(direct.owner)

const masterKey = createSecretKey(randomBytes(32))
const config: Config = {
  ...readConfig({
    DATA_DIR: path.join(dataDir, 'files'),
    DEMO: 'off',
    PUBLIC_ADDRESS: address,
    FFMPEG: 'off',
  }),
  masterKey: { off: false, key: masterKey, others: [] },
}
const open = (logins: Pick<Logins, 'app' | 'auth' | 'session'>): Promise<App> =>
  openApp({
    config,
    clock: systemClock,
    log: { ...silentLog, error: console.error },
    logins,
    eventLoopDelayMsMax: null,
  })

const maker = await open(direct)
const rootKey = await openRootKey(maker.database, openKeyring({ masterKey }))
const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
const clinic = await addTestClinic({
  ...{ http: maker.http, owner, key: 'harbour', name: 'Harbour Street', status: 'active' },
  people: createTestPeople(owner, { cookieName: sessionCookieName(address), secret }),
  runJobs: () => maker.jobs.drain(),
})
const viewed = await clinic.addViewed()
const { consentId, linkId, token, patient } = viewed
const read = await patient.callOk(contract.signing.read, { consentId })
const original = { consentId, linkId, token, cookie: patient.cookie, read }
await maker.jobs.drain()
await maker.close()
logProgress(`a practice with its text is there; PgBouncer ${pgbouncer.version}`)

type Way = { name: string; pooler: TransactionPooler | null }
const startPooler = (keepsPrepared: boolean) =>
  startTransactionPooler({ logins: [direct.app, direct.auth], poolSize: lent_size, keepsPrepared })
const ways: Way[] = [
  { name: 'connections of their own', pooler: null },
  { name: 'PgBouncer, nothing kept prepared', pooler: await startPooler(false) },
  ...(pgbouncer.keepsPrepared
    ? [{ name: 'PgBouncer, statements kept prepared', pooler: await startPooler(true) }]
    : []),
]
const loginsOf = ({ pooler }: Way) =>
  pooler
    ? { app: pooler.through(direct.app), auth: pooler.through(direct.auth), session: direct.app }
    : { app: direct.app, auth: direct.auth }

let cameBack = 0
/** Whoever is told to come back does, and the time goes on. */
async function insist<T extends { status: number; error: unknown }>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask()
    if (answer.status === 200) return answer
    if (answer.status !== 503) throw new Error(`Answered ${answer.status}: ${JSON.stringify(answer.error)}`)
    cameBack += 1
    await sleep(busy_ms)
  }
}

/** A patient comes to one of the instances and opens the form by its link. */
async function openForm(
  { http }: App,
  { consentId: id, token: accessToken, cookie }: OpenedConsent,
): Promise<void> {
  const visitor = createTestCaller(http, cookie)
  await insist(() => visitor.call(contract.signing.open, { accessToken }))
  const { body } = await insist(() => visitor.call(contract.signing.read, { consentId: id }))
  if (body.id !== id || !body.chainIntact) throw new Error('Another form was answered than was asked for')
}

async function sign({ http }: App, { consentId: id, cookie }: OpenedConsent): Promise<void> {
  const visitor = createTestCaller(http, cookie)
  const signature = signatureFor({ ...viewed, consentId: id })
  const { body } = await insist(() => visitor.call(contract.signing.sign, signature))
  if (body.id !== id || body.status !== 'signed' || !body.chainIntact) throw new Error('It was not signed')
}

const processorsOf = ({ pooler }: Way) => ({
  product: ownCpuMs(),
  database: databaseTime_ms(),
  pooler: pooler ? cpuMsOf(pooler.pid) : 0,
})
/** Of every process of the database, those that have ended included. */
const databaseTime_ms = (): number => {
  const postmaster = postmasterOf(dataDir)!
  return cpuMsOf(postmaster) + cpuMsBelow(postmaster, () => true)
}

type Processors = ReturnType<typeof processorsOf>
type Seen = { each_ms: number[]; pieces: number; taken: Processors }
const newSeen = (): Seen => ({ each_ms: [], pieces: 0, taken: { product: 0, database: 0, pooler: 0 } })

/** Each instance does one piece after the other, all of them at once. */
async function measure(
  way: Way,
  apps: readonly App[],
  { consents, work, seen }: { consents: readonly OpenedConsent[]; work: typeof sign; seen: Seen },
): Promise<void> {
  const before = processorsOf(way)
  await Promise.all(
    apps.map(async (app, place) => {
      for (let at = place; at < consents.length; at += apps.length) {
        const begun = performance.now()
        await work(app, consents[at]!)
        seen.each_ms.push(performance.now() - begun)
      }
    }),
  )
  const after = processorsOf(way)
  seen.pieces += consents.length
  for (const part of ['product', 'database', 'pooler'] as const)
    seen.taken[part] += after[part] - before[part]
}

type Held = { connections: number; database_MB: number; pooler_MB: number }

/** What the connections to the database hold there, with their shares of what is shared. */
async function holdings({ pooler }: Way): Promise<Held> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename in ('candour_app', 'candour_auth')`,
  )
  const kilobytesOf = (pid: number) =>
    Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1])
  const database_MB = rows.reduce((sum, { pid }) => sum + kilobytesOf(pid), 0) / 1024
  return { connections: rows.length, database_MB, pooler_MB: pooler ? kilobytesOf(pooler.pid) / 1024 : 0 }
}

/** Opens every connection that the pools may have, then as many come to each instance at once. */
async function fillPools(apps: readonly App[], consents: readonly OpenedConsent[]): Promise<void> {
  for (const { database } of apps) {
    let held = 0
    const all = Promise.withResolvers<void>()
    await Promise.all(
      Array.from({ length: pool_size }, () =>
        database.borrow(async () => {
          held += 1
          if (held === pool_size) all.resolve()
          await all.promise
        }),
      ),
    )
  }
  for (let round = 0; round < 2; round++)
    await Promise.all(
      apps.flatMap((app, place) =>
        Array.from({ length: pool_size }, (_none, at) =>
          openForm(app, consents[(place * pool_size + at) % consents.length]!),
        ),
      ),
    )
}

const toldToComeBack = new Map<Way, number>()
const results = ways.map((way) => ({ way, opening: newSeen(), signing: newSeen(), held: [] as Held[] }))
for (let turn = 0; turn < turns; turn++)
  for (const { way, opening, signing, held } of results) {
    const consents = await addOpenedConsents(owner, { clinicId: clinic.id, first: original }, pieces)
    const apps: App[] = []
    while (apps.length < instances) apps.push(await open(loginsOf(way)))
    // What is new to a process or a connection is learned before anything counts.
    await measure(way, apps, { consents, work: openForm, seen: newSeen() })
    await measure(way, apps, { consents, work: openForm, seen: opening })
    await measure(way, apps, { consents, work: sign, seen: signing })
    await fillPools(apps, consents)
    held.push(await holdings(way))
    await Promise.all(apps.map((app) => app.close()))
    toldToComeBack.set(way, (toldToComeBack.get(way) ?? 0) + cameBack)
    cameBack = 0
    logProgress(`turn ${turn + 1}: ${way.name}, ${held.at(-1)!.connections} connections`)
  }

const rounded = (value: number) => Number(value.toFixed(1))
console.table(
  results.map(({ way, held }) => ({
    [`${instances} instances`]: way.name,
    'told to come back': toldToComeBack.get(way),
    'connections at most': Math.max(...held.map(({ connections }) => connections)),
    'their memory, MB': rounded(
      quantile(
        held.map(({ database_MB }) => database_MB),
        0.5,
      ),
    ),
    'pooler, MB': rounded(
      quantile(
        held.map(({ pooler_MB }) => pooler_MB),
        0.5,
      ),
    ),
  })),
)
console.table(
  results.flatMap(({ way, ...works }) =>
    (['opening', 'signing'] as const).map((name) => {
      const { each_ms, pieces: done, taken } = works[name]
      return {
        what: `${name}, ${way.name}`,
        'median, ms': rounded(quantile(each_ms, 0.5)),
        'p95, ms': rounded(quantile(each_ms, 0.95)),
        'product, ms of a processor': rounded(taken.product / done),
        'database, ms': rounded(taken.database / done),
        'pooler, ms': rounded(taken.pooler / done),
      }
    }),
  ),
)
console.log(`PgBouncer ${pgbouncer.version}; load ${loadavg()[0]!.toFixed(1)}`)
// The application's, and that of accounts.
const isExceeded = results.some(
  ({ way, held }) => way.pooler && held.some(({ connections }) => connections > lent_size * 2),
)
if (isExceeded) console.error(`The pooler let more than ${lent_size} connections of a login through`)

await owner.end()
for (const { pooler } of ways) await pooler?.stop()
await stopServer(home)
rmSync(realpathSync(path.join(dataDir, 'postgres')), { recursive: true, force: true })
rmSync(dataDir, { recursive: true, force: true })
process.exit(isExceeded ? 1 : 0)
