export { appointmentMerge } from './appointment-merge-store.ts'
export { nextAppointmentOf } from './appointment-reminders.ts'
export { isUpcoming } from './appointment-rules.ts'
export {
  appointmentsOfDay,
  changeAppointment,
  insertAppointment,
  lockAppointment,
  removeAppointment,
  type BookedAppointment,
} from './appointment-store.ts'
