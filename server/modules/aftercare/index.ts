export { recordAppointmentTreatments } from './treatment-done.ts'
export { treatmentsDoneOn } from './aftercare-store.ts'
