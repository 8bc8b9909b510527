export { importVocabulary } from './patient-import-columns.ts'
export { readRow, type ReadRow } from './patient-import-reading.ts'
export { nearAmong, nearRowsBefore, nearRowText, patientsAlike } from './patient-import-rules.ts'
