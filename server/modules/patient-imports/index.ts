export { importVocabulary } from './patient-import-columns.ts'
export { readRow, type ParsedRow } from './patient-import-reading.ts'
export { nearAmong, createNearMatchIndex, nearRowText, createPatientMatcher } from './patient-import-rules.ts'
