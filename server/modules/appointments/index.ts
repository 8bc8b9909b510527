export { appointmentHandlers } from './appointment-handlers.ts'
export { appointmentMergePart } from './appointment-merge-store.ts'
export { nextAppointmentOf } from './appointment-reminders.ts'
export { assessAppointment, sweepAppointments } from './appointment-jobs.ts'
