export { directoryHandlers } from './directory-handlers.ts'
export { directoryJobs } from './directory-jobs.ts'
export { clinicStatusComposer } from './clinic-status-composer.ts'
