import { import_draft_hours, import_undo_days } from '../../../contract/limits.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { importSlice } from './patient-import-writing.ts'
import {
  changeImport,
  countOpen,
  countResults,
  countToUndo,
  deleteImport,
  forgettableImports,
  eraseRowContents,
  lockImport,
  openRows,
  rowsToUndo,
  stoppedImports,
  type ImportRecord,
} from './patient-import-store.ts'
import { undoSlice } from './patient-import-undoing.ts'

const hour_ms = 60 * minute_ms
/** Few enough that nobody who opens one of these patients waits long for its lock. */
const rows_per_slice = 200
/** Then the job makes way for others and goes on as a new one. */
const slices_per_job = 10
const stopped_minutes = 5
const imports_per_sweep_max = 100

type AddJobNote = (entry: JobAuditEntry) => void

/**
 * Imports, or undoes, some slices of a file: each in a transaction of its own that settles its rows, so that after a
 * crash the next run goes on with those that are left.
 */
export async function workOnImport(runJob: RunJob, { clinicId, importId }: JobData): Promise<void> {
  for (let slice = 1; slice <= slices_per_job; slice++) {
    const isLast = slice === slices_per_job
    const goesOn = await runJob(clinicId!, (scope, note) =>
      workOnSlice(scope, note, { importId: importId!, isLast }),
    )
    if (!goesOn) return
  }
}

/** Answers whether there is more to do. */
async function workOnSlice(
  scope: JobScope,
  note: AddJobNote,
  { importId, isLast }: { importId: string; isLast: boolean },
): Promise<boolean> {
  const found = await lockImport(scope, importId)
  if (found?.status !== 'running' && found?.status !== 'undoing') return false
  const remaining = await (found.status === 'running'
    ? importNextSlice(scope, found)
    : undoNextSlice(scope, found))
  const results = await countResults(scope, found.id)
  const finished = remaining === 0 ? finishedFrom(found, scope.now) : {}
  await changeImport(scope, found.id, { remaining, results, ...finished })
  if (remaining === 0) {
    const action = found.status === 'running' ? 'patient_import.finished' : 'patient_import.undone'
    note({ action, subject: found.id, details: results })
  } else if (isLast) scope.enqueue('patient-imports.work', { clinicId: scope.clinicId, importId })
  return remaining > 0
}

const finishedFrom = ({ status }: ImportRecord, now: Date) =>
  status === 'running' ? { status: 'done' as const, finishedAt: now } : { status: 'undone' as const }

async function importNextSlice(scope: JobScope, record: ImportRecord): Promise<number> {
  await importSlice(scope, record, await openRows(scope, record.id, rows_per_slice))
  return countOpen(scope, record.id)
}

async function undoNextSlice(scope: JobScope, record: ImportRecord): Promise<number> {
  await undoSlice(scope, await rowsToUndo(scope, record.id, rows_per_slice))
  return countToUndo(scope, record.id)
}

/** Goes on with imports that stopped, and forgets files whose time is over. */
export const sweepImports = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    for (const { clinicId, id } of await stoppedImports(
      scope,
      ago(stopped_minutes * minute_ms),
      imports_per_sweep_max,
    ))
      scope.enqueue('patient-imports.work', { clinicId, importId: id })
    const before = { drafts: ago(import_draft_hours * hour_ms), finished: ago(import_undo_days * day_ms) }
    for (const { clinicId, id } of await forgettableImports(scope, before, imports_per_sweep_max))
      scope.enqueue('patient-imports.forget', { clinicId, importId: id })
  })

/** Forgets a file: all of one that was never imported, what the others said and changed. */
export const forgetImport = (runJob: RunJob, { clinicId, importId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const found = await lockImport(scope, importId!)
    if (!found || found.forgottenAt || !isExpired(found, scope.now)) return
    if (found.finishedAt) {
      await eraseRowContents(scope, found.id)
      const columns = found.columns.map((column) => ({ ...column, samples: [] }))
      const nothing = { firstRow: null, repair: null, columns }
      await changeImport(scope, found.id, { ...nothing, forgottenAt: scope.now })
    } else await deleteImport(scope, found.id)
    note({ action: 'patient_import.forgotten', subject: found.id, details: {} })
  })

/** Whether its time is over, or somebody has done something with it since the sweep. */
function isExpired({ status, finishedAt, movedAt }: ImportRecord, now: Date): boolean {
  if (status === 'draft' || status === 'checked')
    return now.getTime() - movedAt.getTime() > import_draft_hours * hour_ms
  const isIdle = status === 'done' || status === 'undone'
  return isIdle && finishedAt !== null && now.getTime() - finishedAt.getTime() > import_undo_days * day_ms
}
