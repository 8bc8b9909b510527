import { day_list_undo_days, import_draft_hours } from '../../../contract/limits.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { deleteList, eraseCells, findExpiredLists, lockList, type ListRecord } from './day-list-store.ts'

const lists_per_sweep_max = 100

/** Finds the lists whose time is over and enqueues the forgetting of each. */
export const sweepDayLists = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    const ago = (ms: number) => new Date(scope.now.getTime() - ms)
    const before = { drafts: ago(import_draft_hours * hour_ms), finished: ago(day_list_undo_days * day_ms) }
    for (const { clinicId, id } of await findExpiredLists(scope, before, lists_per_sweep_max))
      scope.enqueue('day-lists.forget', { clinicId, listId: id })
  })

/** Forgets a list: all of one that was never brought in, of the others what their file said. */
export const purgeDayList = (runJob: RunJob, { clinicId, listId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope, note) => {
    const found = await lockList(scope, listId!)
    if (!found || found.forgottenAt || !isRetentionExpired(found, scope.now)) return
    if (found.finishedAt) await eraseCells(scope, found)
    else await deleteList(scope, found.id)
    note({ action: 'day_list.forgotten', subject: found.id, details: {} })
  })

/** Whether its time is over, or somebody has done something with it since the sweep. */
function isRetentionExpired({ finishedAt, movedAt }: ListRecord, now: Date): boolean {
  if (finishedAt) return now.getTime() - finishedAt.getTime() > day_list_undo_days * day_ms
  return now.getTime() - movedAt.getTime() > import_draft_hours * hour_ms
}
