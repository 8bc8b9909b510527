import { createSecretKey, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openApp, type App } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { createTestCaller, nextIpAddress } from '../../testing/test-caller.ts'
import { systemClock } from '../clock.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'
import { migrateDatabase } from './migrate.ts'

// A server of its own, since it is taken away.

let dataDir: string
let postgres: EmbeddedPostgres
let app: App

const start = () => startEmbeddedPostgres({ dataDir, log: silentLog, onLost() {} })

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-outage-'))
  // Open to the account that the database runs as when we are root.
  await chmod(dataDir, 0o755)
  postgres = await start()
  await migrateDatabase(postgres.ownerConfig)
  const config = {
    ...readConfig({ DATA_DIR: dataDir, DEMO: 'off' }),
    masterKey: { off: false as const, key: createSecretKey(randomBytes(32)), others: [] },
  }
  const logins = { app: postgres.appConfig, auth: postgres.authConfig }
  app = await openApp({ config, clock: systemClock, log: silentLog, logins, eventLoopDelayMsMax: null })
  await app.work()
})

afterAll(async () => {
  await app.close()
  await postgres.stop()
  await rm(await realpath(path.join(dataDir, 'postgres')), { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})

/** Asks for a link that is not there: 404 where the database answers. */
const ask = () =>
  createTestCaller(app.http).call(
    contract.signing.open,
    { accessToken: 'x'.repeat(43) },
    { from: nextIpAddress() },
  )
const trySignIn = () =>
  createTestCaller(app.http).call(
    contract.identity.signIn,
    { login: 'a@example.org', password: 'x' },
    { from: nextIpAddress() },
  )

/** The process of the database; null between two. */
function postmaster(): string | null {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n')[0]! : null
}

/** Asks until the database answers again; every answer on the way must be the same clear refusal. */
async function waitUntilBack(): Promise<void> {
  for (;;) {
    const { status, code } = await ask()
    if (status === 404) return
    expect([status, code]).toEqual([503, 'unavailable'])
    await delay(50)
  }
}

it('a database that is stopped gives 503, and serves again by itself when it is back', async () => {
  expect((await ask()).status).toBe(404)
  await postgres.stop()
  const answers = [await ask(), await ask(), await trySignIn()]
  for (const { status, code, reason, error } of answers) {
    expect([status, code, reason]).toEqual([503, 'unavailable', 'unavailable'])
    expect(error!.message).toBe('The service is not available right now. Please try again in a moment.')
  }
  expect((await app.http.inject('/healthz')).statusCode).toBe(200)
  expect((await app.http.inject('/readyz')).statusCode).toBe(503)
  postgres = await start()
  await waitUntilBack()
  expect((await app.http.inject('/readyz')).statusCode).toBe(200)
  expect((await trySignIn()).status).toBe(401)
})

it('a database that is killed under load answers 503 or rightly, never anything else, and comes back', async () => {
  const pid = postmaster()!
  const running = Array.from({ length: 8 }, ask)
  process.kill(Number(pid), 'SIGKILL')
  for (const { status } of await Promise.all([...running, ...Array.from({ length: 8 }, ask)]))
    expect([404, 503]).toContain(status)
  while ([pid, null].includes(postmaster())) await delay(50)
  await waitUntilBack()
  expect((await ask()).status).toBe(404)
})
