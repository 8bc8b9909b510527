/**
 * Signs consents without pause while the server, and then PostgreSQL, is killed again and again; afterwards every
 * acknowledged signature must be there, none twice, every chain and document true. Prints its counts.
 *
 *   node tools/prove/kill-signing.ts [kills of each, 20]
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import type { Consent } from '../../contract/consents.ts'
import type { FetchCaller } from './fetch-caller.ts'
import { startServer, untilReady } from './proved-server.ts'
import { insistence, openPractice, signOne, type Practice } from './signed-consents.ts'

const kills_each = Number(process.argv[2] ?? 20)
const workers = 4
const port = 4390
const address = `http://localhost:${port}`
const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-kill-'))

let server = startServer({ dataDir, port })
let stopping = false
const acknowledged = new Set<string>()
const lost = { connections: 0, unavailable: 0 }

const insist = insistence(({ status }) => void lost[status === 503 ? 'unavailable' : 'connections']++)

async function work(practice: Practice): Promise<void> {
  while (!stopping) acknowledged.add(await signOne(practice, insist))
}

const postmaster = (): number =>
  Number(readFileSync(path.join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0])

/** Kills after a few more signatures were acknowledged, so that each kill falls into work that is under way. */
async function killAfterSome(kill: () => void): Promise<void> {
  const wanted = acknowledged.size + 2 + Math.floor(Math.random() * 4)
  while (acknowledged.size < wanted) await sleep(5)
  await sleep(Math.random() * 60)
  kill()
}

async function killServer(): Promise<void> {
  await killAfterSome(() => server.kill('SIGKILL'))
  server = startServer({ dataDir, port })
  await untilReady(address)
}

async function killPostgres(): Promise<void> {
  await killAfterSome(() => process.kill(postmaster(), 'SIGKILL'))
  await untilReady(address)
}

async function checkAll({ staff }: Practice) {
  const found = { missing: 0, twice: 0, brokenChains: 0, withoutDocument: 0 }
  for (const consentId of acknowledged) {
    const consent = await sealed(staff, consentId)
    const signings = consent.events.filter(({ event }) => event === 'consent.signed').length
    if (!consent.signature || signings === 0) found.missing++
    if (signings > 1 || consent.documents.length > 1) found.twice++
    if (!consent.chainIntact) found.brokenChains++
    if (consent.documents.length === 0) found.withoutDocument++
  }
  return found
}

const seal_seconds_max = 180

/** A consent once its document is sealed, or as it is when that takes too long. */
async function sealed(staff: FetchCaller, consentId: string): Promise<Consent> {
  const until = Date.now() + seal_seconds_max * 1000
  for (;;) {
    const consent = await staff.call(contract.consents.get, { consentId })
    if (consent.documents.length > 0 || Date.now() > until) return consent
    await sleep(200)
  }
}

await untilReady(address)
const practice = await openPractice(address, dataDir)
const working = Promise.all(Array.from({ length: workers }, () => work(practice)))
for (let n = 1; n <= kills_each; n++) {
  await killServer()
  console.error(`server killed ${n} of ${kills_each}, ${acknowledged.size} signatures acknowledged`)
}
const afterServer = acknowledged.size
for (let n = 1; n <= kills_each; n++) {
  await killPostgres()
  console.error(`postgres killed ${n} of ${kills_each}, ${acknowledged.size} signatures acknowledged`)
}
stopping = true
await working
const found = await checkAll(practice)
const audit = await practice.staff.call(contract.audit.verify, {})
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
if (existsSync(dataDir)) rmSync(dataDir, { recursive: true })

const counts = {
  serverKills: kills_each,
  postgresKills: kills_each,
  acknowledged: acknowledged.size,
  afterServer,
  lost,
  ...found,
  auditIntact: audit.intact,
  auditRows: audit.rows,
}
console.log(JSON.stringify(counts, null, 2))
const whole = found.missing + found.twice + found.brokenChains + found.withoutDocument === 0 && audit.intact
process.exit(whole ? 0 : 1)
