import { holds } from '../../../contract/permissions.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { timeZoneOf } from '../clinics/index.ts'
import { lockConsent, reassess, recordStart } from '../consents/index.ts'
import { statusAfter } from './appointment-rules.ts'
import {
  changeAppointment,
  chooseConsents,
  lockAppointment,
  type AppointmentRow,
} from './appointment-store.ts'
import { assess, type Assessed } from './appointment-view.ts'
import { isRefusedByPatient, readinessOf } from './appointment-readiness-rules.ts'

type Started =
  | { details: Record<string, unknown> }
  | {
      refusal: 'not-found' | 'wrong-state' | 'not-ready' | 'override-not-allowed' | 'patient-refused'
      details: Record<string, unknown>
    }

const refused = (
  refusal: Extract<Started, { refusal: string }>['refusal'],
  details: Record<string, unknown> = {},
): Started => ({ refusal, details })

/**
 * Locks the consents of an appointment in the order of their ids and looks at them afresh: a withdrawal comes wholly
 * before this or wholly after. Null where others fit meanwhile.
 */
async function lockConsents(scope: ClinicScope, appointment: AppointmentRow): Promise<Assessed | null> {
  const idsOf = ({ consents }: Assessed) => consents.map(({ id }) => id).toSorted()
  const before = (await assess(scope, [appointment])).get(appointment.id)!
  for (const id of idsOf(before)) await reassess(scope, (await lockConsent(scope, id))!)
  const now = (await assess(scope, [appointment])).get(appointment.id)!
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
): Promise<Started> {
  const appointment = await lockAppointment(scope, appointmentId)
  if (!appointment) return refused('not-found')
  const status = statusAfter(appointment.status, 'start')
  if (!status) return refused('wrong-state')
  const assessed = await lockConsents(scope, appointment)
  if (!assessed) return refused('wrong-state')
  const { facts, consents } = assessed
  const { conditions } = readinessOf(facts, consents, { at: scope.now, zone: await timeZoneOf(scope) })
  const missing = conditions.filter(({ state }) => state === 'missing')
  if (facts.needsConsent && isRefusedByPatient(facts, consents))
    return refused('patient-refused', { missing })
  if (missing.length > 0 && reason === null) return refused('not-ready', { missing })
  if (missing.length > 0 && !holds(scope.holder, 'overrideConsents')) return refused('override-not-allowed')
  const overrideReason = missing.length > 0 ? reason : null
  const names = missing.map(({ name }) => name)
  for (const { id } of consents) await recordStart(scope, id, { missing: names, overrideReason })
  await changeAppointment(scope, appointment, { status, startedAt: scope.now, overrideReason })
  await chooseConsents(
    scope,
    appointmentId,
    consents.map(({ id }) => id),
  )
  return { details: { override: overrideReason !== null, missing: names } }
}
