import { execFileSync } from 'node:child_process'
import { createSecretKey, randomBytes, randomUUID } from 'node:crypto'
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../contract/index.ts'
import { openApp, type App } from './app.ts'
import { readConfig, type Config } from './config.ts'
import { silentLog } from './testing/silent-log.ts'
import { createTestCaller } from './testing/test-caller.ts'
import { addTestClinic, type TestClinic } from './testing/test-clinic.ts'
import { createTestPeople } from './testing/test-people.ts'
import { sessionCookieName } from './modules/identity/index.ts'
import { systemClock } from './platform/clock.ts'
import { openKeyring } from './platform/keys/keyring.ts'
import { openEmbeddedHome, type EmbeddedHome } from './platform/database/embedded-home.ts'
import { createLogins, databaseName, readPasswords } from './platform/database/embedded-logins.ts'
import {
  initialiseCluster,
  launch,
  ownerName,
  socketPort,
  stopServer,
} from './platform/database/embedded-server.ts'
import { migrateDatabase } from './platform/database/migrate.ts'
import { openRootKey } from './platform/database/root-key.ts'

// A primary and a standby of their own, which streams from it and is promoted when it dies. What runs between them and
// the product leads to the one or the other, as HAProxy does.

const folders: string[] = []
const open = new Set<Socket>()
let primary: EmbeddedHome
let standby: EmbeddedHome
let target: EmbeddedHome
let proxy: Server
let app: App
let clinic: TestClinic
let owner: pg.Client

async function openHome(): Promise<EmbeddedHome> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-failover-'))
  folders.push(folder)
  // Open to the account that the database runs as when we are root.
  await chmod(folder, 0o755)
  return openEmbeddedHome(folder, silentLog)
}

const loginTo = ({ socket }: EmbeddedHome, database = databaseName): pg.ClientConfig => ({
  ...{ host: socket, port: socketPort, user: ownerName, database },
  password: readPasswords(folders[0]!).owner,
})

/** Connects as soon as the server takes connections. */
async function connectTo(home: EmbeddedHome, database?: string): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client(loginTo(home, database))
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch {
      await delay(50)
    }
  }
}

