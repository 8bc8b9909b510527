/**
 * Two instances and their database, each in a network of its own. The line between an instance and the database is cut,
 * so that nothing is refused and nothing arrives, for seconds up to a minute, of one of them, of the other, of both, and
 * in quick turns, while patients and staff work through a plain proxy. Nobody may be left without an answer, nothing
 * acknowledged lost or doubled, and what was cut off has to come back by itself. Needs root. Prints its counts.
 *
 *   node tools/prove/network-cut.ts [rounds, 2]
 */
import { execFileSync, spawn } from 'node:child_process'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkInvariants, checkOutboxUniqueness } from './invariants.ts'
import { startMixedLoad } from './mixed-load.ts'
import { startExternalDatabase } from './external-database.ts'
import { createTestProxy } from './round-robin-proxy.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'

const rounds = Number(process.argv[2] ?? 2)
const [proxyPort, port] = [4429, 4430]
const address = `http://localhost:${proxyPort}`
const recovery_ms_max = 60_000
/** Of both instances: which are cut, and for how long. */
const partitions: [places: number[], ms: number][] = [
  [[0], 3000],
  [[1], 12_000],
  [[0], 40_000],
  [[0, 1], 8000],
  ...Array.from({ length: 6 }, (_none, n): [number[], number] => [[n % 2], 700]),
]

if (process.getuid?.() !== 0) {
  console.error('This proof makes networks of its own: run it as root.')
  process.exit(1)
}
const ip = (...words: string[]) => void execFileSync('ip', words, { stdio: ['ignore', 'ignore', 'pipe'] })
const own = process.pid
const networks = { instances: [`candour-${own}-a`, `candour-${own}-b`], database: `candour-${own}-db` }

/** A line between two networks: an end in each, with the addresses 10.77.N.1 and 10.77.N.2. */
function createVethPair(number: number, from: string | null, to: string): void {
  const [one, other] = [`cd${own}x${number}`, `cd${own}y${number}`]
  ip('link', 'add', one, 'type', 'veth', 'peer', 'name', other, 'netns', to)
  if (from) ip('link', 'set', one, 'netns', from)
  const within = (network: string | null) => (network ? ['-n', network] : [])
  for (const [network, name, last] of [
    [from, one, 1],
    [to, other, 2],
  ] as const) {
    ip(...within(network), 'addr', 'add', `10.77.${number}.${last}/30`, 'dev', name)
    ip(...within(network), 'link', 'set', name, 'up')
  }
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const database = await startExternalDatabase(dataDir)
  proof.atEnd(() => database.stop())
  for (const network of [networks.database, ...networks.instances]) {
    ip('netns', 'add', network)
    proof.atEnd(() => ip('netns', 'del', network))
    ip('-n', network, 'link', 'set', 'lo', 'up')
  }
  for (const [place, network] of networks.instances.entries()) {
    createVethPair(place + 1, null, network)
    createVethPair(place + 11, networks.database, network)
  }
  const program = path.join(import.meta.dirname, 'socket-relay.ts')
  const words = ['netns', 'exec', networks.database, process.execPath, program, '5432', database.socket]
  const relay = spawn('ip', words, { stdio: 'inherit' })
  proof.atEnd(() => relay.kill('SIGKILL'))

  const hosts = networks.instances.map((_network, place) => `10.77.${place + 1}.2`)
  for (const [place, network] of networks.instances.entries()) {
    const settings = {
      ...database.settings(`10.77.${place + 11}.1:5432`),
      ...{ HOST: '0.0.0.0', TRUSTED_PROXY: '10.77.0.0/16', PUBLIC_ADDRESS: address },
    }
    const server = startServer({ dataDir, port, settings, network })
    proof.atEnd(() => stopServer(server))
    await untilReady(`http://${hosts[place]}:${port}`)
  }
  const proxy = createTestProxy([port, port], hosts)
  await new Promise<void>((resolve) => proxy.server.listen(proxyPort, resolve))
  proof.atEnd(() => (proxy.server.close(), proxy.server.closeAllConnections()))
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 4, readers: 1, boards: 2 },
    sendings: ['link', 'email', 'sms'],
  })
  /** The far end goes down: whoever sends into the line hears nothing at all. */
  const line = (place: number, state: 'up' | 'down') =>
    ip('-n', networks.database, 'link', 'set', `cd${own}x${place + 11}`, state)
  const back_ms: number[] = []
  for (let round = 1; round <= rounds; round++)
    for (const [places, ms] of partitions) {
      const wanted = load.done() + 2
      while (load.done() < wanted) await sleep(20)
      for (const place of places) line(place, 'down')
      proof.injected(
        places.length > 1 ? 'both instances cut from the database' : 'one instance cut from the database',
      )
      await sleep(ms)
      for (const place of places) line(place, 'up')
      const healed = Date.now()
      await Promise.all(hosts.map((host) => untilReady(`http://${host}:${port}`)))
      back_ms.push(Date.now() - healed)
      console.error(
        `cut for ${ms} ms, ready again after ${back_ms.at(-1)} ms, ${load.done()} steps acknowledged`,
      )
    }
  await load.stop()
  const { acknowledged, diagnosis, counts, longest_ms, wrong } = load
  const { owner } = database
  const found = await checkInvariants({ staff: practice.staff, address, owner, acknowledged, diagnosis })
  checkOutboxUniqueness(found, dataDir)
  const longestBack_ms = Math.max(...back_ms)
  return {
    counts: {
      'invariants checked': found.checked,
      ...{ consents: acknowledged.size, steps: load.done(), ...counts, longest_ms, longestBack_ms },
    },
    amiss: [
      ...found.amiss,
      ...wrong,
      ...(longestBack_ms > recovery_ms_max ? [`ready ${longestBack_ms} ms after the line was mended`] : []),
    ],
  }
})
