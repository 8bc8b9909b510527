import { hasPermission } from '../../../contract/permissions.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { lockConsent, reassessChanges, recordTreatmentStart } from '../consents/index.ts'
import { statusAfter } from './appointment-rules.ts'
import {
  changeAppointment,
  setChosenConsents,
  lockAppointment,
  type AppointmentRow,
} from './appointment-store.ts'
import { assessAppointments, type AssessedAppointment } from './appointment-view.ts'
import { isRefusedByPatient, readinessOf } from './appointment-readiness-rules.ts'

type StartResult =
  | { details: Record<string, unknown> }
  | {
      refusal: 'not-found' | 'wrong-state' | 'not-ready' | 'override-not-allowed' | 'patient-refused'
      details: Record<string, unknown>
    }

const refuseStart = (
  refusal: Extract<StartResult, { refusal: string }>['refusal'],
  details: Record<string, unknown> = {},
): StartResult => ({ refusal, details })

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
 * Starts the treatment of an appointment: with all that is asked for, or with the reason of somebody who may override
 * it. What a patient said no to is never started.
 */
export async function startTreatment(
  scope: ClinicScope,
  appointmentId: string,
  reason: string | null,
): Promise<StartResult> {
  const appointment = await lockAppointment(scope, appointmentId)
  if (!appointment) return refuseStart('not-found')
  const status = statusAfter(appointment.status, 'start')
  if (!status) return refuseStart('wrong-state')
  const assessed = await lockConsents(scope, appointment)
  if (!assessed) return refuseStart('wrong-state')
  const { facts, consents } = assessed
  const { conditions } = readinessOf(facts, consents, { at: scope.now, zone: await timeZoneOf(scope) })
  const missing = conditions.filter(({ state }) => state === 'missing')
  if (facts.needsConsent && isRefusedByPatient(facts, consents))
    return refuseStart('patient-refused', { missing })
  if (missing.length > 0 && reason === null) return refuseStart('not-ready', { missing })
  if (missing.length > 0 && !hasPermission(scope.holder, 'overrideConsents'))
    return refuseStart('override-not-allowed')
  const overrideReason = missing.length > 0 ? reason : null
  const names = missing.map(({ name }) => name)
  for (const { id } of consents) await recordTreatmentStart(scope, id, { missing: names, overrideReason })
  await changeAppointment(scope, appointment, { status, startedAt: scope.now, overrideReason })
  await setChosenConsents(
    scope,
    appointmentId,
    consents.map(({ id }) => id),
  )
  return { details: { override: overrideReason !== null, missing: names } }
}
