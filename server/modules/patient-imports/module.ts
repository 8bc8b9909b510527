import type { OpenModule } from '../../module.ts'
import { patientImportEndpoints, patientImportHandlers } from './patient-import-handlers.ts'
import { forgetImport, sweepImports, workOnImport } from './patient-import-jobs.ts'

/** Lists of patients from other systems. */
export const patientImports: OpenModule = ({ runJob, runSweep }) => ({
  handlers: { patientImports: patientImportHandlers },
  files: patientImportEndpoints,
  jobs: {
    'patient-imports.work': (data) => workOnImport(runJob, data),
    'patient-imports.forget': (data) => forgetImport(runJob, data),
  },
  sweeps: { 'patient-imports': { seconds: 300, run: () => sweepImports(runSweep) } },
})
