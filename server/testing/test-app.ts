import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openApp, type App } from '../app.ts'
import { readConfig, type Config } from '../config.ts'
import { sessionCookieName } from '../modules/identity/index.ts'
import type { Log } from '../platform/database/database.ts'
import { openRootKey } from '../platform/database/root-key.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { silentLog } from './silent-log.ts'
import { createTestCaller, type TestCaller } from './test-caller.ts'
import { addTestClinic, type TestClinic } from './test-clinic.ts'
import { createTestClock, type TestClock } from './test-clock.ts'
import { cloneDatabase, type TestDatabase } from './test-database.ts'
import type { Logins } from './test-logins.ts'
import { readOutbox, type TestMessage } from './test-outbox.ts'
import { createTestPeople, type People, type TestPerson } from './test-people.ts'

export const testAddress = 'http://localhost:3000'

export type TestApp = {
  app: App
  config: Config
  clock: TestClock
  logins: Logins
  /** The database as its owner, whom no policy stops: to arrange what no operation can, and to look behind them. */
  owner: pg.Client
  people: People
  secret: string
  clinicA: TestClinic
  clinicB: TestClinic
  superAdmin: TestPerson
  /** Has an account and no staff record. */
  stranger: TestPerson
  /** Faults that were logged; refusals are none. */
  loggedErrors: string[]
  /** Everything that was logged, as text. */
  logged: string[]
  as(person: Pick<TestPerson, 'cookie'>): TestCaller
  anonymous(): TestCaller
  /** Works off all jobs there are; answers how many ran. */
  runJobs(): Promise<number>
  /** Seals every row of the audit log that no seal lists yet. */
  sealAuditLog(): Promise<void>
  mail(): Promise<TestMessage[]>
  /** Another instance of the product on the same database, with some settings changed; close it before the app. */
  openSecondInstance(change?: Partial<Config>, log?: Log): Promise<App>
  addClinic(name: string, status?: 'active' | 'suspended'): Promise<TestClinic>
  close(): Promise<void>
}

/** The product on a database of its own, or one that was made for it, with two clinics; nothing listens and no job runs by itself. */
export async function openTestApp(on?: TestDatabase): Promise<TestApp> {
  const { logins, drop } = on ?? (await cloneDatabase())
  const dataDir = await mkdtemp(path.join(tmpdir(), 'candour-world-'))
  const masterKey = createSecretKey(randomBytes(32))
  const config: Config = {
    ...readConfig({
      DATA_DIR: dataDir,
      PUBLIC_ADDRESS: testAddress,
      TRUSTED_PROXY: 'off',
      DEMO: 'off',
      FFMPEG: 'off',
    }),
    masterKey: { off: false, key: masterKey, others: [] },
    // No test reaches a practice system of the world.
    practiceSystems: {
      addresses: {
        ...{ dentally: 'https://localhost:9', 'dentally-sandbox': 'https://localhost:9' },
        'open-dental': 'https://localhost:9',
      },
      timeoutSeconds: 5,
      grants: { clients: {}, scopes: 'patient:read' },
    },
  }
  const clock = createTestClock()
  const loggedErrors: string[] = []
  const logged: string[] = []
  const note = (data: object, text: string) => void logged.push(`${text} ${JSON.stringify(data)}`)
  const log = {
    info: note,
    warn: note,
    error(data: { err?: Error }, text: string) {
      note(data, text)
      loggedErrors.push(
        `${text}: ${data.err?.stack ?? JSON.stringify(data)} ${String(data.err?.cause ?? '')}`,
      )
    },
  }
  const app = await openApp({ config, clock, log, logins, eventLoopDelayMsMax: null })
  const owner = new pg.Client(logins.owner)
  await owner.connect()
  const rootKey = await openRootKey(app.database, openKeyring({ masterKey }))
  const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
  const people = createTestPeople(owner, { cookieName: sessionCookieName(testAddress), secret })
  const addClinic: TestApp['addClinic'] = (name, status = 'active') =>
    addTestClinic({
      http: app.http,
      owner,
      people,
      key: name.toLowerCase().replaceAll(/\W+/g, '-'),
      name,
      status,
      runJobs: () => app.jobs.drain(),
    })

  return {
    app,
    config,
    clock,
    logins,
    owner,
    people,
    secret,
    loggedErrors,
    logged,
    addClinic,
    clinicA: await addClinic('Harbour Street'),
    clinicB: await addClinic('Canal Side'),
    superAdmin: await people.addUser('Rowan Pemberton', 'rowan@candour.example.org', 'super_admin'),
    stranger: await people.addUser('Nils Berg', 'nils@example.org'),
    as: ({ cookie }) => createTestCaller(app.http, cookie),
    anonymous: () => createTestCaller(app.http),
    runJobs: () => app.jobs.drain(),
    sealAuditLog: () => app.sweep('audit.seal'),
    mail: () => readOutbox(dataDir),
    openSecondInstance: (change = {}, itsLog = silentLog) =>
      openApp({ config: { ...config, ...change }, clock, log: itsLog, logins, eventLoopDelayMsMax: null }),
    async close() {
      await app.close()
      await owner.end()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
