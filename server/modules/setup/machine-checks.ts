import { randomUUID } from 'node:crypto'
import { access, constants, realpath, rm, statfs, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { hasUnappliedMigrations } from '../../platform/database/migrate.ts'
import { assertRestrictedLogin } from '../../platform/database/roles.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { FileStore } from '../../platform/files/files.ts'
import { runStorageCheck, type StorageCheckStep } from '../../platform/files/storage-check.ts'
import type { RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { requestTimestamp } from '../../platform/pdf/timestamp-request.ts'
import { readTimestamp } from '../../platform/pdf/timestamp-reader.ts'
import { formatBytes, checkFailed, checkWarning, checkPassed, type Finding } from './check-finding.ts'
import {
  readDatabaseFacts,
  readDatabaseTime,
  deleteSetting,
  saveSetting,
  readSetting,
  readSettings,
} from './setup-store.ts'

type DatabaseDeps = { database: Database; isEmbedded: boolean }

const round_trips = 5
const slow_ms = 50

/** How long the way to the database and back takes, in milliseconds: the middle one of a few. */
async function measureRoundTrip(database: Database): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < round_trips; n++) {
    const since = performance.now()
    await database.borrow((client) => client.query('select 1'))
    taken.push(performance.now() - since)
  }
  return taken.toSorted((one, other) => one - other)[Math.floor(round_trips / 2)]!
}

/** Server, login, migrations and the way there. */
export async function checkDatabase({ database, isEmbedded }: DatabaseDeps): Promise<Finding> {
  const { bytes, version } = await readDatabaseFacts(database)
  const way_ms = await measureRoundTrip(database)
  const facts = {
    Server: `PostgreSQL ${version}${isEmbedded ? ', the one that comes with the product' : ''}`,
    Size: formatBytes(bytes),
    'Way there and back': `${way_ms.toFixed(1)} ms`,
  }
  const isMeek = await database.borrow(assertRestrictedLogin).then(
    () => true,
    () => false,
  )
  if (!isMeek)
    return checkFailed(
      'The application’s login can bypass the rules that separate practices.',
      'Set DATABASE_URL to sign in as candour_app, which owns no tables.',
      facts,
    )
  if (await hasUnappliedMigrations(database))
    return checkFailed(
      'The database is older than this version.',
      'Start the server again: it brings the database up to date.',
      facts,
    )
  const serverFacts = { ...facts, Login: 'owns nothing, passes no policy by', Migrations: 'all applied' }
  if (way_ms > slow_ms)
    return checkWarning(
      'The database works but responds slowly.',
      'Place the server and the database close to each other.',
      serverFacts,
    )
  return checkPassed(
    'The database responds, its login has no extra rights, and all migrations are applied.',
    serverFacts,
  )
}

const low_bytes = 2_000_000_000
const scarce_bytes = 200_000_000

async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

async function isWritable(folder: string): Promise<boolean> {
  const trial = path.join(folder, `.write-test-${randomUUID()}`)
  try {
    await writeFile(trial, 'Candour tries its disk.')
    return true
  } catch {
    return false
  } finally {
    await rm(trial, { force: true })
  }
}

/** Room on the disk of the data directory, and of the database where it is ours; and whether we may write there. */
export async function checkDisk({ dataDir }: { dataDir: string }): Promise<Finding> {
  const free: Record<string, number> = { 'Data directory': await freeBytesAt(dataDir) }
  const cluster = await realpath(path.join(dataDir, 'postgres')).catch(() => null)
  const seen =
    cluster !== null &&
    (await access(cluster, constants.F_OK).then(
      () => true,
      () => false,
    ))
  if (cluster && seen) free.Database = await freeBytesAt(cluster)
  const facts = Object.fromEntries(
    Object.entries(free).map(([where, bytes]) => [where, `${formatBytes(bytes)} free`]),
  )
  const mend = 'Free some space, or move DATA_DIR to a larger disk.'
  if (!(await isWritable(dataDir)))
    return checkFailed(
      'The data directory is not writable.',
      'Give the server’s user permission to write to DATA_DIR.',
      facts,
    )
  const least = Math.min(...Object.values(free))
  if (least < scarce_bytes) return checkFailed('The disk is almost full.', mend, facts)
  if (least < low_bytes) return checkWarning('The disk is writable but filling up.', mend, facts)
  return checkPassed('The disk is writable and has space.', facts)
}

