/**
 * Patients and staff work on a product whose database gives its log away; then somebody changes and deletes by SQL what
 * they should not have, work goes on, and the database is restored to the moment before. Every step acknowledged before
 * that moment must be there, whole and with its documents, and none of after it. The same again with PostgreSQL killed, so
 * that the end of the log never reached the archive. Prints what was injected, kept and measured.
 *
 *   node tools/prove/point-in-time.ts [consents of each round, 30]
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunningPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { runFaultTest, stopDatabase } from './fault-test-run.ts'
import { checkInvariants, type InvariantReport } from './invariants.ts'
import { startMixedLoad, type LoadSettings } from './mixed-load.ts'
import { openPractice, type Practice } from './signed-consents.ts'
import { startServer, stopServer, untilReady } from './test-server-process.ts'

const consents = Number(process.argv[2] ?? 30)
const port = 4396
const address = `http://localhost:${port}`
const log = { info() {}, warn() {}, error: console.error }
const mixed: LoadSettings = { patients: 4, readers: 1, boards: 0, sendings: ['link', 'email'] }

/** What no permission of the product would allow: of every consent and patient, and of every signature. */
const mistakes = {
  'every consent changed': `update consents set diagnosis = 'changed by mistake', status = 'voided'`,
  'every patient renamed': `update patients set first_name = 'Wrong'`,
  'every signature deleted': 'delete from signatures',
}

const megabytesBelow = (folder: string): number => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const bytes = files.reduce((sum, each) => sum + statSync(path.join(each.parentPath, each.name)).size, 0)
  return bytes / 1_000_000
}
const rounded = (value: number) => Math.round(value * 100) / 100

async function withOwner<T>(dataDir: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const { ownerConfig } = (await findRunningPostgres(dataDir, log))!
  const client = new pg.Client(ownerConfig)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

const walPosition = (dataDir: string) =>
  withOwner(dataDir, async (client) => {
    const { rows } = await client.query<{ at: string }>(
      `select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`,
    )
    return Number(rows[0]!.at)
  })

await runFaultTest(async (proof) => {
  const folder = proof.folder({ isEmpty: true })
  const [dataDir, archive] = ['data', 'archive'].map((name) => path.join(folder, name)) as [string, string]
  mkdirSync(dataDir, { mode: 0o755 })
  const settings = { WAL_ARCHIVE_DIR: archive, LOG_LEVEL: 'fatal' }
  proof.atEnd(() => stopDatabase(dataDir))

  /** Runs a command of the backup as an operator does; what it took. */
  async function run(name: string, ...args: string[]): Promise<{ ended: number | null; ms: number }> {
    const program = path.join(import.meta.dirname, '../../server/backup', name)
    const env = { ...process.env, DATA_DIR: dataDir, ...settings }
    const begun = performance.now()
    const child = spawn(process.execPath, [program, ...args], { env, stdio: ['ignore', 2, 2] })
    const ended = await new Promise<number | null>((resolve) => child.once('exit', resolve))
    return { ended, ms: performance.now() - begun }
  }
  const serve = async () => {
    const server = startServer({ dataDir, port, settings })
    proof.atEnd(() => stopServer(server))
    await untilReady(address)
    return server
  }
  const work = async (practice: Practice, until: number) => {
    const load = startMixedLoad(practice, mixed)
    while (load.acknowledged.size < until) await sleep(20)
    await load.stop()
    return load
  }

  const amiss: string[] = []
  const checked: Record<string, number> = {}
  const expect = (invariant: string, holds: boolean, what: string) => {
    checked[invariant] = (checked[invariant] ?? 0) + 1
    if (!holds) amiss.push(`${invariant}: ${what}`)
  }
  const take = (report: InvariantReport) => {
    for (const [invariant, times] of Object.entries(report.checked))
      checked[invariant] = (checked[invariant] ?? 0) + times
    amiss.push(...report.amiss)
  }

  let server = await serve()
  let practice = await openPractice(address, dataDir)
  const measured: Record<string, unknown>[] = []
  const earlier: Awaited<ReturnType<typeof work>>[] = []
  for (const isKilled of [false, true]) {
    const base = await run('base-backup-main.ts')
    expect('base backups are made', base.ended === 0, `ended with ${base.ended}`)
    const walBefore = await walPosition(dataDir)
    const before = await work(practice, consents)
    earlier.push(before)
    const wal = (await walPosition(dataDir)) - walBefore
    const moment = await withOwner(dataDir, async (client) => {
      const { rows } = await client.query<{ moment: string }>(
        `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as moment`,
      )
      await client.query('set session_replication_role = replica')
      for (const [name, statement] of Object.entries(mistakes)) {
        await client.query(statement)
        proof.injected(name)
      }
      return rows[0]!.moment
    })
    const afterwards = startMixedLoad(practice, mixed)
    while (afterwards.acknowledged.size < 5) await sleep(20)
    await afterwards.stop()
    if (isKilled) {
      proof.injected('PostgreSQL and the product killed')
      server.kill('SIGKILL')
      await stopDatabase(dataDir)
    } else await stopServer(server)

    const restored = await run('restore-main.ts', '--until', moment)
    expect('restores end well', restored.ended === 0, `ended with ${restored.ended}`)
    server = await serve()
    practice = await openPractice(address, dataDir)
    const database = (await findRunningPostgres(dataDir, log))!.ownerConfig
    for (const { acknowledged, diagnosis } of earlier)
      take(
        await checkInvariants({
          ...{ staff: practice.staff, address, owner: database, acknowledged, diagnosis },
        }),
      )
    await withOwner(dataDir, async (client) => {
      const { rows } = await client.query<{ of_after: number; wrong: number }>(
        `select (select count(*)::int from consents where diagnosis = any($1)) as of_after,
           (select count(*)::int from consents where diagnosis = 'changed by mistake') +
           (select count(*)::int from patients where first_name = 'Wrong') as wrong`,
        [[afterwards.diagnosis]],
      )
      expect('nothing of after the moment is there', rows[0]!.of_after === 0, `${rows[0]!.of_after} consents`)
      expect('nothing of the mistake is there', rows[0]!.wrong === 0, `${rows[0]!.wrong} rows`)
    })
    measured.push({
      ended: isKilled ? 'killed' : 'stopped',
      'acknowledged steps before': before.done(),
      'acknowledged steps after, undone': afterwards.done(),
      'log for each consent, kB': rounded(wal / 1000 / before.acknowledged.size),
      'base backup, s with its program’s start': rounded(base.ms / 1000),
      'restore, s with its program’s start and all checks': rounded(restored.ms / 1000),
    })
  }
  const copied = path.join(folder, 'copied-files')
  const files = path.join(dataDir, 'files')
  const begun = performance.now()
  if (existsSync(files)) cpSync(files, copied, { recursive: true })
  const files_ms = performance.now() - begun
  await stopServer(server)
  return {
    counts: {
      'invariants checked': checked,
      measured,
      'archive, MB': rounded(megabytesBelow(archive)),
      'copy of files, MB/s': rounded(megabytesBelow(files) / (files_ms / 1000)),
    },
    amiss,
  }
})
