import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { clinicsWithPendingMarks, recountPending } from './compliance-counting-store.ts'

/** So few that whoever works on one of them does not wait for it to be felt. */
const consents_per_batch_max = 500

/**
 * Looks at everything of a practice that waits, some at a time. Where somebody else does so now it leaves it to them, unless
 * it is to wait until nothing is left.
 */
export async function recountAllPending(
  runJob: RunJob,
  { clinicId }: JobData,
  waitsForLock = false,
): Promise<void> {
  let isMore = true
  while (isMore)
    isMore = await runJob(clinicId!, async (scope) =>
      recountPending(scope, { timeZone: await timeZoneOf(scope), max: consents_per_batch_max, waitsForLock }),
    )
}

/** Finds practices whose evidence list is behind its records. */
export const sweepPendingMarks = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const clinicId of await clinicsWithPendingMarks(scope))
      scope.enqueue('compliance.mark', { clinicId })
  })
