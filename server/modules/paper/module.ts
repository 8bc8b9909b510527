import type { OpenModule } from '../../module.ts'
import { paperHandlers, scanFileHandlers } from './paper-handlers.ts'
import { storeScanFiles } from './paper-jobs.ts'

/** Consents on paper: their scans. */
export const paper: OpenModule = ({ runJob, files }) => ({
  handlers: { paper: paperHandlers },
  files: scanFileHandlers(files),
  jobs: { 'paper.keep-scans': (data) => storeScanFiles({ runJob, files }, data) },
})
