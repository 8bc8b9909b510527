import type { OpenModule } from '../../module.ts'
import { appointmentHandlers } from './appointment-handlers.ts'
import { assessAppointment, sweepAppointments } from './appointment-jobs.ts'

/** Who comes when, and whether their consent is ready. */
export const appointments: OpenModule = (
  { runJob, runSweep },
  { recordOfAppointment: recordTreatmentsDone, findPictures },
) => ({
  handlers: { appointments: appointmentHandlers({ recordTreatmentsDone, findPictures }) },
  jobs: { 'appointments.assess': (data) => assessAppointment(runJob, data) },
  topics: { 'appointment.changed': 'appointments' },
  sweeps: { appointments: { seconds: 300, run: () => sweepAppointments(runSweep) } },
})
