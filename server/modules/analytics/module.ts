import type { OpenModule } from '../../module.ts'
import { analyticsFileHandlers, analyticsHandlers } from './analytics-handlers.ts'
import { analyticsJobs, updatePlatformTotals, sweepUncounted } from './analytics-jobs.ts'
import { clinicFigureFileHandlers, clinicFigureHandlers } from './figure-handlers.ts'

/** Figures, kept as they change. */
export const analytics: OpenModule = ({ runJob, runPlatformJob, runSweep, typesetter }) => ({
  handlers: { analytics: analyticsHandlers, clinicFigures: clinicFigureHandlers },
  files: [...analyticsFileHandlers, ...clinicFigureFileHandlers({ typesetter })],
  jobs: analyticsJobs(runJob),
  // All of a practice is added up.
  jobSeconds: { 'analytics.recount': 1800 },
  // Whatever changed of it, it may count as something else now.
  subscribes: { 'consent.changed': ['analytics.count'] },
  sweeps: {
    'analytics.uncounted': { seconds: 3600, run: () => sweepUncounted(runSweep) },
    'analytics.totals': { seconds: 15, run: () => updatePlatformTotals(runPlatformJob) },
  },
})
