/**
 * How long a signature takes while figures are read and lists exported at full size, with and without a read replica.
 * One instance signs; another serves whoever reads. The primary and the signing instance have the first processor of
 * this machine, the replica and the reading instances the second, so that each is a machine of its own as far as one
 * machine can show it: disk, memory and whatever else runs are shared. The three ways take turns, a few signatures each,
 * so that what else runs meets all of them alike. Prints median and p99 of signing alone, with the readers on the
 * primary and on the replica, how many reads were answered meanwhile, and what of the processor's time the primary took
 * for each read. The primary may take a tenth for a read that goes to the replica.
 *
 *   node tools/bench/replicas.ts [signatures in each, 200] [consents, a thousand for each signature]
 *   npm run bench -- replicas 20      a tenth of it, in ten minutes also on a machine that is busy
 *
 * Turns end when their time is over, a minute for each two signatures, however few they were: it says how many there are.
 * Whatever else takes longer than it may ends it, and is named.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dateInTimeZone, today } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { startExternalDatabase } from '../prove/external-database.ts'
import { fetchCaller, randomAddress, UnavailableError } from '../prove/fetch-caller.ts'
import { createRetry, openPractice, signNewConsent } from '../prove/signed-consents.ts'
import {
  killDatabase,
  postmasterOf,
  startServer,
  stopServer,
  untilReady,
} from '../prove/test-server-process.ts'
import { createDataDir, quantile } from './bench-app.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchMetrics } from './bench-metrics.ts'
import { addBenchPatients } from './bench-patients.ts'
import { openNamedWaits } from './named-waits.ts'

const signatures = Number(process.argv[2] ?? 200)
const consents = Number(process.argv[3] ?? signatures * 1000)
const readers = 4
/** Some nine thousand of two hundred thousand consents, of the ten thousand that may be exported at once. */
const days_exported = 80
const signatures_in_turn = Math.min(10, Math.ceil(signatures / 4))
/** How long all turns may take together; the last one begun is finished. */
const turns_ms_max = signatures * 15_000
const step_ms_max = 120_000
const seeding_ms_max = step_ms_max + consents * 3
const read_ms_max = 60_000
const refused_pause_ms = 300
const share_max = 0.1
/** With fewer, what signatures and opening a session take of the primary is most of what is counted for a read. */
const [judged_signatures, judged_consents] = [200, 200_000]
const [signingPort, primaryReadingPort, replicaReadingPort, metricsPort] = [4310, 4311, 4313, 4312]
const [primaryProcessor, replicaProcessor] = [0, 1]

