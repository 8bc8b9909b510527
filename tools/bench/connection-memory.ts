/**
 * What an open connection costs in memory: what the product's process holds with so many kept-alive connections that
 * have each asked who is signed in, from an address of its own; with so many live streams of day boards, each of another
 * of staff; and what each connection of the product to PostgreSQL holds there, after work of many kinds that wanted more
 * of them than there are. Before each reading the product clears away what nobody uses (memory-reporter.ts). Ends with 1
 * where an answer is another than before, where something was closed too early, or where the pool was not filled.
 *
 *   node tools/bench/connection-memory.ts [connections, 2000] [streams, 400]
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { liveStreams } from '../../contract/live.ts'
import { operationRequest } from '../../contract/operation-request.ts'
import { addStaff } from '../prove/added-staff.ts'
import { fetchCaller, type FetchCaller } from '../prove/fetch-caller.ts'
import { createRetry } from '../prove/signed-consents.ts'
import { createDataDir, openBenchApp, quantile } from './bench-app.ts'
import { openLoadTarget, type Asked, type WorkItem } from './load-driver.ts'
import type { MemoryReport } from './memory-reporter.ts'
import { slopeOf } from './linear-regression.ts'

const [connections_max = 2000, streams_max = 400] = process.argv.slice(2).map(Number)
/** Of the most, at each step. */
const shares = [0.25, 0.5, 1]
const port = 4408
/** What has been answered is let go of within. */
const settle_ms = 3000
/** As server/platform/database/database.ts opens them. */
const pool_size = 16
const concurrency = 64
/** Enough that no heap and no plan is new to it any more. */
const mix_pieces = 4000

const dataDir = createDataDir()
const memoryReportFile = path.join(dataDir, 'memory.json')
const { address, owner, app, staff, pid, close } = await openBenchApp(port, dataDir, {
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'memory-reporter.ts')}`,
  MEMORY_TOLD: memoryReportFile,
})
const failures: string[] = []

let visitor = 0
const forwardedFor = () => ({ 'x-forwarded-for': `10.3.${(visitor >> 8) & 255}.${visitor++ & 255}` })
const requestFor = (operation: Parameters<typeof operationRequest>[0]): Asked => ({
  path: operationRequest(operation, {}).url,
  headers: { cookie: staff.cookie() },
})

/** What the product holds, in kB: its heap with its buffers, and all of the process. */
async function memoryInUseKb(): Promise<{ held: number; resident: number }> {
  await sleep(settle_ms)
  rmSync(memoryReportFile, { force: true })
  process.kill(pid, 'SIGUSR2')
  while (!existsSync(memoryReportFile)) await sleep(50)
  const { heldBytes, residentBytes } = JSON.parse(readFileSync(memoryReportFile, 'utf8')) as MemoryReport
  return { held: heldBytes / 1024, resident: residentBytes / 1024 }
}
const openFiles = () => readdirSync(`/proc/${pid}/fd`).length

type Step = { what: string; open: number; 'held MB': number; 'RSS MB': number; 'kB each so far': number }
const steps: Step[] = []

/** Opens more and more, and tells what each of them costs: the slope of what is held over how many are open. */
async function measureGrowth(
  what: string,
  most: number,
  openUpTo: (count: number) => Promise<void>,
): Promise<number> {
  const readings = [{ open: 0, ...(await memoryInUseKb()) }]
  // What the work before left has been closed meanwhile.
  const before = openFiles()
  for (const count of shares.map((share) => Math.round(most * share))) {
    await openUpTo(count)
    readings.push({ open: count, ...(await memoryInUseKb()) })
    // A pool that gave back some meanwhile, say, is forgiven.
    const isOpen = openFiles() - before
    if (isOpen < count - pool_size) failures.push(`${isOpen} of ${count} ${what} were still open`)
  }
  for (const { open, held, resident } of readings) {
    const each = open === 0 ? 0 : (held - readings[0]!.held) / open
    steps.push({ what, open, 'held MB': held / 1024, 'RSS MB': resident / 1024, 'kB each so far': each })
  }
  return slopeOf(readings.map(({ open, held }) => [open, held]))
}

// What is read of one practice by its screens.
const { patients, consents, templates, appointments, identity, clinicFigures } = contract
const mixed = [
  ...[identity.session, patients.list, consents.list, consents.counts],
  ...[templates.list, appointments.day, clinicFigures.overview],
].map(requestFor)
const target = openLoadTarget(port)
const known: string[] = []
for (const asked of mixed) known.push(await target.ask(asked))

/** Work of many kinds, by more at a time than there are connections to the database. */
async function runMixedLoad(): Promise<void> {
  const pieces = Array.from({ length: mix_pieces }, (_none, at): WorkItem => {
    const which = at % mixed.length
    const asked = mixed[which]!
    return {
      requests: [{ ...asked, headers: { ...asked.headers, ...forwardedFor() } }],
      isRight: ([body]) => body === known[which],
    }
  })
  await target.work(concurrency, pieces)
}

/** What each connection of the product holds in PostgreSQL, in kB: its share of what all use, and what is its own. */
async function measureBackendMemory(): Promise<{ pss: number; own: number }[]> {
  const { rows: ours } = await app.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename = 'candour_app' and pid <> $1`,
    [ours[0]!.pid],
  )
  return rows.map(({ pid: backend }) => {
    const text = readFileSync(`/proc/${backend}/smaps_rollup`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)![1])
    return { pss: kilobytes('Pss'), own: kilobytes('Private_Clean') + kilobytes('Private_Dirty') }
  })
}

