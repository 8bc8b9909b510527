export { patientHandlers } from './patient-handlers.ts'
export type { MergePart } from './patient-merge-rules.ts'
export { contactEmail, contactEnded, isInForce, mayContact, patientName } from './patient-rules.ts'
export { birthDateOf, findPatient } from './patient-store.ts'
