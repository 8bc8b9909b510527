export { analyticsFileHandlers, analyticsHandlers } from './analytics-handlers.ts'
export { analyticsJobs, foldTotals, sweepUncounted } from './analytics-jobs.ts'
