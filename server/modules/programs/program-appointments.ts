import { isDeepStrictEqual } from 'node:util'
import type { Appointment, AppointmentDetails, PlannedTreatment } from '../../../contract/appointments.ts'
import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { appointmentsOfDay } from '../appointments/index.ts'
import { resolveClinician } from './program-clinicians.ts'
import { resolvePatient } from './program-patients.ts'
import { findExternalAppointment, linkAppointment, noteTreatmentCodes } from './program-store.ts'
import { resolveTreatments } from './program-treatments.ts'

type Deps = { callOperation: CallOperation }

type Optional = 'minutes' | 'room' | 'reason' | 'needsConsent'
type Sent = Pick<AppointmentDetails, 'patientId' | 'clinicianId' | 'day' | 'time' | 'treatments'> & {
  [Field in Optional]: AppointmentDetails[Field] | undefined
}

/** What stays of the treatments on the board: all where none are sent, and teeth where the same are sent without any. */
function treatmentsAfter(sent: readonly PlannedTreatment[], before: Appointment): PlannedTreatment[] {
  const here = before.treatments.map(({ templateId, teeth, area, pricePence }) => ({
    ...{ templateId, teeth, area, pricePence },
  }))
  if (sent.length === 0) return here
  const idsOf = (treatments: readonly PlannedTreatment[]) => treatments.map(({ templateId }) => templateId)
  const isPlainer = sent.every(({ teeth, area }) => teeth.length === 0 && area === null)
  return isPlainer && isDeepStrictEqual(idsOf(sent), idsOf(here)) ? here : [...sent]
}

/** An appointment as it is on the board with what was sent. Consents that somebody chose for it stay chosen. */
function detailsAfter({ treatments, ...sent }: Sent, before: Appointment) {
  const { patient, clinician, day, time, minutes, room, reason, needsConsent } = before
  const here = {
    ...{ patientId: patient.id, clinicianId: clinician.id, day, time, minutes, room, reason, needsConsent },
    treatments: treatmentsAfter([], before),
  }
  const said = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const after = { ...here, ...said, treatments: treatmentsAfter(treatments, before) }
  const consentIds = before.consentsChosen ? before.consents.map(({ id }) => id) : null
  return { after: { ...after, consentIds }, isSame: isDeepStrictEqual(after, here) }
}

/** The appointment of an identifier; or one that stands on the board already for the same person, clinician and start. */
async function findExisting(
  scope: ClinicScope,
  { callOperation }: Deps,
  identifier: string,
  sent: Sent,
): Promise<string | null> {
  const known = await findExternalAppointment(scope, identifier)
  if (known) return known
  const booked = await appointmentsOfDay(scope, sent.day)
  for (const { appointment } of booked) {
    if (appointment.patientId !== sent.patientId || appointment.clinicianId !== sent.clinicianId) continue
    const view = await callOperation(contract.appointments.get, scope, { appointmentId: appointment.id })
    if (view instanceof Refusal || view.answer.time !== sent.time) continue
    await linkAppointment(scope, identifier, appointment.id)
    return appointment.id
  }
  return null
}

async function write(
  scope: ClinicScope,
  deps: Deps,
  { identifier, sent, farDayConfirmed }: { identifier: string; sent: Sent; farDayConfirmed: boolean },
) {
  const { callOperation } = deps
  const existingId = await findExisting(scope, deps, identifier, sent)
  if (existingId === null) {
    const made = await callOperation(contract.appointments.create, scope, { ...sent, farDayConfirmed })
    if (made instanceof Refusal) return made
    await linkAppointment(scope, identifier, made.answer.id)
    return { outcome: 'created' as const, answer: made.answer }
  }
  const before = await callOperation(contract.appointments.get, scope, { appointmentId: existingId })
  if (before instanceof Refusal) return before
  const { after, isSame } = detailsAfter(sent, before.answer)
  if (isSame) return { outcome: 'unchanged' as const, answer: before.answer }
  const { version } = before.answer
  const change = { ...after, appointmentId: existingId, version, farDayConfirmed }
  const changed = await callOperation(contract.appointments.update, scope, change)
  return changed instanceof Refusal ? changed : { outcome: 'updated' as const, answer: changed.answer }
}

type NamedTreatment = Partial<Record<'templateId' | 'code' | 'templateName' | 'label', string | undefined>> &
  Omit<PlannedTreatment, 'templateId'>

/** An appointment as a program tells it: people and treatments by their names of either side. */
export type NamedAppointment = Partial<
  Record<'patientId' | 'patientIdentifier' | 'clinicianId' | 'gdcNumber', string | undefined>
> &
  Pick<Sent, 'day' | 'time'> &
  Partial<Pick<Sent, Optional>> & { treatments: NamedTreatment[] }

/** Books or changes the appointment of an identifier. Nobody else may be matched meanwhile: see `lockMatching`. */
export async function saveAppointment(
  scope: ClinicScope,
  deps: Deps,
  {
    identifier,
    named,
    farDayConfirmed,
  }: { identifier: string; named: NamedAppointment; farDayConfirmed: boolean },
) {
  const patient = await resolvePatient(scope, named)
  if (typeof patient === 'string') return refuse(patient)
  const clinician = await resolveClinician(scope, named)
  if (typeof clinician === 'string') return refuse(clinician)
  const found = await resolveTreatments(scope, named.treatments)
  if ('refusal' in found) return refuse(found.refusal)
  const { resolved, unmapped } = found
  const labelOf = (code: string) => named.treatments.find((each) => each.code === code)?.label ?? ''
  await noteTreatmentCodes(
    scope,
    unmapped.map((code) => ({ code, label: labelOf(code) })),
  )
  const { day, time, minutes, room, reason, needsConsent } = named
  const treatments = resolved.map(({ treatment: { teeth, area, pricePence }, templateId }) => ({
    ...{ templateId, teeth, area, pricePence },
  }))
  const sent = { ...patient, ...clinician, day, time, minutes, room, reason, needsConsent, treatments }
  const written = await write(scope, deps, { identifier, sent, farDayConfirmed })
  return written instanceof Refusal ? written : { ...written, unmapped }
}

/** Cancels an appointment, or says that the patient did not come; nothing happens where that is said already. */
export async function endAppointment(
  scope: ClinicScope,
  { callOperation }: Deps,
  { appointmentId, notAttended }: { appointmentId: string; notAttended: boolean },
) {
  const before = await callOperation(contract.appointments.get, scope, { appointmentId })
  if (before instanceof Refusal) return before
  if (before.answer.status === (notAttended ? 'not-attended' : 'cancelled'))
    return { outcome: 'unchanged' as const, answer: before.answer }
  const after = await callOperation(contract.appointments.cancel, scope, { appointmentId, notAttended })
  return after instanceof Refusal ? after : { outcome: 'cancelled' as const, answer: after.answer }
}
