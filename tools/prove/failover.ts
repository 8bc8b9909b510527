/**
 * Three PostgreSQL 18 under Patroni with etcd, and HAProxy, as deploy/cluster/ has them, each in a network of its own on
 * this machine, with the product on them while patients and staff work. The primary is killed, its machine is killed, cut
 * off, frozen, its disk filled, and all three are killed and started again, in turn. Nothing acknowledged may be lost or
 * doubled, and writes have to go on by themselves. Needs root, and Debian's patroni, etcd-server and haproxy. Prints its
 * counts and how long nothing could be written.
 *
 *   node tools/prove/failover.ts [faults, 50]
 */
import { randomUUID } from 'node:crypto'
import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { signal, startDatabaseCluster, type DatabaseCluster } from './database-cluster.ts'
import { runFaultTest } from './fault-test-run.ts'
import { checkInvariants, checkOutboxUniqueness } from './invariants.ts'
import { startMixedLoad } from './mixed-load.ts'
import { consentDraftInput, openPractice, type Practice } from './signed-consents.ts'
import { expectRunning, startServer, stopServer, untilReady } from './test-server-process.ts'

const faults_total = Number(process.argv[2] ?? 50)
const [proxyPort, port] = [4451, 4452]
const address = `http://localhost:${port}`
const recovery_ms_max = 120_000
const places = [1, 2, 3] as const

for (const program of ['/usr/bin/etcd', '/usr/bin/patroni', '/usr/sbin/haproxy'])
  if (!existsSync(program)) {
    console.error(`This proof needs ${program}: install patroni, etcd-server and haproxy.`)
    process.exit(1)
  }
if (process.getuid?.() !== 0) {
  console.error('This proof makes networks and small disks of its own: run it as root.')
  process.exit(1)
}

/** Writes until nothing more fits; the file that took the room. */
function fillDisk(folder: string): string {
  const file = path.join(folder, 'ballast')
  const handle = openSync(file, 'w')
  for (const size of [1 << 20, 4096]) {
    const bytes = Buffer.alloc(size)
    try {
      for (;;) writeSync(handle, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(handle)
  return file
}

/** What is injected, and answers how it is mended. */
type Fault = (cluster: DatabaseCluster) => Promise<() => void>

const killMachine = (cluster: DatabaseCluster, place: 1 | 2 | 3) => {
  for (const id of cluster.processesOf(place)) signal(id, 'SIGKILL')
}

const faults: Record<string, Fault> = {
  async 'PostgreSQL of the primary killed'(cluster) {
    signal(cluster.postmasterOf(await cluster.primary()), 'SIGKILL')
    return () => {}
  },
  async 'machine of the primary killed'(cluster) {
    const place = await cluster.primary()
    killMachine(cluster, place)
    return () => cluster.start(place)
  },
  async 'primary cut off'(cluster) {
    const place = await cluster.primary()
    cluster.line(place, 'down')
    return () => cluster.line(place, 'up')
  },
  async 'primary frozen'(cluster) {
    const ids = cluster.processesOf(await cluster.primary())
    for (const id of ids) signal(id, 'SIGSTOP')
    return () => ids.forEach((id) => signal(id, 'SIGCONT'))
  },
  async 'disk of the primary full'(cluster) {
    const place = await cluster.primary()
    const client = await cluster.connect(place)
    const ballast = fillDisk(cluster.diskOf(place))
    // Its log takes the room that it has set aside, until there is none for the next line of it.
    const line = {
      text: `select pg_logical_emit_message(false, 'proof', repeat('x', 1000000), true)`,
      query_timeout: 60_000,
    }
    const fill = async () => {
      for (;;) await client.query(line)
    }
    await fill().catch((error: Error) => console.error(`its log is full: ${error.message}`))
    await client.end().catch(() => {})
    return () => rmSync(ballast)
  },
  async 'all killed and started again'(cluster) {
    for (const place of places) killMachine(cluster, place)
    for (const place of places) cluster.start(place)
    return () => {}
  },
}

/** Asks for something new to be written again and again, until that was acknowledged. How long it took. */
async function untilWritten(practice: Practice): Promise<number> {
  const begun = Date.now()
  const stop = new AbortController()
  const draft = { ...consentDraftInput(practice), diagnosis: 'Probe of the proof' }
  const written = new Promise<void>((resolve) => {
    const ask = () => {
      practice.staff.call(contract.consents.create, draft, randomUUID()).then(
        () => resolve(),
        () => {},
      )
    }
    const timer = setInterval(ask, 200)
    stop.signal.addEventListener('abort', () => clearInterval(timer))
  })
  const late = sleep(recovery_ms_max, 'late', { signal: stop.signal })
  late.catch(() => {})
  const outcome = await Promise.race([written, late])
  stop.abort()
  if (outcome === 'late') throw new Error(`Nothing could be written for ${recovery_ms_max} ms`)
  return Date.now() - begun
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)]!

const summarise = (values: readonly number[]) => ({
  times: values.length,
  median_ms: percentile(values, 0.5),
  p95_ms: percentile(values, 0.95),
  longest_ms: Math.max(...values),
})

await runFaultTest(async (proof) => {
  const cluster = await startDatabaseCluster(proof, proxyPort)
  console.error('the cluster is whole')
  const dataDir = proof.folder({ isEmpty: true })
  const settings = { ...cluster.settings, DEMO: 'on', PUBLIC_ADDRESS: address }
  const server = startServer({ dataDir, port, settings })
  proof.atEnd(() => stopServer(server))
  await untilReady(address, server)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 3, readers: 1, boards: 1 },
    sendings: ['link', 'email', 'sms'],
  })
  const stopped_ms: Record<string, number[]> = {}
  let failovers = 0
  for (let n = 0; n < faults_total; n++) {
    const [name, inject] = Object.entries(faults)[n % Object.keys(faults).length]!
    await cluster.untilWhole()
    const before = load.done() + 2
    while (load.done() < before) await sleep(20)
    const former = await cluster.primary()
    const begun = Date.now()
    const mend = await inject(cluster)
    proof.injected(name)
    const injected_ms = Date.now() - begun
    const waited_ms = injected_ms + (await untilWritten(practice))
    mend()
    ;(stopped_ms[name] ??= []).push(waited_ms)
    if ((await cluster.primary()) !== former) failovers++
    expectRunning(server)
    console.error(
      `${n + 1} of ${faults_total}: ${name}, written again after ${waited_ms} ms, ${load.done()} steps`,
    )
  }
  await cluster.untilWhole()
  await load.stop()
  const { acknowledged, diagnosis, counts, longest_ms, wrong } = load
  const owner = cluster.superuser
  const found = await checkInvariants({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  checkOutboxUniqueness(found, dataDir)
  const all = Object.values(stopped_ms).flat()
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ consents: acknowledged.size, steps: load.done(), ...counts, longest_ms, failovers },
      'until writes went on': summarise(all),
      'by fault': Object.fromEntries(
        Object.entries(stopped_ms).map(([name, each]) => [name, summarise(each)]),
      ),
    },
    amiss: [...found.amiss, ...wrong],
  }
})
