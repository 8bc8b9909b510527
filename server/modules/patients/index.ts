export { patientHandlers } from './patient-handlers.ts'
export { patientName, searchTextOf } from './patient-rules.ts'
export { findPatient, type PatientRow } from './patient-store.ts'
