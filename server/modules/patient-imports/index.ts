export { patientImportEndpoints, patientImportHandlers } from './patient-import-handlers.ts'
export { forgetImport, sweepImports, workOnImport } from './patient-import-jobs.ts'
