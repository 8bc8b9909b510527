export { analyticsFileHandlers, analyticsHandlers } from './analytics-handlers.ts'
export { analyticsJobs, updatePlatformTotals, sweepUncounted } from './analytics-jobs.ts'
export { clinicFigureFileHandlers, clinicFigureHandlers } from './figure-handlers.ts'