await runMixedLoad()
const backendMemory = await measureBackendMemory()
if (backendMemory.length < pool_size)
  failures.push(`${backendMemory.length} connections were open, and the pool has ${pool_size}`)
target.close()

const connections: { target: ReturnType<typeof openLoadTarget>; asked: Asked }[] = []
const connectionKb = await measureGrowth('connections', connections_max, async (count) => {
  while (connections.length < count)
    connections.push({
      target: openLoadTarget(port),
      asked: { path: mixed[0]!.path, headers: { ...mixed[0]!.headers, ...forwardedFor() } },
    })
  // Those that are open ask again: none rests for so long that it is closed.
  for (const { target, asked } of connections)
    if ((await target.ask(asked)) !== known[0]) failures.push('Another answer than the first')
})
for (const { target } of connections) target.close()

const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: { email: string; password: string; role: string }[]
}
const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!
const insist = createRetry(() => {})
const boards: FetchCaller[] = []
for (const login of await addStaff(owner, email, streams_max)) {
  const board = fetchCaller(address)
  await insist(() => board.call(identity.signIn, { login, password }))
  boards.push(board)
}
const stop = new AbortController()
let opened = 0
/** Hears news as long as it is told to; resolves once the stream is open. */
async function openEventStream(board: FetchCaller): Promise<void> {
  const headers = { cookie: board.cookie(), ...forwardedFor() }
  const stream = await fetch(address + liveStreams.clinic.path, { headers, signal: stop.signal })
  if (!stream.ok) throw new Error(`A stream was answered ${stream.status}`)
  const reader = stream.body!.getReader()
  await reader.read()
  const drain = async () => {
    while (!(await reader.read()).done);
    failures.push('A stream was ended')
  }
  drain().catch(() => {
    if (!stop.signal.aborted) failures.push('A stream was cut off')
  })
}
const streamKb = await measureGrowth('streams', streams_max, async (count) => {
  while (opened < count) await openEventStream(boards[opened++]!)
})
stop.abort()
await close()

const rounded = (row: Record<string, string | number>) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'number' ? Number(value.toFixed(1)) : value,
    ]),
  )
console.table(steps.map(rounded))
console.table(
  (['pss', 'own'] as const).map((name) => {
    const all = backendMemory.map((one) => one[name] / 1024)
    return rounded({
      'of a connection to PostgreSQL': name === 'pss' ? 'with its share of what is shared (Pss)' : 'private',
      connections: all.length,
      'least MB': Math.min(...all),
      'median MB': quantile(all, 0.5),
      'most MB': Math.max(...all),
      'all MB': all.reduce((sum, one) => sum + one, 0),
    })
  }),
)
console.log(`each connection ${connectionKb.toFixed(1)} kB, each stream ${streamKb.toFixed(1)} kB`)
for (const fault of failures.slice(0, 10)) console.error(fault)
process.exit(failures.length > 0 ? 1 : 0)
