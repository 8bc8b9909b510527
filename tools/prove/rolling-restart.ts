/**
 * Two instances on one database behind a plain proxy, restarted one after the other while consents are signed and the
 * day board and consents are read: once as they were, then with another master key in the three steps of
 * docs/deployment.md. Afterwards every acknowledged signature must be there, none twice, every chain true, and nobody may
 * have met a failure that asking again did not mend, or been signed out. Prints its counts.
 *
 *   node tools/prove/rolling-restart.ts
 */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { contract } from '../../contract/index.ts'
import { changeMasterKey } from '../../server/master-key/change-master-key.ts'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import type { FetchCaller } from './fetch-caller.ts'
import { createTestProxy } from './round-robin-proxy.ts'
import { startServer, untilReady } from './test-server-process.ts'
import { createRetry, openPractice, signNewConsent } from './signed-consents.ts'

const [proxyPort, ...ports] = [4385, 4386, 4387]
const address = `http://localhost:${proxyPort}`
const folder = mkdtempSync(path.join(tmpdir(), 'candour-rolling-'))
const [home, dataDir] = [path.join(folder, 'database'), path.join(folder, 'data')]

const log = { info() {}, warn() {}, error: console.error }
const onLost = (error: Error) => {
  throw error
}
const postgres = await startEmbeddedPostgres({ dataDir: home, log, onLost })
const urlOf = ({ host, port, user, password, database }: pg.ClientConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password))}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`

const [former, next] = [1, 2].map(() => randomBytes(32).toString('hex')) as [string, string]
const settings = {
  DATABASE_URL: urlOf(postgres.appConfig),
  DATABASE_OWNER_URL: urlOf(postgres.ownerConfig),
  DATABASE_AUTH_URL: urlOf(postgres.authConfig),
  MASTER_KEY: former,
  PUBLIC_ADDRESS: address,
  DEMO: 'on',
}
const start = (port: number, keys = {}) => startServer({ dataDir, port, settings: { ...settings, ...keys } })
const bothKeys = { MASTER_KEY: next, MASTER_KEY_OTHERS: former }
/** What each round starts both instances with. */
const rounds = [{}, { MASTER_KEY_OTHERS: next }, bothKeys, { MASTER_KEY: next }]
const own = (port: number) => `http://localhost:${port}`

// One after the other, since the first makes the demo.
const running: ReturnType<typeof start>[] = []
for (const port of ports) {
  running.push(start(port))
  await untilReady(own(port))
}

/** An instance that shares the database and not the key has to be refused. */
async function startInstanceWithoutKey(): Promise<number | null> {
  const stranger = startServer({
    dataDir,
    port: 4398,
    settings: { ...settings, MASTER_KEY: randomBytes(32).toString('hex'), DEMO: 'off' },
  })
  return new Promise((resolve) => stranger.once('exit', resolve))
}
const foreignInstanceExitCode = await startInstanceWithoutKey()

const proxy = createTestProxy(ports)
await new Promise<void>((resolve) => proxy.server.listen(proxyPort, resolve))
const failureCounts = { away: 0, unavailable: 0, hard: [] as string[] }
const insist = createRetry(({ status }) => void failureCounts[status === 503 ? 'unavailable' : 'away']++)
const practice = await openPractice(address, dataDir)
const acknowledged: string[] = []
let reads = 0
let stopping = false

const repeatUntilStopped = async (work: () => Promise<void>) => {
  while (!stopping) await work().catch((error: Error) => void failureCounts.hard.push(error.message))
}
const sign = () =>
  repeatUntilStopped(async () => {
    const consentId = await signNewConsent(practice, insist)
    acknowledged.push(consentId)
  })
const read = (staff: FetchCaller) =>
  repeatUntilStopped(async () => {
    await insist(() => staff.call(contract.appointments.day, {}))
    await insist(() => staff.call(contract.consents.list, {}))
    const consentId = acknowledged.at(-1)
    if (consentId) await insist(() => staff.call(contract.consents.get, { consentId }))
    reads += 3
  })
const working = Promise.all([sign(), sign(), read(practice.staff)])

const stopSeconds: number[] = []
let rewrappedKeys = 0
for (const [round, keys] of rounds.entries()) {
  for (const [place, port] of ports.entries()) {
    const wanted = acknowledged.length + 3
    while (acknowledged.length < wanted) await sleep(20)
    const began = Date.now()
    const old = running[place]!
    const ended = new Promise((resolve) => old.once('exit', resolve))
    old.kill('SIGTERM')
    await ended
    stopSeconds.push((Date.now() - began) / 1000)
    running[place] = start(port, keys)
    await untilReady(own(port))
  }
  if (keys === bothKeys)
    rewrappedKeys = (await changeMasterKey({ ...settings, ...bothKeys, DATA_DIR: dataDir })).changed
  console.error(`round ${round + 1} of ${rounds.length}, ${acknowledged.length} signatures acknowledged`)
}
stopping = true
await working

const found = { missing: 0, twice: 0, brokenChains: 0 }
for (const consentId of acknowledged) {
  const consent = await insist(() => practice.staff.call(contract.consents.get, { consentId }))
  const signings = consent.events.filter(({ event }) => event === 'consent.signed').length
  if (!consent.signature || signings === 0) found.missing++
  if (signings > 1) found.twice++
  if (!consent.chainIntact) found.brokenChains++
}
const audit = await insist(() => practice.staff.call(contract.audit.verify, {}))
proxy.server.close()
for (const instance of running) {
  const ended = new Promise((resolve) => instance.once('exit', resolve))
  instance.kill('SIGTERM')
  await ended
}
await postgres.stop()
rmSync(folder, { recursive: true, force: true })

const counts = {
  restarts: rounds.length * ports.length,
  wrappedAnew: rewrappedKeys,
  longestStopSeconds: Math.max(...stopSeconds),
  acknowledged: acknowledged.length,
  reads,
  mended: { away: failureCounts.away, unavailable: failureCounts.unavailable },
  turnedByTheProxy: proxy.counts.turned,
  notMended: failureCounts.hard,
  ...found,
  auditIntact: audit.intact,
  strangerEndedWith: foreignInstanceExitCode,
}
console.log(JSON.stringify(counts, null, 2))
const isWhole =
  found.missing + found.twice + found.brokenChains + failureCounts.hard.length === 0 &&
  audit.intact &&
  rewrappedKeys > 0 &&
  foreignInstanceExitCode === 1
process.exit(isWhole ? 0 : 1)
