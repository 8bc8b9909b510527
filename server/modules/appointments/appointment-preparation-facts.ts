import type { ClinicScope } from '../../platform/database/transaction.ts'
import { patientsById, type PatientRow } from '../patients/index.ts'
import { findClinician } from '../staff/index.ts'
import { findTemplateWithVersion } from '../templates/index.ts'
import { skipReason } from './appointment-preparation-rules.ts'
import { standingConsent, type ConsentFacts } from './appointment-readiness-rules.ts'
import { isUpcoming } from './appointment-rules.ts'
import { appointmentsOfDay, type BookedAppointment } from './appointment-store.ts'
import { assessAppointments, type AssessedAppointment } from './appointment-view.ts'

export type TemplateForDraft = NonNullable<Awaited<ReturnType<typeof findTemplateWithVersion>>>

/** Whose consents are prepared: those of a day, of one clinician where they are named. */
export type PreparedDay = { day: string; clinicianId?: string | undefined }

/** An appointment of the day with the consent it has, or whether one is made for it. */
export type PreparedAppointment = Pick<BookedAppointment, 'appointment' | 'clinician'> &
  Pick<AssessedAppointment, 'facts'> & {
    patient: PatientRow
    standing: ConsentFacts | undefined
    /** Why none is made, in words; null where one is. */
    skipReason: string | null
  }

/** The appointments of a day that are still to come, by time. */
export async function upcomingOfDay(
  scope: ClinicScope,
  { day, clinicianId }: PreparedDay,
): Promise<BookedAppointment[]> {
  const booked = await appointmentsOfDay(scope, day)
  return booked.filter(
    ({ appointment: { status }, clinician }) =>
      isUpcoming(status) && (clinicianId === undefined || clinician.id === clinicianId),
  )
}

const unique = (ids: readonly string[]): string[] => [...new Set(ids)]

async function foundById<T>(
  ids: readonly string[],
  find: (id: string) => Promise<T | undefined>,
): Promise<Map<string, T>> {
  // Asked together, they are sent together.
  const found = await Promise.all(unique(ids).map(async (id) => [id, await find(id)] as const))
  return new Map(found.flatMap(([id, one]) => (one === undefined ? [] : [[id, one] as const])))
}

/** A day as preparing its consents sees it, and the templates that its treatments are made out of. */
export async function gatherPreparedDay(
  scope: ClinicScope,
  asked: PreparedDay,
): Promise<{ rows: PreparedAppointment[]; templates: Map<string, TemplateForDraft> }> {
  const booked = await upcomingOfDay(scope, asked)
  const appointments = booked.map(({ appointment }) => appointment)
  const planned = appointments.flatMap(({ treatments }) => treatments)
  const [assessed, patients, templates, clinicians] = await Promise.all([
    assessAppointments(scope, appointments),
    patientsById(scope, unique(appointments.map(({ patientId }) => patientId))),
    foundById(
      planned.map(({ templateId }) => templateId),
      (id) => findTemplateWithVersion(scope, id),
    ),
    foundById(
      booked.map(({ clinician }) => clinician.id),
      (id) => findClinician(scope, id),
    ),
  ])
  const patientById = new Map(patients.map((patient) => [patient.id, patient]))
  const rows = booked.map(({ appointment, clinician }) => {
    const { facts, consents, isChoiceNeeded } = assessed.get(appointment.id)!
    const patient = patientById.get(appointment.patientId)!
    const isClinicianThere = clinicians.has(clinician.id)
    const { reason } = appointment
    return {
      ...{ appointment, clinician, facts, patient },
      standing: standingConsent(consents),
      skipReason: skipReason({
        ...{ ...facts, reason, templates, patient, isClinicianThere, consents, isChoiceNeeded },
      }),
    }
  })
  return { rows, templates }
}
