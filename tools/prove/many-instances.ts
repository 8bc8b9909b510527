/**
 * A database of its own with one practice and one consent that can be copied, for many products that are opened in one
 * process, on connections of their own or through PgBouncer.
 */
import { createSecretKey, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs'
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
import { createTestCaller, type TestResponse } from '../../server/testing/test-caller.ts'
import { addTestClinic, signatureFor } from '../../server/testing/test-clinic.ts'
import { createTestPeople } from '../../server/testing/test-people.ts'
import {
  findPgBouncer,
  startTransactionPooler,
  type TransactionPooler,
} from '../../server/testing/transaction-pooler.ts'
import { killDatabase } from './test-server-process.ts'

const address = 'http://localhost:3000'
const start_ms_max = 60_000
const busy_ms = 100

/** Whose form it is, as its patient has it. */
type Form = { consentId: string; token: string; cookie: string }

/** What is installed, or named by `PGBOUNCER`. */
export const installedPooler = findPgBouncer
export type Pooler = TransactionPooler

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

/** Starts the database in this folder, which is removed with it, however the process ends. */
export async function startManyInstances(dataDir: string, { max_connections }: { max_connections: number }) {
  chmodSync(dataDir, 0o755)
  mkdirSync(path.join(dataDir, 'files'))
  process.once('exit', () => {
    killDatabase(dataDir)
    const cluster = path.join(dataDir, 'postgres')
    for (const folder of [...(existsSync(cluster) ? [realpathSync(cluster)] : []), dataDir])
      rmSync(folder, { recursive: true, force: true })
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
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
  const first = await connect(loginTo(ownerName, passwords.owner, 'postgres'))
  await createLogins(first, passwords)
  await first.end()
  await migrateDatabase(direct.owner)
  await seedShipped(direct.owner)
  const owner = await connect(direct.owner)

  const masterKey = createSecretKey(randomBytes(32))
  const files = path.join(dataDir, 'files')
  const config: Config = {
    ...readConfig({ DATA_DIR: files, DEMO: 'off', PUBLIC_ADDRESS: address, FFMPEG: 'off' }),
    masterKey: { off: false, key: masterKey, others: [] },
  }
  const log = { ...silentLog, error: console.error }
  /** One more product: on connections of its own, or through a pooler. */
  const open = (pooler: TransactionPooler | null): Promise<App> => {
    const logins = pooler
      ? { app: pooler.through(direct.app), auth: pooler.through(direct.auth), session: direct.app }
      : { app: direct.app, auth: direct.auth }
    return openApp({ config, clock: systemClock, log, logins, eventLoopDelayMsMax: null })
  }

  const maker = await open(null)
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
  await maker.jobs.drain()
  await maker.close()

  let toldToComeBack = 0
  /** Whoever is told to come back does, and the time goes on. */
  async function insist<T>(ask: () => Promise<TestResponse<T>>): Promise<T> {
    for (;;) {
      const { status, body, error } = await ask()
      if (status === 200) return body
      if (status !== 503) throw new Error(`Answered ${status}: ${JSON.stringify(error)}`)
      toldToComeBack += 1
      await sleep(busy_ms)
    }
  }

  return {
    ...{ owner, open, clinicId: clinic.id },
    /** A consent that others are copied from. */
    original: { consentId, linkId, token, cookie: patient.cookie, read },
    startPooler: (poolSize: number, { keepsPrepared }: { keepsPrepared: boolean }) =>
      startTransactionPooler({ logins: [direct.app, direct.auth], poolSize, keepsPrepared }),
    /** How many were told to come back since it was asked last. */
    takeToldToComeBack(): number {
      const many = toldToComeBack
      toldToComeBack = 0
      return many
    },
    /** A patient comes to one of the products and opens the form by its link. */
    async openForm({ http }: App, { consentId: id, token: accessToken, cookie }: Form): Promise<void> {
      const visitor = createTestCaller(http, cookie)
      await insist(() => visitor.call(contract.signing.open, { accessToken }))
      const form = await insist(() => visitor.call(contract.signing.read, { consentId: id }))
      if (form.id !== id || !form.chainIntact) throw new Error('Another form was answered than was asked for')
    },
    async sign({ http }: App, { consentId: id, cookie }: Form): Promise<void> {
      const visitor = createTestCaller(http, cookie)
      const signature = signatureFor({ ...viewed, consentId: id })
      const form = await insist(() => visitor.call(contract.signing.sign, signature))
      if (form.id !== id || form.status !== 'signed' || !form.chainIntact)
        throw new Error('It was not signed')
    },
    async stop(): Promise<void> {
      await owner.end()
      await stopServer(home)
    },
  }
}
