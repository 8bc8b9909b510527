/**
 * How long a signature takes while figures are read and lists exported at full size, with and without a read replica.
 * One instance signs; another serves whoever reads. The primary and the signing instance have the first processor of
 * this machine, the replica and the reading instances the second, so that each is a machine of its own as far as one
 * machine can show it: disk, memory and whatever else runs are shared. The three ways take turns, a few signatures each,
 * so that what else runs meets all of them alike. Prints median and p99 of signing alone, with the readers on the
 * primary and on the replica, how many reads were answered meanwhile, and what of the processor's time the primary took
 * for each read. The primary may take a tenth for a read that goes to the replica.
 *
 *   node tools/bench/replicas.ts [signatures in each, 200] [consents, 200000]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { dateInTimeZone, today } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { startExternalDatabase } from '../prove/external-database.ts'
import { fetchCaller, randomAddress, UnavailableError } from '../prove/fetch-caller.ts'
import { createRetry, openPractice, signNewConsent } from '../prove/signed-consents.ts'
import { postmasterOf, startServer, stopServer, untilReady } from '../prove/test-server-process.ts'
import { createDataDir, quantile } from './bench-app.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchMetrics } from './bench-metrics.ts'
import { addBenchPatients } from './bench-patients.ts'

const signatures = Number(process.argv[2] ?? 200)
const consents = Number(process.argv[3] ?? 200_000)
const readers = 4
/** Some nine thousand of two hundred thousand consents, of the ten thousand that may be exported at once. */
const days_exported = 80
const signatures_in_turn = 10
const share_max = 0.1
const [signingPort, primaryReadingPort, replicaReadingPort, metricsPort] = [4310, 4311, 4313, 4312]
const [primaryProcessor, replicaProcessor] = [0, 1]

const insist = createRetry(() => {})
const dataDir = createDataDir()
const primaryDir = path.join(dataDir, 'database')
const replicaDir = path.join(dataDir, 'replica')
mkdirSync(primaryDir)
/** What it starts from then on stays there as well. */
const pin = (pid: number, processor: number) =>
  execFileSync('taskset', ['-a', '-p', '-c', String(processor), String(pid)], { stdio: 'ignore' })

const database = await startExternalDatabase(primaryDir)
pin(postmasterOf(primaryDir)!, primaryProcessor)
const settings = database.settings()

async function startInstance(port: number, processor: number, more: Record<string, string> = {}) {
  const instance = startServer({ dataDir, port, settings: { ...settings, ...more } })
  pin(instance.pid!, processor)
  await untilReady(`http://localhost:${port}`, instance)
  return instance
}

const signing = await startInstance(signingPort, primaryProcessor)
const practice = await openPractice(`http://localhost:${signingPort}`, dataDir)
const owner = new pg.Client(database.owner)
await owner.connect()
const { rows } = await owner.query<{ clinic_id: string }>('select clinic_id from staff where id = $1', [
  practice.clinicianId,
])
const clinicId = rows[0]!.clinic_id
await addBenchPatients(owner, clinicId, 1000)
await owner.query('set session_replication_role = replica')
await addBenchConsents(owner, clinicId, consents)
await addBenchMetrics(owner, clinicId, consents)
await owner.query('analyze')
await owner.query('set session_replication_role = default')
console.log(`${consents} consents seeded`)

const replica = await database.startReplica(replicaDir)
pin(postmasterOf(replicaDir)!, replicaProcessor)

const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: { email: string; password: string; role: string }[]
}

