export { recordFileHandler, recordHandlers } from './record-handlers.ts'
export { recordJobs, sweepRecordFiles } from './record-jobs.ts'
