import type { AppointmentDetails } from '../../../contract/appointments.ts'
import { isAppointmentDateUnlikely } from '../../../contract/calendar-day.ts'
import { contract } from '../../../contract/index.ts'
import { dayAt, instantOf } from '../../platform/zoned-time.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { addendaOf, findConsent } from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { findClinician } from '../staff/index.ts'
import { findTemplateWithVersion } from '../templates/index.ts'
import { isUpcoming, statusAfter, type AppointmentTransition } from './appointment-rules.ts'
import { preparationHandlers, type PreparationDeps } from './appointment-preparation-handlers.ts'
import { startTreatment, undoStart } from './appointment-start.ts'
import {
  changeAppointment,
  setChosenConsents,
  chosenConsents,
  insertAppointment,
  lockAppointment,
  type AppointmentRow,
  type Booking,
} from './appointment-store.ts'
import { appointmentView, assessAppointments, dayView } from './appointment-view.ts'
import { teethToCheck } from './appointment-readiness-rules.ts'

/** What the details name, each of this clinic, as it is kept; or what is not there. */
async function resolveBooking(scope: ClinicScope, details: AppointmentDetails, before?: AppointmentRow) {
  const { day, time, consentIds, farDayConfirmed, ...booked } = details
  const patient = await findPatient(scope, booked.patientId)
  if (!patient) return 'patient-not-found'
  if (patient.status !== 'active') return 'patient-archived'
  if (!(await findClinician(scope, booked.clinicianId))) return 'clinician-not-found'
  for (const { templateId } of booked.treatments)
    if (!(await findTemplateWithVersion(scope, templateId))) return 'template-not-found'
  for (const id of consentIds ?? [])
    if ((await findConsent(scope, id))?.patientId !== patient.id) return 'consent-not-found'
  const zone = await timeZoneOf(scope)
  const startsAt = instantOf({ day, time }, zone)
  if (!startsAt) return 'no-such-time'
  const isMoved = before === undefined || dayAt(before.startsAt, zone) !== day
  if (isMoved && !farDayConfirmed && isAppointmentDateUnlikely(day, dayAt(scope.now, zone))) return 'far-day'
  return { ...booked, startsAt, consentsChosen: consentIds !== null } satisfies Booking
}

const doneResult = async (scope: ClinicScope, appointmentId: string) => ({
  answer: (await appointmentView(scope, appointmentId))!,
  subject: appointmentId,
})

/** Moves an appointment on; refused where its state does not allow the move. */
async function transitionAppointment(
  scope: ClinicScope,
  appointmentId: string,
  move: AppointmentTransition,
  set: Partial<AppointmentRow> = {},
) {
  const appointment = await lockAppointment(scope, appointmentId)
  if (!appointment) return refuse('not-found')
  const status = statusAfter(appointment.status, move)
  if (!status) return refuse('wrong-state')
  await changeAppointment(scope, appointment, { ...set, status })
  return doneResult(scope, appointmentId)
}

export type AppointmentDeps = PreparationDeps & {
  /** Keeps which treatments were carried out, and what follows them; injected, since that stands below. */
  recordTreatmentsDone(
    scope: ClinicScope,
    finished: { appointmentId: string; consentIds: string[]; templateIds: string[] },
  ): Promise<void>
}

/** Ends an appointment and says what was carried out in it. */
async function finishAppointment(
  scope: ClinicScope,
  appointmentId: string,
  { recordTreatmentsDone }: Pick<AppointmentDeps, 'recordTreatmentsDone'>,
) {
  const answer = await transitionAppointment(scope, appointmentId, 'finish')
  if (!('subject' in answer)) return answer
  const { treatments, patientId } = (await lockAppointment(scope, appointmentId))!
  const chosen = (await chosenConsents(scope, [appointmentId])).get(appointmentId) ?? []
  const addenda = await addendaOf(scope, { patientIds: [patientId], parentIds: chosen })
  const consentIds = [...chosen, ...addenda.map(({ id }) => id)]
  const templateIds = treatments.map(({ templateId }) => templateId)
  await recordTreatmentsDone(scope, { appointmentId, consentIds, templateIds })
  return answer
}