/** What is asked of the reading instance again and again: figures of five years, and exports as long as they may be. */
async function openReaders(readingPort: number): Promise<() => { stop(): Promise<number> }> {
  const address = `http://localhost:${readingPort}`
  const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!
  const caller = fetchCaller(address)
  await insist(() => caller.call(contract.identity.signIn, { login: email, password }))
  async function download(file: string): Promise<void> {
    const headers = { cookie: caller.cookie(), 'x-forwarded-for': randomAddress() }
    const answer = await fetch(`${address}${file}`, { headers })
    if (answer.status === 503) throw new UnavailableError(503)
    if (!answer.ok) throw new Error(`${file} was answered ${answer.status}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const exported = { from: dateInTimeZone(new Date(Date.now() - days_exported * 86_400_000)), to: today() }
  const period = { period: 'months', from: '2021-01', to: '2025-12' } as const
  const screens = ['overview', 'treatments', 'clinicians', 'reading', 'feedback'] as const
  const asked: (() => Promise<unknown>)[] = [
    ...screens.map((screen) => () => caller.call(contract.clinicFigures[screen], period)),
    () => caller.call(contract.compliance.overview, {}),
    () => download(`/api/clinic/consents.csv?from=${exported.from}&to=${exported.to}`),
    () => download('/api/clinic/audit-rows.csv'),
  ]
  return () => {
    let [isOver, answered] = [false, 0]
    async function go(place: number): Promise<void> {
      for (let turn = place; !isOver; turn++) {
        await insist(asked[turn % asked.length]!)
        answered += 1
      }
    }
    const all = Array.from({ length: readers }, (_none, place) => go(place))
    return {
      async stop() {
        isOver = true
        await Promise.all(all)
        return answered
      },
    }
  }
}

/** How long each signature took, in milliseconds. */
async function measureSigning(count: number): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < count; at++) {
    let last = 0
    await signNewConsent(practice, async (ask) => {
      const begun = performance.now()
      const answer = await insist(ask)
      last = performance.now() - begun
      return answer
    })
    times.push(last)
  }
  return times
}

/** How many reads the reading instance answered from its replica, as its metrics tell. */
async function readsFromReplica(): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return Number(/candour_replica_reads_total\{outcome="replica"\} (\d+)/.exec(text)?.[1] ?? 0)
}

const ticks_per_second = 100
/** The processor's time of the primary's processes that serve the application or have ended, in milliseconds. */
function primaryTime_ms(): number {
  const postmaster = postmasterOf(primaryDir)!
  const statOf = (pid: string): number[] => {
    try {
      const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
    } catch {
      return []
    }
  }
  const ticks = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => ({ pid, stat: statOf(pid) }))
    .filter(({ pid, stat }) => stat[1] === postmaster || Number(pid) === postmaster)
    .reduce((sum, { stat }) => sum + stat.slice(11, 15).reduce((one, other) => one + other, 0), 0)
  return (ticks / ticks_per_second) * 1000
}

const reading = [
  await startInstance(primaryReadingPort, replicaProcessor),
  await startInstance(replicaReadingPort, replicaProcessor, {
    DATABASE_READ_URL: replica.url,
    METRICS_PORT: String(metricsPort),
  }),
]
const newWay = (where: string, begin: (() => { stop(): Promise<number> }) | null) => ({
  ...{ where, begin, times: [] as number[], reads: 0, seconds: 0, primary_ms: 0 },
})
const ways = [
  newWay('alone', null),
  newWay('readers on the primary', await openReaders(primaryReadingPort)),
  newWay('readers on the replica', await openReaders(replicaReadingPort)),
] as const

await measureSigning(signatures_in_turn)
while (ways[0].times.length < signatures)
  for (const way of ways) {
    const load = way.begin?.()
    const [begun, before] = [performance.now(), primaryTime_ms()]
    way.times.push(...(await measureSigning(signatures_in_turn)))
    way.reads += (await load?.stop()) ?? 0
    way.primary_ms += primaryTime_ms() - before
    way.seconds += (performance.now() - begun) / 1000
  }
const [alone, onPrimary, onTheReplica] = ways
const signing_ms = alone.primary_ms / alone.times.length
/** Without what its signatures take. */
const primaryPerRead_ms = ({ primary_ms, times, reads }: (typeof ways)[number]) =>
  reads === 0 ? 0 : (primary_ms - signing_ms * times.length) / reads
console.table(
  ways.map((way) => ({
    where: way.where,
    signatures: way.times.length,
    'median, ms': Number(quantile(way.times, 0.5).toFixed(1)),
    'p99, ms': Number(quantile(way.times, 0.99).toFixed(1)),
    'reads a second': Number((way.reads / way.seconds).toFixed(1)),
    'primary for a read, ms': Number(primaryPerRead_ms(way).toFixed(1)),
  })),
)
const share = primaryPerRead_ms(onTheReplica) / primaryPerRead_ms(onPrimary)
const fromReplica = await readsFromReplica()
console.log(
  `${fromReplica} reads came from the replica; the primary took ${share.toFixed(2)} of what it takes for one of its own`,
)
const isMissed = share > share_max || fromReplica === 0

await owner.end()
for (const instance of [...reading, signing]) await stopServer(instance)
await replica.stop()
await database.stop()
for (const folder of [primaryDir, replicaDir])
  rmSync(realpathSync(path.join(folder, 'postgres')), { recursive: true, force: true })
rmSync(dataDir, { recursive: true, force: true })
process.exit(isMissed ? 1 : 0)
