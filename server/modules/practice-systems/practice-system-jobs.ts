import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { synchronisedResources, type SynchronisedResource } from '../../../contract/practice-systems.ts'
import { minute_ms, type Clock } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { AccessBusyError, type Connected } from './practice-system-access.ts'
import { applyAppointments, applyWaiting, bookedFrom } from './practice-system-appointment-sync.ts'
import { nextCursor } from './practice-system-cursor.ts'
import { findDueDeliveries } from './practice-system-delivery-store.ts'
import { requestsPerRun, type OpenPort } from './practice-system-open.ts'
import { applyPatients } from './practice-system-patient-sync.ts'
import {
  finalProblems,
  PracticeSystemError,
  type ChangePage,
  type ChangeQuery,
  type SystemPort,
} from './practice-system-port.ts'
import {
  cursorOf,
  findDueSystems,
  listCursors,
  listWaiting,
  lockSystem,
  saveCursor,
  savePractitioners,
  saveTreatments,
  updateSystem,
  type CursorRow,
  type SystemRow,
} from './practice-system-store.ts'
import { wordsOf } from './practice-system-treatment-rules.ts'

export type SyncDeps = { runJob: RunJob; openPort: OpenPort; clock: Clock }

/** For so long a run counts as alive; whoever finds it later goes on from where it stood. */
const run_minutes_max = 5
/** A run that has taken so long stops, and the next one goes on. */
const run_seconds = 90
/** How often what changes seldom is read in whole. */
const list_minutes = 60
/** Pauses after runs that failed, in minutes. */
const backoff_minutes = [1, 2, 5, 15, 60] as const

/** Thrown where another run has begun meanwhile, or the connection was paused or ended. */
class RunEndedError extends Error {
  override name = 'RunEndedError'
}

type Run = {
  clinicId: string
  system: SystemRow & Connected
  runId: string
  zone: string
  cursors: CursorRow[]
}

/** Reads what has changed in a practice system since the last run, within the limits of one. */
export async function synchronise(deps: SyncDeps, { clinicId, systemId }: JobData): Promise<void> {
  const { runJob, openPort } = deps
  const run = await runJob(clinicId!, (scope) => beginRun(scope, systemId!))
  if (!run) return
  try {
    const port = await openPort(run.system)
    const account = await port.account()
    await inRun(deps, run, (scope, system) => acceptAccount(scope, system, account))
    const isComplete = await readAll(deps, run, port)
    await inRun(deps, run, (scope, system) => endRun(scope, system, { isComplete }))
  } catch (error) {
    if (error instanceof RunEndedError) return
    if (error instanceof AccessBusyError) return postponeRun(deps, run)
    if (!(error instanceof PracticeSystemError)) throw error
    await failRun(deps, run, error)
  }
}

async function beginRun(scope: JobScope, systemId: string): Promise<Run | null> {
  const system = await lockSystem(scope, systemId)
  if (!system?.secret || system.status === 'paused' || system.nextRunAt === null) return null
  // Another run has it, and is alive as far as anybody can tell.
  if (system.nextRunAt > scope.now) return null
  if (system.runUntil !== null && system.runUntil > scope.now) return null
  const runId = randomUUID()
  const runUntil = new Date(scope.now.getTime() + run_minutes_max * minute_ms)
  // If it dies, the next one is found by this time.
  const claimed = await updateSystem(scope, systemId, { runId, runUntil, nextRunAt: runUntil })
  return {
    ...{ clinicId: scope.clinicId, system: { ...claimed, secret: system.secret }, runId },
    zone: await timeZoneOf(scope),
    cursors: await listCursors(scope, systemId),
  }
}

/** A transaction of a run: of this one, and no other that has begun since. */
const inRun = <T>(
  { runJob }: SyncDeps,
  { clinicId, system: { id }, runId }: Run,
  work: (scope: JobScope, system: SystemRow) => Promise<T>,
): Promise<T> =>
  runJob(clinicId, async (scope) => {
    const system = await lockSystem(scope, id)
    if (system?.runId !== runId || !system.secret || system.status === 'paused') throw new RunEndedError()
    return work(scope, system)
  })

