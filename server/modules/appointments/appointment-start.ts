import { hasPermission } from '../../../contract/permissions.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { timeZoneOf } from '../clinics/index.ts'
import {
  addendaOf,
  lockConsent,
  reassessChanges,
  recordTreatmentStart,
  undoTreatmentStart,
  type ConsentRecord,
} from '../consents/index.ts'
import { statusAfter, statusBeforeStart, undoableUntil } from './appointment-rules.ts'
import {
  changeAppointment,
  chosenConsents,
  setChosenConsents,
  lockAppointment,
  type AppointmentRow,
} from './appointment-store.ts'
import { assessAppointments, type AssessedAppointment } from './appointment-view.ts'
import { isRefusedByPatient, readinessOf } from './appointment-readiness-rules.ts'

type StartRefusal =
  'not-found' | 'wrong-state' | 'not-ready' | 'note-required' | 'override-not-allowed' | 'patient-refused'
type StartResult =
  { details: Record<string, unknown> } | { refusal: StartRefusal; details: Record<string, unknown> }

const refuseStart = (refusal: StartRefusal, details: Record<string, unknown> = {}): StartResult => ({
  refusal,
  details,
})

/** A form that its patient has: what nobody was given has no treatment that begins on it. */
const isGiven = ({ status }: Pick<ConsentRecord, 'status'>): boolean =>
  status !== 'draft' && status !== 'approved'

/** What whoever starts says of what is missing: a reason to go ahead in spite of it, or a note of what was advised. */
type StartStatement = { reason: string | null; note: string | undefined }

/**
 * Locks the consents of an appointment in the order of their ids and looks at them afresh: a withdrawal comes wholly
 * before this or wholly after. Null where others fit meanwhile.
 */
async function lockConsents(
  scope: ClinicScope,
  appointment: AppointmentRow,
): Promise<AssessedAppointment | null> {
  const idsOf = ({ consents }: AssessedAppointment) => consents.map(({ id }) => id).toSorted()
  const before = (await assessAppointments(scope, [appointment])).get(appointment.id)!
  for (const id of idsOf(before)) await reassessChanges(scope, (await lockConsent(scope, id))!)
  const now = (await assessAppointments(scope, [appointment])).get(appointment.id)!
  return idsOf(before).join() === idsOf(now).join() ? now : null
}

/**
 * Starts the treatment of an appointment: with all that is asked for; with a note where what is open is advice; where
 * treatment must not begin, with the reason of somebody who may override that. What a patient said no to is never
 * started.
 */
export async function startTreatment(
  scope: ClinicScope,
  appointmentId: string,
  { reason, note }: StartStatement,
): Promise<StartResult> {
  const appointment = await lockAppointment(scope, appointmentId)
  if (!appointment) return refuseStart('not-found')
  const status = statusAfter(appointment.status, 'start')
  if (!status) return refuseStart('wrong-state')
  const assessed = await lockConsents(scope, appointment)
  if (!assessed) return refuseStart('wrong-state')
  const { facts, consents } = assessed
  const { light, conditions } = readinessOf(facts, consents, { at: scope.now, zone: await timeZoneOf(scope) })
  const missing = conditions.filter(({ state }) => state === 'missing')
  if (facts.needsConsent && isRefusedByPatient(facts, consents))
    return refuseStart('patient-refused', { missing })
  const isStopped = light === 'not-ready'
  if (isStopped && reason === null) return refuseStart('not-ready', { missing })
  if (isStopped && !hasPermission(scope.holder, 'overrideConsents'))
    return refuseStart('override-not-allowed')
  const noted = light === 'attention' ? (note ?? reason) : undefined
  if (noted === null) return refuseStart('note-required', { missing })
  const overrideReason = isStopped ? reason : null
  const names = missing.map(({ name }) => name)
  for (const { id } of consents.filter(isGiven))
    await recordTreatmentStart(scope, id, { missing: names, overrideReason, note: noted })
  await changeAppointment(scope, appointment, { status, startedAt: scope.now, overrideReason })
  await setChosenConsents(
    scope,
    appointmentId,
    consents.map(({ id }) => id),
  )
  return { details: { override: overrideReason !== null, missing: names, noted: noted !== undefined } }
}

type UndoResult = 'done' | 'not-found' | 'wrong-state' | 'undo-expired' | 'plan-changed'

/**
 * Takes back that treatment was started by mistake, within its minute: the appointment waits as before, and so do the
 * consents that began with it. Their chains name the start and that it was undone.
 */
export async function undoStart(scope: ClinicScope, appointmentId: string): Promise<UndoResult> {
  const appointment = await lockAppointment(scope, appointmentId)
  if (!appointment) return 'not-found'
  const { patientId, startedAt, consentsChosen } = appointment
  const until = undoableUntil(appointment)
  if (!startedAt || !until) return 'wrong-state'
  if (until < scope.now) return 'undo-expired'
  const parentIds = (await chosenConsents(scope, [appointmentId])).get(appointmentId) ?? []
  const locked: ConsentRecord[] = []
  for (const id of parentIds.toSorted()) locked.push((await lockConsent(scope, id))!)
  const addenda = await addendaOf(scope, { patientIds: [patientId], parentIds })
  if (addenda.some(({ createdAt }) => createdAt >= startedAt)) return 'plan-changed'
  for (const { id } of locked.filter(isGiven)) await undoTreatmentStart(scope, id, startedAt)
  await changeAppointment(scope, appointment, {
    status: statusBeforeStart(appointment),
    startedAt: null,
    overrideReason: null,
  })
  if (!consentsChosen) await setChosenConsents(scope, appointmentId, [])
  return 'done'
}
