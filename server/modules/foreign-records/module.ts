import type { OpenModule } from '../../module.ts'
import { foreignRecordFileHandlers, foreignRecordHandlers } from './foreign-record-handlers.ts'
import { foreignRecordJobs, sweepForeignImports } from './foreign-record-jobs.ts'

/** Records that other systems made: imported, shown as what they are, and given out. */
export const foreignRecords: OpenModule = ({ runJob, runSweep, files }) => ({
  handlers: { foreignRecords: foreignRecordHandlers },
  files: foreignRecordFileHandlers(files),
  jobs: foreignRecordJobs({ runJob, files }),
  sweeps: { 'foreign-records': { seconds: 300, run: () => sweepForeignImports(runSweep) } },
})
