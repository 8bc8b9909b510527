export { appointmentMerge } from './appointment-merge-store.ts'
export { nextAppointmentOf } from './appointment-reminders.ts'
export { isUpcoming } from './appointment-rules.ts'
export {
  appointmentsOfDay,
  changeAppointment,
  findStartingAt,
  insertAppointment,
  insertAppointments,
  lockAppointment,
  lockAppointments,
  removeAppointment,
  type AppointmentRow,
  type BookedAppointment,
  type Booking,
} from './appointment-store.ts'
