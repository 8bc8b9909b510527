/**
 * Everybody wants the database at once, and somebody holds what they need: rows locked for longer than a statement may
 * take, every connection of the server taken by others, and many times more requests than there are connections; beside
 * them callers who read their answers byte by byte. Whoever cannot be served has to be told so, with when to ask again;
 * nothing acknowledged may be lost or doubled, and it has to go on by itself. Prints its counts.
 *
 *   node tools/prove/pool-exhaustion.ts [rounds, 5]
 */
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { UnavailableError } from './fetch-caller.ts'
import { startMixedLoad } from './mixed-load.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice, type Practice } from './signed-consents.ts'
import { findingsOfInstance } from './single-findings.ts'

const rounds = Number(process.argv[2] ?? 5)
const port = 4421
const address = `http://localhost:${port}`
const log = { info() {}, warn() {}, error: console.error }
/** Longer than a statement may take, and shorter than that. */
const lock_hold_ms = [18_000, 3_000]
const concurrent_requests = 400
const slow_readers = 60
const recover_ms_max = 30_000

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const { ownerConfig: owner } = (await findRunningPostgres(dataDir, log))!
  const load = startMixedLoad(practice, {
    ...{ patients: 6, readers: 2, boards: 2 },
    sendings: ['link', 'email'],
  })
  const crowded = { served: 0, toldToWait: 0 }
  const wrong: string[] = []

  /** Holds what every signature needs, as a long change by somebody else would. */
  async function holdRows(ms: number): Promise<void> {
    const client = new pg.Client(owner)
    await client.connect()
    try {
      await client.query('begin')
      await client.query('lock table consents in access exclusive mode')
      proof.injected('all consents locked')
      await sleep(ms)
      await client.query('rollback')
    } finally {
      await client.end()
    }
  }

  /** Takes every connection that the server still has. */
  async function takeConnections(ms: number): Promise<void> {
    const taken: pg.Client[] = []
    for (;;) {
      const client = new pg.Client(owner)
      client.on('error', () => {})
      try {
        await client.connect()
      } catch {
        break
      }
      taken.push(client)
    }
    proof.injected('no connection left at the database')
    await sleep(ms)
    await Promise.all(taken.map((client) => client.end()))
  }

  /** So many at once that most of them have to wait for a connection. */
  async function crowdIn(): Promise<void> {
    proof.injected(`${concurrent_requests} requests at once`)
    const one = async () => {
      try {
        await practice.staff.call(contract.consents.list, {})
        crowded.served++
      } catch (error) {
        if (!(error instanceof UnavailableError)) wrong.push((error as Error).message)
        else if (error.status === 503 && error.retryAfter === null) wrong.push('503 without Retry-After')
        crowded.toldToWait++
      }
    }
    await Promise.all(Array.from({ length: concurrent_requests }, one))
  }

  for (let round = 1; round <= rounds; round++) {
    const slow = readSlowly(practice)
    proof.injected(`${slow_readers} slow readers`)
    for (const ms of lock_hold_ms) await Promise.all([holdRows(ms), sleep(500).then(crowdIn)])
    await takeConnections(6000)
    await crowdIn()
    slow.stop()
    const begun = Date.now()
    while (!(await isServed(practice))) {
      if (Date.now() - begun > recover_ms_max) {
        wrong.push(`nothing was served ${recover_ms_max} ms after it was over`)
        break
      }
      await sleep(100)
    }
    console.error(`round ${round} of ${rounds}, ${load.done()} steps acknowledged`)
  }
  await load.stop()
  const { counts, amiss } = await findingsOfInstance(
    { load, practice, address, dataDir, server },
    { crowded },
  )
  return { counts, amiss: [...amiss, ...wrong] }
})

function isServed({ staff }: Practice): Promise<boolean> {
  return staff.call(contract.consents.counts, {}).then(
    () => true,
    () => false,
  )
}

/** Callers who ask for a large answer and take it a few bytes at a time. */
function readSlowly({ staff }: Practice): { stop(): void } {
  const request =
    `GET /api/clinic/consents HTTP/1.1\r\nhost: localhost\r\ncookie: ${staff.cookie()}\r\n` +
    `x-forwarded-for: 198.51.100.252\r\n\r\n`
  const sockets = Array.from({ length: slow_readers }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(request)
    socket.pause()
    const timer = setInterval(() => socket.read(16), 500)
    socket.once('close', () => clearInterval(timer))
    return socket
  })
  return { stop: () => sockets.forEach((socket) => socket.destroy()) }
}
