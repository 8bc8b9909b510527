export { recordOfAppointment } from './treatment-done.ts'
export { doneOfConsents } from './aftercare-store.ts'
