export { directoryHandlers } from './directory-handlers.ts'
export { directoryJobs } from './directory-jobs.ts'
export { standingComposer } from './standing-composer.ts'
