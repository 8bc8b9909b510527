export { channelsOf, reachOf } from './patient-contact.ts'
export { patientHandlers } from './patient-handlers.ts'
export { contactEmail, patientName } from './patient-rules.ts'
export { birthDateOf, findPatient } from './patient-store.ts'
