import { import_draft_hours, import_undo_days } from '../../../contract/limits.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { isExpired } from './foreign-record-rules.ts'
import {
  changeImport,
  changeRow,
  clearPendingFile,
  countStates,
  deleteImport,
  deleteRows,
  findPendingFile,
  foreignFileName,
  forgettableImports,
  lockImport,
  recordExists,
  removeRecords,
  rowsToRemove,
  stoppedUndoing,
} from './foreign-record-store.ts'

type JobDeps = { runJob: RunJob; files: Files }

const records_per_slice = 200
/** Then the job makes way for others and goes on as a new one. */
const slices_per_job = 10
const stopped_minutes = 5
const imports_per_sweep_max = 100

/** Takes the file of a record away that is no longer there. */
async function deleteFile(
  { runJob, files }: JobDeps,
  { clinicId, recordId, sha256 }: JobData,
): Promise<void> {
  const isKept = await runJob(clinicId!, (scope) => recordExists(scope, recordId!))
  if (!isKept) await files.remove(foreignFileName({ id: recordId!, sha256: sha256! }))
}

/**
 * Gives the bytes of a record to the file store; done already, it does nothing. They stay in the database until the store
 * has them: an interrupted run has them in both and begins again.
 */
async function storeFile(deps: JobDeps, { clinicId, recordId }: JobData): Promise<void> {
  const { runJob, files } = deps
  const waiting = await runJob(clinicId!, (scope) => findPendingFile(scope, recordId!))
  if (!waiting) return
  const { sha256, bytes } = waiting
  await files.put(foreignFileName({ id: recordId!, sha256 }), bytes, clinicId!)
  await runJob(clinicId!, (scope) => clearPendingFile(scope, recordId!))
  // It may have been removed while it was on its way.
  await deleteFile(deps, { clinicId: clinicId!, recordId: recordId!, sha256 })
}

/** Undoes an import slice by slice, each in a transaction of its own, so that the next run goes on after a crash. */
async function undoImport({ runJob }: JobDeps, { clinicId, importId }: JobData): Promise<void> {
  for (let slice = 1; slice <= slices_per_job; slice++) {
    const isLast = slice === slices_per_job
    const goesOn = await runJob(clinicId!, async (scope, note) => {
      const found = await lockImport(scope, importId!)
      if (found?.status !== 'undoing') return false
      const remains = await removeSlice(scope, found.id)
      const counts = await countStates(scope, found.id)
      await changeImport(scope, found.id, { counts, ...(remains ? {} : { status: 'undone' }) })
      if (!remains) note({ action: 'foreign_import.undone', subject: found.id, details: counts })
      else if (isLast) scope.enqueue('foreign-records.undo', { clinicId: scope.clinicId, importId: found.id })
      return remains
    })
    if (!goesOn) return
  }
}

const keptReason = 'The record was opened meanwhile, or is under a legal hold.'

/** Removes some records; answers whether more are left. */
async function removeSlice(scope: JobScope, importId: string): Promise<boolean> {
  const rows = await rowsToRemove(scope, importId, records_per_slice)
  const removed = await removeRecords(
    scope,
    rows.flatMap(({ recordId }) => recordId ?? []),
  )
  const gone = new Set(removed.map(({ id }) => id))
  for (const { id, sha256 } of removed)
    scope.enqueue('foreign-records.forget-file', { clinicId: scope.clinicId, recordId: id, sha256 })
  for (const { id, recordId } of rows) {
    // A record that was destroyed with its patient is gone as well.
    const isGone = gone.has(recordId!) || !(await recordExists(scope, recordId!))
    await changeRow(
      scope,
      id,
      isGone ? { state: 'removed', reason: '' } : { state: 'kept', reason: keptReason },
    )
  }
  return rows.length === records_per_slice
}

/** Forgets a manifest: all of one that was never imported, the rows of others. */
const forgetImport = ({ runJob }: JobDeps, { clinicId, importId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const found = await lockImport(scope, importId!)
    if (!found || found.forgottenAt || !isExpired(found, scope.now)) return
    if (found.finishedAt) {
      await deleteRows(scope, found.id)
      const columns = found.columns.map((column) => ({ ...column, samples: [] }))
      await changeImport(scope, found.id, { columns, forgottenAt: scope.now })
    } else await deleteImport(scope, found.id)
    note({ action: 'foreign_import.forgotten', subject: found.id, details: {} })
  })

/** Goes on with undoing that stopped, and forgets manifests whose time is over. */
export const sweepForeignImports = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    const stopped = await stoppedUndoing(scope, ago(stopped_minutes * minute_ms), imports_per_sweep_max)
    for (const { clinicId, id } of stopped) scope.enqueue('foreign-records.undo', { clinicId, importId: id })
    const before = {
      drafts: ago(import_draft_hours * 60 * minute_ms),
      finished: ago(import_undo_days * day_ms),
    }
    for (const { clinicId, id } of await forgettableImports(scope, before, imports_per_sweep_max))
      scope.enqueue('foreign-records.forget', { clinicId, importId: id })
  })

/** The work of this module by the names of its queues. */
export const foreignRecordJobs = (deps: JobDeps): Queues => ({
  'foreign-records.store': (data) => storeFile(deps, data),
  'foreign-records.undo': (data) => undoImport(deps, data),
  'foreign-records.forget-file': (data) => deleteFile(deps, data),
  'foreign-records.forget': (data) => forgetImport(deps, data),
})