const insist = createRetry(() => {})
const { step } = openNamedWaits((text) => {
  console.error(text)
  process.exit(1)
})
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)
const dataDir = createDataDir()
const primaryDir = path.join(dataDir, 'database')
const replicaDir = path.join(dataDir, 'replica')
mkdirSync(primaryDir)
// However it ends: found by a file of its folder, so before that is removed.
process.once('exit', () => {
  for (const folder of [primaryDir, replicaDir]) {
    killDatabase(folder)
    const cluster = path.join(folder, 'postgres')
    if (existsSync(cluster)) rmSync(realpathSync(cluster), { recursive: true, force: true })
  }
  rmSync(dataDir, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
/** What it starts from then on stays there as well. */
const pin = (pid: number, processor: number) =>
  execFileSync('taskset', ['-a', '-p', '-c', String(processor), String(pid)], { stdio: 'ignore' })

const database = await step('the primary to start', step_ms_max, () => startExternalDatabase(primaryDir))
pin(postmasterOf(primaryDir)!, primaryProcessor)
const settings = database.settings()

async function startInstance(port: number, processor: number, more: Record<string, string> = {}) {
  const instance = startServer({ dataDir, port, settings: { ...settings, ...more } })
  pin(instance.pid!, processor)
  await step(`the product at ${port} to be ready`, step_ms_max, () =>
    untilReady(`http://localhost:${port}`, instance),
  )
  return instance
}

const signing = await startInstance(signingPort, primaryProcessor)
const practice = await step('the practice to be signed in to', step_ms_max, () =>
  insist(() => openPractice(`http://localhost:${signingPort}`, dataDir)),
)
const owner = new pg.Client(database.owner)
await owner.connect()
const { rows } = await owner.query<{ clinic_id: string }>('select clinic_id from staff where id = $1', [
  practice.clinicianId,
])
const clinicId = rows[0]!.clinic_id
await step(`${consents} consents to be seeded`, seeding_ms_max, async () => {
  await addBenchPatients(owner, clinicId, 1000)
  await owner.query('set session_replication_role = replica')
  await addBenchConsents(owner, clinicId, consents)
  await addBenchMetrics(owner, clinicId, consents)
  await owner.query('analyze')
  await owner.query('set session_replication_role = default')
})
logProgress(`${consents} consents seeded`)

const replica = await step('the replica to be copied and to follow', seeding_ms_max, () =>
  database.startReplica(replicaDir),
)
pin(postmasterOf(replicaDir)!, replicaProcessor)

const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: { email: string; password: string; role: string }[]
}

type Readers = { stop(): Promise<{ answered: number; refused: number }> }

/** What is asked of the reading instance again and again: figures of five years, and exports as long as they may be. */
async function openReaders(readingPort: number): Promise<() => Readers> {
  const address = `http://localhost:${readingPort}`
  const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!
  const caller = fetchCaller(address)
  await step(`the readers at ${readingPort} to sign in`, step_ms_max, () =>
    insist(() => caller.call(contract.identity.signIn, { login: email, password })),
  )
  async function download(file: string): Promise<void> {
    const headers = { cookie: caller.cookie(), 'x-forwarded-for': randomAddress() }
    const answer = await fetch(`${address}${file}`, { headers, signal: AbortSignal.timeout(read_ms_max) })
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
    let [isOver, answered, refused] = [false, 0, 0]
    /** Who is told to come back asks for something else: an export that takes too long would be refused for ever. */
    async function go(place: number): Promise<void> {
      for (let turn = place; !isOver; turn++)
        try {
          await asked[turn % asked.length]!()
          answered += 1
        } catch (error) {
          if (!(error instanceof UnavailableError)) throw error
          refused += 1
          await sleep(refused_pause_ms)
        }
    }
    const all = Array.from({ length: readers }, (_none, place) => go(place))
    return {
      async stop() {
        isOver = true
        await step('the last reads to be answered', read_ms_max * 2, () => Promise.all(all))
        return { answered, refused }
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
const newWay = (where: string, begin: (() => Readers) | null) => ({
  ...{ where, begin, times: [] as number[], reads: 0, refused: 0, seconds: 0, primary_ms: 0 },
})
const ways = [
  newWay('alone', null),
  newWay('readers on the primary', await openReaders(primaryReadingPort)),
  newWay('readers on the replica', await openReaders(replicaReadingPort)),
] as const

await step('the first signatures', turns_ms_max, () => measureSigning(signatures_in_turn))
logProgress('signatures are measured')
const turnsEnd = performance.now() + turns_ms_max
do
  for (const way of ways) {
    const load = way.begin?.()
    const [begun, before] = [performance.now(), primaryTime_ms()]
    const times = await step(`${signatures_in_turn} signatures, ${way.where}`, turns_ms_max, () =>
      measureSigning(signatures_in_turn),
    )
    way.times.push(...times)
    const { answered = 0, refused = 0 } = (await load?.stop()) ?? {}
    way.reads += answered
    way.refused += refused
    way.primary_ms += primaryTime_ms() - before
    way.seconds += (performance.now() - begun) / 1000
    logProgress(`${way.times.length} signatures, ${way.where}`)
  }
while (ways[0].times.length < signatures && performance.now() < turnsEnd)
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
    'told to come back': way.refused,
    'primary for a read, ms': Number(primaryPerRead_ms(way).toFixed(1)),
  })),
)
const share = primaryPerRead_ms(onTheReplica) / primaryPerRead_ms(onPrimary)
const fromReplica = await readsFromReplica()
console.log(
  `${fromReplica} reads came from the replica; the primary took ${share.toFixed(2)} of what it takes for one of its own`,
)
const isJudged = signatures >= judged_signatures && consents >= judged_consents
if (!isJudged) console.log('That share is not judged at this size')
const isMissed = (isJudged && share > share_max) || fromReplica === 0

await step('everything to stop', step_ms_max * 2, async () => {
  await owner.end()
  for (const instance of [...reading, signing]) await stopServer(instance)
  await replica.stop()
  await database.stop()
})
process.exit(isMissed ? 1 : 0)