/** The first account that a key opened is the practice's: a key of another one would mix two practices' records. */
async function acceptAccount(
  scope: JobScope,
  system: SystemRow,
  account: { id: string; name: string },
): Promise<void> {
  if (system.accountId !== null && system.accountId !== account.id)
    throw new PracticeSystemError('other-account', 'The key belongs to another account')
  const isStanding = system.status === 'active' && system.problem === null
  if (system.accountId === account.id && system.accountConfirmedAt !== null && isStanding) return
  await updateSystem(scope, system.id, {
    ...{ accountId: account.id, accountName: account.name.slice(0, 200), status: 'active', problem: null },
    accountConfirmedAt: system.accountConfirmedAt ?? scope.now,
  })
}

const isListed = (resource: SynchronisedResource): boolean =>
  resource === 'practitioners' || resource === 'treatments'

/** Whether it is time to read this kind: changes in every run, and lists now and then. */
function isToRead(resource: SynchronisedResource, row: CursorRow | undefined, now: Date): boolean {
  if (!isListed(resource) || !row?.completedAt || row.page > 1) return true
  return row.completedAt.getTime() <= now.getTime() - list_minutes * minute_ms
}

/** Reads every kind to its end; answers whether it came there before the limits of a run. */
async function readAll(deps: SyncDeps, run: Run, port: SystemPort): Promise<boolean> {
  const limit = requestsPerRun(run.system.system)
  const started = performance.now()
  const isSpent = () => port.requests() >= limit || performance.now() - started > run_seconds * 1000
  for (const resource of synchronisedResources) {
    const reading = createReading(deps, run, { resource, port })
    if (!reading.isDue()) continue
    for (;;) {
      if (isSpent()) return false
      if (await reading.next()) break
    }
  }
  await applyAllWaiting(deps, run)
  return true
}

type Apply = (scope: JobScope, system: SystemRow) => Promise<{ written: number; held: number }>

/** Asks for a page without any transaction open; answers what came and how it is applied. */
async function askPage(
  port: SystemPort,
  resource: SynchronisedResource,
  query: ChangeQuery,
): Promise<ChangePage<unknown> & { apply: Apply }> {
  switch (resource) {
    case 'practitioners': {
      const page = await port.practitioners(query)
      const rows = page.rows.map(({ id, name, gdcNumber }) => ({ externalId: id, name, gdcNumber }))
      return { ...page, apply: (scope, { id }) => savePractitioners(scope, id, rows).then(nothingHeld) }
    }
    case 'treatments': {
      const page = await port.treatments(query)
      const rows = page.rows.map(({ name, code }) => ({
        words: wordsOf(name),
        name: name.slice(0, 200),
        code,
      }))
      return { ...page, apply: (scope, { id }) => saveTreatments(scope, id, rows).then(nothingHeld) }
    }
    case 'patients': {
      const page = await port.patients(query)
      return { ...page, apply: (scope, { id }) => applyPatients(scope, id, page.rows) }
    }
    case 'appointments': {
      const page = await port.appointments(query)
      return { ...page, apply: (scope, system) => applyAppointments(scope, system, page.rows) }
    }
  }
}

const nothingHeld = () => ({ written: 0, held: 0 })

