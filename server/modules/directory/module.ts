import type { OpenModule } from '../../module.ts'
import { directoryHandlers } from './directory-handlers.ts'
import { directoryJobs } from './directory-jobs.ts'
import { clinicStatusComposer } from './clinic-status-composer.ts'

/** All practices, for super administrators. */
export const directory: OpenModule = ({ runJob, address, contactAddress: supportEmail }) => ({
  handlers: { directory: directoryHandlers },
  jobs: directoryJobs(runJob),
  composers: {
    'access-ended': clinicStatusComposer('access-ended', { address, supportEmail }),
    'access-restored': clinicStatusComposer('access-restored', { address, supportEmail }),
  },
})
