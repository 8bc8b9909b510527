export { appointmentHandlers } from './appointment-handlers.ts'
export { appointmentMergePart } from './appointment-merge-store.ts'
export { assessAppointment, sweepAppointments } from './appointment-jobs.ts'