const storageStepLabels: Record<StorageCheckStep, string> = {
  write: 'Small file written',
  read: 'Read back, byte for byte',
  range: 'Part of it read',
  list: 'Found in the list',
  delete: 'Deleted',
}

/** Writes, reads, lists and deletes a small file. */
export async function checkStorage({ files, place }: { files: FileStore; place: string }): Promise<Finding> {
  const steps = await runStorageCheck(files)
  const facts = {
    'Kept in': place,
    ...Object.fromEntries(
      steps.map(({ step, code }) => [storageStepLabels[step], code === null ? 'yes' : `no (${code})`]),
    ),
  }
  const failed = steps.find(({ isDone }) => !isDone)
  if (!failed) return checkPassed('A small file was written, read, found and deleted.', facts)
  const mend =
    'Check the address, the bucket and the keys, and that the keys may read, write, list and delete.'
  return checkFailed(`The storage test failed (${failed.code}).`, mend, facts)
}

const queue_seconds_max = 10
const poll_interval_ms = 100
const queueTrialName = (id: string) => `queue-trial:${id}`

/** What the trial job does: it leaves a note that it ran. */
export const completeQueueTrial = (runPlatformJob: RunPlatformJob, { trialId }: JobData): Promise<void> =>
  runPlatformJob((scope) => saveSetting(scope, queueTrialName(trialId!), { by: 'queue' }))

/** Puts a job on the queue as every change does, and waits until it was done. */
export async function checkQueue({ runPlatformJob }: { runPlatformJob: RunPlatformJob }): Promise<Finding> {
  const id = randomUUID()
  await runPlatformJob(async (scope) => {
    // What an earlier trial left that was done too late.
    for (const { name } of await readSettings(scope, 'queue-trial:')) await deleteSetting(scope, name)
    scope.enqueue('setup.try-queue', { trialId: id })
  })
  const since = performance.now()
  for (;;) {
    const done = await runPlatformJob((scope) => readSetting(scope, queueTrialName(id)))
    const waited_ms = performance.now() - since
    if (done) {
      await runPlatformJob((scope) => deleteSetting(scope, queueTrialName(id)))
      return checkPassed('A test job was queued and completed.', {
        'Done within': `${(waited_ms / 1000).toFixed(1)} seconds`,
      })
    }
    if (waited_ms > queue_seconds_max * 1000)
      return checkFailed(
        `A test job was queued but not completed within ${queue_seconds_max} seconds.`,
        'Check the server log. Messages and documents are delayed until jobs run again.',
      )
    await pause(poll_interval_ms)
  }
}

const drift_ms_max = 2000

type ClockDeps = { runPlatformJob: RunPlatformJob; clock: Clock; authority: string | null }

/** How far our clock and the database's are apart, less the way between them. */
async function databaseDrift({ runPlatformJob, clock }: ClockDeps): Promise<number> {
  const before = clock.now().getTime()
  const theirs = (await runPlatformJob((scope) => readDatabaseTime(scope))).getTime()
  return (before + clock.now().getTime()) / 2 - theirs
}

/** The same with the authority's, whose tokens tell whole seconds; null where it told nothing. */
async function authorityDrift({ clock, authority }: ClockDeps): Promise<number | null> {
  if (authority === null) return null
  try {
    const before = clock.now().getTime()
    const bytes = Buffer.from(randomUUID())
    const { at } = await readTimestamp(await requestTimestamp([bytes], authority), bytes)
    return (before + clock.now().getTime()) / 2 - at.getTime()
  } catch {
    return null
  }
}

const formatDrift = (drift_ms: number): string =>
  `${Math.abs(Math.round(drift_ms)).toLocaleString('en-GB')} ms`

/** Our clock beside the database's and, where one is set, the time-stamp authority's. */
export async function checkClock(deps: ClockDeps): Promise<Finding> {
  const drifts = { Database: await databaseDrift(deps), Authority: await authorityDrift(deps) }
  const facts = {
    'Apart from the database': formatDrift(drifts.Database),
    'Apart from the time-stamp authority':
      drifts.Authority !== null
        ? formatDrift(drifts.Authority)
        : deps.authority
          ? 'it told no time'
          : 'none is set',
  }
  const worst = Math.max(Math.abs(drifts.Database), Math.abs(drifts.Authority ?? 0))
  if (worst < drift_ms_max) return checkPassed('The clocks agree.', facts)
  return checkWarning(
    `The clocks are ${formatDrift(worst)} apart.`,
    'Synchronise all machines by NTP. Signature times come from this machine’s clock.',
    facts,
  )
}