function createReading(
  deps: SyncDeps,
  run: Run,
  { resource, port }: { resource: SynchronisedResource; port: SystemPort },
) {
  const row = run.cursors.find((each) => each.resource === resource)
  let cursor = cursorOf(row)
  const isResumed = cursor.page > 1 || cursor.newest !== null
  let counts =
    isResumed && row
      ? { read: row.read, written: row.written, held: row.held }
      : { read: 0, written: 0, held: 0 }
  return {
    isDue: () => isToRead(resource, row, deps.clock.now()),
    /** Reads one page and stores it along with how far it was; answers whether it was the last. */
    async next(): Promise<boolean> {
      const from = bookedFrom(deps.clock.now())
      const page = await askPage(port, resource, {
        since: cursor.since,
        page: cursor.page,
        from,
        zone: run.zone,
      })
      return inRun(deps, run, async (scope, system) => {
        const { written, held } = await page.apply(scope, system)
        const after = nextCursor(cursor, { ...page, hasChanged: written > 0 })
        const added = {
          read: counts.read + page.stamps.length,
          written: counts.written + written,
          held: counts.held + held,
        }
        const completedAt = after.isDone ? scope.now : (row?.completedAt ?? null)
        await saveCursor(scope, run.system.id, { resource, cursor: after.cursor, counts: added, completedAt })
        cursor = after.cursor
        counts = added
        return after.isDone
      })
    },
  }
}

const waiting_slice = 100

/** Brings to the board what waited, slice by slice, as far as it waits no longer. */
async function applyAllWaiting(deps: SyncDeps, run: Run): Promise<void> {
  for (let after: string | null = ''; after !== null;) {
    const from: string = after
    after = await inRun(deps, run, async (scope, system) => {
      const waiting = await listWaiting(scope, system.id, { after: from, limit: waiting_slice })
      await applyWaiting(scope, system, waiting)
      return waiting.length < waiting_slice ? null : waiting.at(-1)!.externalId
    })
  }
}

async function endRun(
  scope: JobScope,
  system: SystemRow,
  { isComplete }: { isComplete: boolean },
): Promise<void> {
  const nextRunAt = new Date(scope.now.getTime() + minute_ms)
  const ended = { runId: null, runUntil: null, nextRunAt, problem: null, failures: 0 }
  await updateSystem(scope, system.id, isComplete ? { ...ended, lastRunAt: scope.now } : ended)
}

/** Whoever renews the access at this moment is done in a few seconds. */
const busy_seconds = 10

/** Gives the connection back for a moment; nothing is wrong with it. */
const postponeRun = ({ runJob }: SyncDeps, run: Run): Promise<void> =>
  runJob(run.clinicId, async (scope) => {
    const system = await lockSystem(scope, run.system.id)
    if (system?.runId !== run.runId) return
    const nextRunAt = new Date(scope.now.getTime() + busy_seconds * 1000)
    await updateSystem(scope, system.id, { runId: null, runUntil: null, nextRunAt })
  })

/** Writes down why a run came to nothing, and when the next one may try; null where somebody has to act first. */
async function failRun({ runJob }: SyncDeps, run: Run, error: PracticeSystemError): Promise<void> {
  await runJob(run.clinicId, async (scope, note) => {
    const system = await lockSystem(scope, run.system.id)
    if (system?.runId !== run.runId) return
    const { problem, retryAfterSeconds } = error
    const pause_ms = retryAfterSeconds
      ? retryAfterSeconds * 1000
      : backoff_minutes[Math.min(system.failures, backoff_minutes.length - 1)]! * minute_ms
    // Only where it is renewed is it said that access has ended: one that is rejected otherwise is tried again.
    const isFinal =
      finalProblems.includes(problem) && !(problem === 'key-rejected' && system.credential === 'grant')
    await updateSystem(scope, system.id, {
      ...{ runId: null, runUntil: null, problem, failures: system.failures + 1 },
      ...(problem === 'other-account' ? { accountConfirmedAt: null } : {}),
      nextRunAt: isFinal ? null : new Date(scope.now.getTime() + pause_ms),
    })
    if (problem !== system.problem)
      note({ action: 'practice_system.failed', subject: system.id, details: { problem } })
  })
}

const rows_per_sweep_max = 500

/** Enqueues what is due: runs every minute, and what waits for its next try. */
export const sweepPracticeSystems = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const due of await findDueSystems(scope, rows_per_sweep_max))
      scope.enqueue('practice-systems.synchronise', due)
    for (const due of await findDueDeliveries(scope, rows_per_sweep_max))
      scope.enqueue('practice-systems.deliver', due)
  })
