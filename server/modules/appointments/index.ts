export { appointmentHandlers } from './appointment-handlers.ts'
export { assessAppointment, sweepAppointments } from './appointment-jobs.ts'
