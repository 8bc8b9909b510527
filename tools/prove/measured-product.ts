import type { ChildProcess } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import pg from 'pg'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { silentLog } from '../../server/testing/silent-log.ts'
import type { FaultTest } from './fault-test-run.ts'
import { waitUntil } from './named-wait.ts'
import { expectRunning, startServer, stopServer, untilReady } from './test-server-process.ts'

const start_ms_max = 180_000
const killed_ms_max = 30_000

/** What was done since `forget`: by the product's process and those it started and ended, and in its database. */
export type Expense = {
  processor_ms: number
  database_ms: number
  statements: number
  megabytesBefore: number
  megabytesPeak: number
}

/** The running product, with whoever owns its database, which counts what the product asks of it. */
export type MeasuredProduct = {
  address: string
  database: pg.Client
  kill(): Promise<void>
  forget(): Promise<void>
  expense(): Promise<Expense>
}

type ProductSettings = { port: number; dataDir: string; settings?: Record<string, string> }

const tick_ms = 10

/** Of a process that runs, along with what it has started and waited for. */
function processor_msOf(id: number): number {
  const fields = readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) * tick_ms
}

function megabytesOf(id: number, line: 'VmHWM' | 'VmRSS'): number {
  const [, kilobytes] = new RegExp(`${line}:\\s+(\\d+)`).exec(readFileSync(`/proc/${id}/status`, 'utf8'))!
  return Math.round(Number(kilobytes) / 1024)
}

/** Starts the product on a demo of its own whose database counts statements. */
export async function startMeasuredProduct(
  proof: FaultTest,
  { port, dataDir, settings = {} }: ProductSettings,
): Promise<MeasuredProduct> {
  const address = `http://localhost:${port}`
  let server: ChildProcess
  async function start(): Promise<void> {
    server = startServer({ dataDir, port, settings: { DEMO: 'on', ...settings } })
    const ready = untilReady(address, server).then(() => true)
    await waitUntil('the product to be ready', start_ms_max, () => ready)
  }
  await start()
  proof.atEnd(() => stopServer(server))
  await ask(dataDir, `alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await stopServer(server!)
  await start()
  await ask(dataDir, 'create extension if not exists pg_stat_statements')
  const database = new pg.Client((await findRunningPostgres(dataDir, silentLog))!.ownerConfig)
  await database.connect()
  proof.atEnd(() => database.end())
  let [spent_ms, megabytesBefore] = [0, 0]

  return {
    address,
    database,
    async kill() {
      expectRunning(server)
      server.kill('SIGKILL')
      const isEnded = () => (server.exitCode ?? server.signalCode) !== null
      await waitUntil('the killed product to end', killed_ms_max, isEnded)
      await start()
    },
    async forget() {
      await database.query('select pg_stat_statements_reset()')
      // The peak is counted from here on.
      writeFileSync(`/proc/${server.pid!}/clear_refs`, '5')
      spent_ms = processor_msOf(server.pid!)
      megabytesBefore = megabytesOf(server.pid!, 'VmRSS')
    },
    async expense() {
      // What the owner asks is the proof's own.
      const { rows } = await database.query<{ statements: number; database_ms: number }>(
        `select sum(calls)::int as statements, sum(total_exec_time)::int as database_ms
         from pg_stat_statements where userid <> current_user::regrole`,
      )
      const processor_ms = processor_msOf(server.pid!) - spent_ms
      return { processor_ms, ...rows[0]!, megabytesBefore, megabytesPeak: megabytesOf(server.pid!, 'VmHWM') }
    },
  }
}

async function ask(dataDir: string, text: string): Promise<void> {
  const client = new pg.Client((await findRunningPostgres(dataDir, silentLog))!.ownerConfig)
  await client.connect()
  await client.query(text)
  await client.end()
}

/** The only number that a query answers. */
export async function countOf(database: pg.Client, text: string, values: unknown[] = []): Promise<number> {
  const { rows } = await database.query<unknown[]>({ text, values, rowMode: 'array' })
  return Number(rows[0]?.[0] ?? 0)
}
