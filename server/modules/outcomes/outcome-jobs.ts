import type { JobScope } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { replaceOwnFigures } from '../own-figures/index.ts'
import { casesBetween, clinicsToCountOutcomes } from './outcome-count-store.ts'
import { countOutcomes, countedWindow } from './outcome-rules.ts'

/** Counts what came of the treatments of a practice. Run twice, it counts the same. */
async function recountOutcomes(scope: JobScope): Promise<void> {
  const window = countedWindow(scope.now)
  await replaceOwnFigures(scope, countOutcomes(await casesBetween(scope, window)), window.until)
}

/** The work behind the practice's own figures. */
export const outcomeJobs = (runJob: RunJob): Queues => ({
  'outcomes.count': ({ clinicId }) => runJob(clinicId!, recountOutcomes),
})

/** Has practices counted that record outcomes and were not counted for a day: treatments grow old enough, and too old. */
export const sweepUncountedOutcomes = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const clinicId of await clinicsToCountOutcomes(scope)) scope.enqueue('outcomes.count', { clinicId })
  })
