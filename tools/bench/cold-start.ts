/**
 * How long an installed product takes from its process's begin to the first `200` of /readyz, which is asked for every
 * ten milliseconds: after a clean stop, after `kill -9` with its database left running, and after its database was ended
 * too, without a word. After each start the demo's manager must be let in. The median of each may take a second. Then
 * one more start is watched step by step (startup-timings.ts), which makes it a little longer.
 *
 *   node tools/bench/cold-start.ts [starts of each, 7]
 *
 * PROVE_DATA names a data directory to begin as, which saves the making of a demo.
 */
import { execFileSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contract } from '../../contract/index.ts'
import { fetchCaller } from '../prove/fetch-caller.ts'
import { stopDatabase, runFaultTest } from '../prove/fault-test-run.ts'
import { stopServer, startServer, untilReady } from '../prove/test-server-process.ts'
import { createRetry } from '../prove/signed-consents.ts'
import { quantile, measureTime } from './bench-app.ts'
import type { StartupTimings } from './startup-timings.ts'

const of_each = Number(process.argv[2] ?? 7)
const ready_ms_max = 1000
const poll_interval_ms = 10
/** A start goes on for a little once it is ready: jobs are begun, and only then is a stop a clean one. */
const settle_time_ms = 3000
const insist = createRetry(() => {})
const packages_shown = 12
const port = 4407
const address = `http://localhost:${port}`

/** Asks every ten milliseconds, whether or not the question before is answered, until one is answered with 200. */
async function waitUntilReady(server: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('exit', () => reject(new Error('The product did not start')))
  const ask = async () => {
    const { status } = await fetch(`${address}/readyz`)
    if (status === 200) resolve()
  }
  // Nobody listens at first.
  const asking = setInterval(() => void ask().catch(() => {}), poll_interval_ms)
  await promise.finally(() => clearInterval(asking))
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  let server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  await sleep(settle_time_ms)
  const { accounts } = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as {
    accounts: { email: string; password: string; role: string }[]
  }
  const { email, password } = accounts.find(({ role }) => role === 'clinic_admin')!

  /** Starts the product anew, and answers after how long it was ready. */
  async function startAgain(settings: Record<string, string> = {}): Promise<number> {
    const { ms } = await measureTime(async () => {
      server = startServer({ dataDir, port, settings })
      await waitUntilReady(server)
    })
    await sleep(settle_time_ms)
    const caller = fetchCaller(address)
    const { user } = await insist(() => caller.call(contract.identity.signIn, { login: email, password }))
    if (user?.email !== email) throw new Error('Another was signed in than asked')
    return ms
  }

  async function kill(): Promise<void> {
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  const ends: Record<string, () => Promise<unknown>> = {
    async 'stopped cleanly'() {
      await stopServer(server)
      if (server.exitCode !== 0) throw new Error(`The product ended with ${server.exitCode}`)
    },
    killed: kill,
    async 'killed, and its database'() {
      await kill()
      await stopDatabase(dataDir)
    },
  }
  const times: Record<string, number[]> = {}
  for (const [how, end] of Object.entries(ends))
    for (let at = 0; at < of_each; at++) {
      await end()
      proof.injected(how)
      ;(times[how] ??= []).push(await startAgain())
    }
  for (let at = 0; at < of_each; at++) {
    const { ms } = await measureTime(async () => execFileSync(process.execPath, ['-e', '0']))
    ;(times['nothing at all (node -e 0)'] ??= []).push(ms)
  }

  const marksFile = path.join(dataDir, 'startup-timings.json')
  const preload = path.join(import.meta.dirname, 'startup-timings.ts')
  await stopServer(server)
  const watched_ms = await startAgain({ START_MARKS: marksFile, NODE_OPTIONS: `--import ${preload}` })
  const { marks, packages } = JSON.parse(readFileSync(marksFile, 'utf8')) as StartupTimings

  const told = Object.entries(times).map(([how, all]) => ({
    after: how,
    starts: all.length,
    'median ms': Math.round(quantile(all, 0.5)),
    'worst ms': Math.round(Math.max(...all)),
  }))
  console.table(told)
  console.table(marks)
  const largest = Object.entries(packages).toSorted(([, one], [, other]) => other - one)
  console.table(
    Object.fromEntries(largest.slice(0, packages_shown).map(([name, modules]) => [name, { modules }])),
  )
  const late = told.filter(({ 'median ms': ms }) => ms > ready_ms_max)
  return {
    counts: { watchedStart_ms: Math.round(watched_ms) },
    amiss: late.map(
      ({ after, 'median ms': ms }) => `${after}: ready after ${ms} ms, ${ready_ms_max} is the goal`,
    ),
  }
})
