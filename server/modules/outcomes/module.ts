import type { OpenModule } from '../../module.ts'
import { outcomeHandlers } from './outcome-handlers.ts'
import { outcomeJobs, sweepUncountedOutcomes } from './outcome-jobs.ts'

/** What came of treatments, and the practice's own figures counted from it. */
export const outcomes: OpenModule = ({ runJob, runSweep }) => ({
  handlers: { outcomes: outcomeHandlers },
  jobs: outcomeJobs(runJob),
  sweeps: { 'outcomes.uncounted': { seconds: 3600, run: () => sweepUncountedOutcomes(runSweep) } },
})
