import type { OpenModule } from '../../module.ts'
import { fileSealingJobs, sweepUnsealedFiles } from './data-key-jobs.ts'

/** The keys that encrypt practices' files, and the work of encrypting what was stored before there were any. */
export const dataKeys: OpenModule = (core) => ({
  jobs: { 'data-keys.seal-files': fileSealingJobs(core) },
  // All files of a practice are read once.
  jobSeconds: { 'data-keys.seal-files': 6 * 3600 },
  sweeps: { 'data-keys.files': { seconds: 1800, run: () => sweepUnsealedFiles(core.runSweep) } },
})
