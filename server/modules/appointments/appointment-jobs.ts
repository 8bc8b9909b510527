import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { lockConsent, reassessChanges } from '../consents/index.ts'
import { replanRemindersOf } from './appointment-reminders.ts'
import { isUpcoming } from './appointment-rules.ts'
import { appointmentsToAssess, lockAppointment, markAssessed } from './appointment-store.ts'
import { assessAppointments } from './appointment-view.ts'

const appointments_per_sweep_max = 500

/** Finds the appointments that come within a day and enqueues a look at the consents of each. */
export const sweepAppointments = (runSweep: RunSweep): Promise<void> =>
  runSweep(async (scope) => {
    for (const { clinicId, id } of await appointmentsToAssess(scope, appointments_per_sweep_max)) {
      scope.enqueue('appointments.assess', { clinicId, appointmentId: id })
    }
  })

/**
 * Looks at whether the consents of an appointment still stand as they were given; what has changed is said in their
 * chains. What its patient has not answered is reminded of by when the appointment is now.
 */
export const assessAppointment = (runJob: RunJob, { clinicId, appointmentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const appointment = await lockAppointment(scope, appointmentId!)
    if (!appointment) return
    await replanRemindersOf(scope, appointment.patientId)
    if (!isUpcoming(appointment.status)) return
    const { consents } = (await assessAppointments(scope, [appointment])).get(appointment.id)!
    const day = dayAt(appointment.startsAt, await timeZoneOf(scope))
    for (const id of consents.map((consent) => consent.id).toSorted()) {
      const consent = await lockConsent(scope, id)
      if (consent) await reassessChanges(scope, consent, day)
    }
    await markAssessed(scope, appointment.id)
  })
