export { importVocabulary } from './patient-import-columns.ts'
export { readRow, type ParsedRow } from './patient-import-reading.ts'
export { classifyRow, createPatientMatcher } from './patient-import-rules.ts'
export { nearAmong, createNearMatchIndex, nearRowText } from './patient-import-rules.ts'
