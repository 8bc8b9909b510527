/**
 * How long a signature takes while figures are read and lists exported at full size, with and without a read replica.
 * One instance signs; another serves whoever reads. The primary and the signing instance have the first processor of
 * this machine, the replica and the reading instance the second, so that each pair is a machine of its own as far as
 * one machine can show it: disk and memory are shared. Prints median and p99 of signing alone, with the readers on the
 * primary, and with the readers on the replica, and how many reads were answered meanwhile. The readers may make p99
 * half as long again, once they read the replica.
 *
 *   node tools/bench/replicas.ts [signatures in each, 200] [consents, 200000]
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { dateInTimeZone, today } from '../../contract/calendar-day.ts'
import { contract } from '../../contract/index.ts'
import { startStreamingReplica } from '../../server/testing/streaming-replica.ts'
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
const ratio_max = 1.5
const [signingPort, readingPort, metricsPort] = [4310, 4311, 4312]
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

const replica = await startStreamingReplica({ primaryDir, owner: database.owner, dataDir: replicaDir })
pin(postmasterOf(replicaDir)!, replicaProcessor)

const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
  accounts: { email: string; password: string; role: string }[]
}

/** What is asked of the reading instance again and again: figures of five years, and exports as long as they may be. */
async function startReaders(): Promise<{ stop(): Promise<number> }> {
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
  const asked = [
    ...screens.map((screen) => () => caller.call(contract.clinicFigures[screen], period)),
    () => caller.call(contract.compliance.overview, {}),
    () => download(`/api/clinic/consents.csv?from=${exported.from}&to=${exported.to}`),
    () => download('/api/clinic/audit-rows.csv'),
  ]
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

/** How long each signature took, in milliseconds. */
async function measureSigning(): Promise<number[]> {
  const times: number[] = []
  for (let at = 0; at < signatures; at++) {
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

type Measured = { where: string; times: number[]; reads: number; fromReplica: number; seconds: number }

async function measure(where: string, more: Record<string, string> | null): Promise<Measured> {
  const reading = more
    ? await startInstance(readingPort, replicaProcessor, { ...more, METRICS_PORT: String(metricsPort) })
    : null
  const load = reading ? await startReaders() : null
  const begun = performance.now()
  const times = await measureSigning()
  const seconds = (performance.now() - begun) / 1000
  const reads = (await load?.stop()) ?? 0
  const fromReplica = reading ? await readsFromReplica() : 0
  if (reading) await stopServer(reading)
  return { where, times, reads, fromReplica, seconds }
}

const { host, port } = replica.owner
const onReplica = new URL(settings['DATABASE_URL']!)
onReplica.port = String(port)
onReplica.searchParams.set('host', host!)

await measureSigning()
const measured = [
  await measure('alone', null),
  await measure('readers on the primary', {}),
  await measure('readers on the replica', { DATABASE_READ_URL: onReplica.href }),
]
const p99 = ({ times }: Measured) => quantile(times, 0.99)
console.table(
  measured.map((each) => ({
    where: each.where,
    signatures: each.times.length,
    'median, ms': Number(quantile(each.times, 0.5).toFixed(1)),
    'p99, ms': Number(p99(each).toFixed(1)),
    'reads a second': Number((each.reads / each.seconds).toFixed(1)),
    'from the replica': each.fromReplica,
  })),
)
const [alone, before, after] = measured as [Measured, Measured, Measured]
console.log(
  `p99 beside alone: ${(p99(before) / p99(alone)).toFixed(2)} with the primary, ${(p99(after) / p99(alone)).toFixed(2)} with the replica`,
)
const isMissed = p99(after) > p99(alone) * ratio_max || after.fromReplica === 0

await owner.end()
await stopServer(signing)
await replica.stop()
await database.stop()
for (const folder of [primaryDir, replicaDir])
  rmSync(realpathSync(path.join(folder, 'postgres')), { recursive: true, force: true })
rmSync(dataDir, { recursive: true, force: true })
process.exit(isMissed ? 1 : 0)
