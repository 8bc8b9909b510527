import type { OpenModule } from '../../module.ts'
import { columnSealingJob, sweepPlainColumns } from './data-key-column-jobs.ts'
import { fileSealingJobs, sweepUnsealedFiles } from './data-key-jobs.ts'

/** The keys that encrypt practices' files and columns, and the work of encrypting what was stored before there were any. */
export const dataKeys: OpenModule = (core) => ({
  jobs: {
    'data-keys.seal-files': fileSealingJobs(core),
    'data-keys.seal-columns': columnSealingJob(core),
  },
  // All files, and all rows, of a practice are read once.
  jobSeconds: { 'data-keys.seal-files': 6 * 3600, 'data-keys.seal-columns': 6 * 3600 },
  sweeps: {
    'data-keys.files': { seconds: 1800, run: () => sweepUnsealedFiles(core.runSweep) },
    'data-keys.columns': { seconds: 1800, run: () => sweepPlainColumns(core.runSweep) },
  },
})