/** The operations of `contract/appointments.ts`. */
export const appointmentHandlers = (deps: AppointmentDeps) => ({
  ...preparationHandlers(deps),

  day: handle(contract.appointments.day, async (scope, { day, clinician }) => ({
    answer: await dayView(scope, { day, clinician }),
  })),

  get: handle(contract.appointments.get, async (scope, { appointmentId }) => {
    const answer = await appointmentView(scope, appointmentId)
    return answer ? { answer } : refuse('not-found')
  }),

  create: handle(contract.appointments.create, async (scope, input) => {
    const booking = await resolveBooking(scope, input)
    if (typeof booking === 'string') return refuse(booking)
    const { id } = await insertAppointment(scope, booking)
    await setChosenConsents(scope, id, input.consentIds ?? [])
    return doneResult(scope, id)
  }),

  update: handle(contract.appointments.update, async (scope, { appointmentId, version, ...input }) => {
    const appointment = await lockAppointment(scope, appointmentId)
    if (!appointment) return refuse('not-found')
    const booking = await resolveBooking(scope, input, appointment)
    if (typeof booking === 'string') return refuse(booking)
    if (appointment.version !== version) return refuse('stale-version')
    if (!isUpcoming(appointment.status)) return refuse('wrong-state')
    // Whoever checked tooth and side did so for this patient and these teeth.
    const isSame = appointment.patientId === booking.patientId
    await changeAppointment(scope, appointment, { ...booking, ...(isSame ? {} : { siteCheck: null }) })
    await setChosenConsents(scope, appointmentId, input.consentIds ?? [])
    return { ...(await doneResult(scope, appointmentId)), before: appointment }
  }),

  copy: handle(contract.appointments.copy, async (scope, { appointmentId, day, time, farDayConfirmed }) => {
    const source = await lockAppointment(scope, appointmentId)
    if (!source) return refuse('not-found')
    const { patientId, clinicianId, minutes, room, reason, needsConsent, treatments } = source
    const chosen = (await chosenConsents(scope, [appointmentId])).get(appointmentId) ?? []
    const consentIds = source.consentsChosen ? chosen : null
    const booking = await resolveBooking(scope, {
      ...{ patientId, clinicianId, minutes, room, reason, needsConsent, treatments, day, time, consentIds },
      farDayConfirmed,
    })
    if (typeof booking === 'string') return refuse(booking)
    const { id } = await insertAppointment(scope, booking)
    await setChosenConsents(scope, id, consentIds ?? [])
    return doneResult(scope, id)
  }),

  arrive: handle(contract.appointments.arrive, (scope, { appointmentId }) =>
    transitionAppointment(scope, appointmentId, 'arrive', { arrivedAt: scope.now }),
  ),

  cancel: handle(contract.appointments.cancel, (scope, { appointmentId, notAttended }) =>
    transitionAppointment(scope, appointmentId, notAttended ? 'miss' : 'cancel'),
  ),

  restore: handle(contract.appointments.restore, (scope, { appointmentId }) =>
    transitionAppointment(scope, appointmentId, 'restore', { arrivedAt: null }),
  ),

  checkSite: handle(contract.appointments.checkSite, async (scope, { appointmentId, teeth }) => {
    const appointment = await lockAppointment(scope, appointmentId)
    if (!appointment) return refuse('not-found')
    if (!isUpcoming(appointment.status)) return refuse('wrong-state')
    if (appointment.clinicianId === scope.staffId) return refuse('own-check')
    const { facts, consents } = (await assessAppointments(scope, [appointment])).get(appointmentId)!
    const planned = teethToCheck(facts, consents)
    if (planned.toSorted().join() !== teeth.toSorted().join()) return refuse('other-teeth')
    const { staffId, actor, now } = scope
    const siteCheck = { staffId, name: actor.name, at: now.toISOString(), teeth }
    await changeAppointment(scope, appointment, { siteCheck })
    return doneResult(scope, appointmentId)
  }),

  start: handle(contract.appointments.start, async (scope, { appointmentId, override, note }) => {
    const started = await startTreatment(scope, appointmentId, { reason: override?.reason ?? null, note })
    if ('refusal' in started) return refuse(started.refusal, started.details)
    return { ...(await doneResult(scope, appointmentId)), details: started.details }
  }),

  undoStart: handle(contract.appointments.undoStart, async (scope, { appointmentId }) => {
    const undone = await undoStart(scope, appointmentId)
    return undone === 'done' ? doneResult(scope, appointmentId) : refuse(undone)
  }),

  finish: handle(contract.appointments.finish, (scope, { appointmentId }) =>
    finishAppointment(scope, appointmentId, deps),
  ),
})
