/**
 * Patients ask and sign without pause while the server, then PostgreSQL, then the process that draws documents is killed
 * again and again; afterwards every acknowledged question and signature must be there, none twice, every chain and
 * document true, and no message sent twice. Prints its counts.
 *
 *   node tools/prove/kill-signing.ts [kills of each, 20]
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
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

/** The processes of the server that draw. */
const drawing = (): number[] =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id))
    .map(Number)
    .filter((id) => isDrawing(id))

function isDrawing(id: number): boolean {
  try {
    const parent = Number(readFileSync(`/proc/${id}/stat`, 'latin1').split(') ').at(-1)!.split(' ')[1])
    return parent === server.pid && readFileSync(`/proc/${id}/cmdline`, 'latin1').includes('typesetter-child')
  } catch {
    // It has ended meanwhile.
    return false
  }
}

/** Kills what draws as soon as there is something that does. */
async function killDrawing(): Promise<void> {
  while (drawing().length === 0) await sleep(5)
  await killAfterSome(() => {
    for (const id of drawing()) process.kill(id, 'SIGKILL')
  })
}

/** How many messages were written more than once: a file bears its moment and its message's id. */
function sentTwice(): number {
  const ids = readdirSync(path.join(dataDir, 'outbox')).map((name) => name.replace(/^[^-]*-/, ''))
  return ids.length - new Set(ids).size
}

async function checkAll({ staff }: Practice) {
  const found = {
    missing: 0,
    twice: 0,
    questionsMissing: 0,
    questionsTwice: 0,
    brokenChains: 0,
    withoutDocument: 0,
  }
  for (const consentId of acknowledged) {
    const consent = await sealed(staff, consentId)
    const signings = consent.events.filter(({ event }) => event === 'consent.signed').length
    if (!consent.signature || signings === 0) found.missing++
    if (signings > 1 || consent.documents.length > 1) found.twice++
    const asked = (await staff.call(contract.questions.list, { consentId })).length
    if (asked === 0) found.questionsMissing++
    if (asked > 1) found.questionsTwice++
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
const afterPostgres = acknowledged.size
for (let n = 1; n <= kills_each; n++) {
  await killDrawing()
  console.error(`drawing killed ${n} of ${kills_each}, ${acknowledged.size} signatures acknowledged`)
}
stopping = true
await working
const found = await checkAll(practice)
const messagesTwice = sentTwice()
const audit = await practice.staff.call(contract.audit.verify, {})
server.kill('SIGTERM')
await new Promise((resolve) => server.once('exit', resolve))
if (existsSync(dataDir)) rmSync(dataDir, { recursive: true })

const counts = {
  serverKills: kills_each,
  postgresKills: kills_each,
  drawingKills: kills_each,
  acknowledged: acknowledged.size,
  afterServer,
  afterPostgres,
  lost,
  ...found,
  messagesTwice,
  auditIntact: audit.intact,
  auditRows: audit.rows,
}
console.log(JSON.stringify(counts, null, 2))
const amiss = Object.values(found).reduce((sum, count) => sum + count, messagesTwice)
const whole = amiss === 0 && audit.intact
process.exit(whole ? 0 : 1)
