import { dateInTimeZone } from '../../contract/calendar-day.ts'
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Clock } from '../platform/clock.ts'
import type { Log } from '../platform/database/database.ts'
import { isBackupDue, lastScheduledAt, newestArchive } from './nightly-rules.ts'

export type NightlySettings = { folder: string; hour: number; keep: number }

/** How the making of an archive ended: well, not well with the reason, or left to another instance. */
export type NightlyOutcome =
  | { ended: 'made'; archive: Record<string, unknown> }
  | { ended: 'failed'; problem: string }
  | { ended: 'elsewhere' }

export type BackupAlert = { day: string; problem: string; newest: string }

type NightlyDeps = {
  settings: NightlySettings
  clock: Clock
  log: Log
  run(signal: AbortSignal): Promise<NightlyOutcome>
  /** Tells whoever runs the installation. */
  notify(news: BackupAlert): Promise<void>
}

export type NightlyBackups = {
  /** Makes the archive that is due, if one is; an hour after one that failed it is tried again. */
  sweep(): Promise<void>
  stop(): void
}

const retry_ms = 60 * 60 * 1000

/** The names in the folder; none where it is not there, which the making then tells of. */
const listArchiveNames = (folder: string): Promise<string[]> => readdir(folder).catch(() => [])

/** When the newest archive of the folder was begun. */
export const newestArchiveTime = async (folder: string): Promise<Date | null> =>
  newestArchive(await listArchiveNames(folder))

export function createNightlyBackups({ settings, clock, log, run, notify }: NightlyDeps): NightlyBackups {
  const stopping = new AbortController()
  let failedAt: Date | null = null
  let toldOf: string | null = null

  async function fail(problem: string, now: Date): Promise<void> {
    failedAt = now
    log.error({ problem }, 'the nightly backup failed')
    const day = dateInTimeZone(lastScheduledAt(now, settings.hour))
    if (toldOf === day) return
    const newest = await newestArchiveTime(settings.folder)
    await notify({ day, problem, newest: newest?.toISOString() ?? 'there is none' })
    toldOf = day
  }

  return {
    async sweep() {
      const now = clock.now()
      const mayTry = failedAt === null || now.getTime() - failedAt.getTime() >= retry_ms
      if (!mayTry || !isBackupDue(await listArchiveNames(settings.folder), now, settings.hour)) return
      const outcome = await run(stopping.signal)
      if (stopping.signal.aborted || outcome.ended === 'elsewhere') return
      if (outcome.ended === 'failed') return fail(outcome.problem, now)
      failedAt = null
      log.info(outcome.archive, 'the nightly backup was made and read back')
    },
    stop: () => stopping.abort(),
  }
}

/** What the program ends with where another instance is at it, or has done it. */
export const skipped_exit_code = 3

/** Makes an archive in a program of its own, so that nobody waits for it. */
export const runNightlyProcess = (signal: AbortSignal): Promise<NightlyOutcome> =>
  new Promise((resolve) => {
    const program = path.join(import.meta.dirname, 'nightly-main.ts')
    const child = spawn(process.execPath, [program], { signal, stdio: ['ignore', 'pipe', 'pipe'] })
    let [answer, complaint] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => (answer += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
    child.on('error', (error) => resolve({ ended: 'failed', problem: error.message }))
    child.on('close', (status) => resolve(parseOutcome(status, answer, complaint)))
  })

function parseOutcome(status: number | null, answer: string, complaint: string): NightlyOutcome {
  if (status === skipped_exit_code) return { ended: 'elsewhere' }
  if (status === 0) return { ended: 'made', archive: JSON.parse(answer) as Record<string, unknown> }
  return { ended: 'failed', problem: complaint.trim().split('\n')[0] || `it ended with ${String(status)}` }
}
