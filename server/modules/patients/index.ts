export { patientHandlers } from './patient-handlers.ts'
export { contactEmail, patientName, searchWordsOf } from './patient-rules.ts'
export { birthDateOf, findPatient } from './patient-store.ts'