/** A standby as `pg_basebackup` makes it, which the npm package leaves out. */
async function copyAsStandby(from: EmbeddedHome, to: EmbeddedHome): Promise<void> {
  await owner.query(`select pg_backup_start('standby', true)`)
  execFileSync('cp', ['-a', from.cluster, to.cluster])
  const { rows } = await owner.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)')
  rmSync(path.join(to.cluster, 'postmaster.pid'), { force: true })
  const { password } = loginTo(from)
  const source = `host=${from.socket} port=${socketPort} user=${ownerName} password=${String(password)} application_name=standby`
  writeFileSync(path.join(to.cluster, 'backup_label'), rows[0]!.labelfile)
  writeFileSync(path.join(to.cluster, 'standby.signal'), '')
  appendFileSync(path.join(to.cluster, 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`)
  const { account } = to
  if (account) execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, to.cluster])
}

async function openProxy(): Promise<number> {
  proxy = createServer((caller) => {
    const server = connect(path.join(target.socket, `.s.PGSQL.${socketPort}`))
    for (const [from, to] of [
      [caller, server],
      [server, caller],
    ] as const) {
      open.add(from)
      from.on('error', () => {}).on('close', () => to.destroy())
      from.pipe(to)
    }
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return (proxy.address() as AddressInfo).port
}

beforeAll(async () => {
  primary = target = await openHome()
  standby = await openHome()
  const passwords = readPasswords(folders[0]!)
  initialiseCluster(primary, passwords.owner)
  launch(primary)
  const first = await connectTo(primary, 'postgres')
  await createLogins(first, passwords)
  await first.end()
  await migrateDatabase(loginTo(primary))
  owner = await connectTo(primary)
  await copyAsStandby(primary, standby)
  launch(standby)
  // From now on a commit is acknowledged only once the standby has it.
  await owner.query(`alter system set synchronous_standby_names = 'ANY 1 (standby)'`)
  await owner.query('select pg_reload_conf()')

  const way = { host: '127.0.0.1', port: await openProxy(), database: databaseName }
  const logins = {
    app: { ...way, user: 'candour_app', password: passwords.app },
    auth: { ...way, user: 'candour_auth', password: passwords.auth },
  }
  const masterKey = createSecretKey(randomBytes(32))
  const config: Config = {
    ...readConfig({ DATA_DIR: folders[0]!, DEMO: 'off', PUBLIC_ADDRESS: 'http://localhost:3000' }),
    masterKey: { off: false, key: masterKey, others: [] },
  }
  app = await openApp({ config, clock: systemClock, log: silentLog, logins, eventLoopDelayMsMax: null })
  const rootKey = await openRootKey(app.database, openKeyring({ masterKey }))
  const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
  const people = createTestPeople(owner, { cookieName: sessionCookieName('http://localhost:3000'), secret })
  clinic = await addTestClinic({
    ...{ http: app.http, owner, people, key: 'harbour', name: 'Harbour Street', status: 'active' },
    runJobs: () => app.jobs.drain(),
  })
})

afterAll(async () => {
  await app.close()
  await owner.end()
  for (const socket of open) socket.destroy()
  proxy.close()
  for (const home of [primary, standby]) await stopServer(home)
  for (const folder of folders) {
    await rm(await realpath(path.join(folder, 'postgres')), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
})

const addPatient = (lastName: string, idempotencyKey: string) =>
  createTestCaller(app.http, clinic.staff.owner.cookie).call(
    contract.patients.create,
    { firstName: 'Eleanor', lastName, dateOfBirth: '1961-03-14' },
    { idempotencyKey },
  )

const lastNameOf = (number: number) => `Whitcombe-${String.fromCharCode(65 + (number % 26))}`

it('loses and doubles nothing that was acknowledged when its primary dies and the standby is promoted', async () => {
  const acknowledged: string[] = []
  const turnedAway: { status: number; reason: string | null; retryAfter: unknown }[] = []
  /** As a page does: the same request with the same key until it is answered. */
  async function add(number: number): Promise<void> {
    const key = randomUUID()
    for (;;) {
      const { status, reason, headers } = await addPatient(lastNameOf(number), key)
      if (status === 200) return void acknowledged.push(lastNameOf(number))
      turnedAway.push({ status, reason, retryAfter: headers['retry-after'] })
      await delay(50)
    }
  }
  const turnedAwayAfter = async (count: number) => {
    while (turnedAway.length < count) await delay(20)
  }
  await add(0)
  await add(1)

  // Whether these were written before it died nobody was told.
  const running = [2, 3, 4, 5].map(add)
  const pid = Number(readFileSync(path.join(primary.cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, 'SIGKILL')
  const meanwhile = [6, 7].map(add)
  await turnedAwayAfter(2)
  expect((await app.http.inject('/readyz')).statusCode).toBe(503)

  // It is led to the standby before that one may write.
  target = standby
  for (const socket of open) socket.destroy()
  await turnedAwayAfter(turnedAway.length + 4)
  expect((await app.http.inject('/readyz')).statusCode).toBe(503)
  const promoting = await connectTo(standby)
  await promoting.query('select pg_promote()')
  await Promise.all([...running, ...meanwhile])
  expect((await app.http.inject('/readyz')).statusCode).toBe(200)

  for (const { status, reason, retryAfter } of turnedAway) {
    expect([status, reason]).toEqual([503, 'unavailable'])
    expect(Number(retryAfter)).toBeGreaterThan(0)
  }
  const { rows } = await promoting.query<{ last_name: string }>(
    `select last_name from patients where last_name like 'Whitcombe-%' order by last_name`,
  )
  await promoting.end()
  expect(rows.map((row) => row.last_name)).toEqual(acknowledged.toSorted())
  const audit = await createTestCaller(app.http, clinic.staff.owner.cookie).callOk(contract.audit.verify, {})
  expect(audit.intact).toBe(true)
})

it('drops a connection that can write nothing any more, and says that it is away', async () => {
  const admin = await connectTo(standby)
  expect((await addPatient('Hart', randomUUID())).status).toBe(200)
  await admin.query(`alter system set default_transaction_read_only = on`)
  await admin.query('select pg_reload_conf()')
  for (;;) {
    const { status, reason } = await addPatient('Hart', randomUUID())
    if (status === 503) {
      expect(reason).toBe('unavailable')
      break
    }
    await delay(20)
  }
  await admin.query('set default_transaction_read_only = off')
  await admin.query(`alter system reset default_transaction_read_only`)
  await admin.query('select pg_reload_conf()')
  await admin.end()
  while ((await addPatient('Hart', randomUUID())).status !== 200) await delay(20)
})
