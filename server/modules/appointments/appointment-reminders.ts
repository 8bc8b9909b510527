import type { JobScope } from '../../platform/database/transaction.ts'
import { unansweredConsentIds } from './appointment-readiness-store.ts'
import { upcomingAppointmentsOf } from './appointment-store.ts'
import { assessAppointments } from './appointment-view.ts'

/** When the next appointment begins that a consent is about; null where there is none ahead. */
export async function nextAppointmentOf(
  scope: JobScope,
  consent: { id: string; patientId: string },
): Promise<Date | null> {
  const ahead = await upcomingAppointmentsOf(scope, consent.patientId)
  const assessed = await assessAppointments(scope, ahead)
  const isAbout = (id: string) => assessed.get(id)!.consents.some((found) => found.id === consent.id)
  return ahead.find(({ id }) => isAbout(id))?.startsAt ?? null
}

/** Reminders of what a patient has not answered are planned anew once an appointment of theirs is another one. */
export async function replanRemindersOf(scope: JobScope, patientId: string): Promise<void> {
  for (const consentId of await unansweredConsentIds(scope, patientId))
    scope.enqueue('reminders.plan', { clinicId: scope.clinicId, consentId })
}
