import { isDeepStrictEqual } from 'node:util'
import type { Appointment, AppointmentDetails, PlannedTreatment } from '../../../contract/appointments.ts'
import { contract } from '../../../contract/index.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { appointmentsOfDay } from '../appointments/index.ts'
import { resolveClinician } from './program-clinicians.ts'
import { resolvePatient } from './program-patients.ts'
import { actingScope } from './program-scope.ts'
import {
  findExternalAppointment,
  findKeyCreator,
  linkAppointment,
  lockMatching,
  noteTreatmentCodes,
} from './program-store.ts'
import { resolveTreatments } from './program-treatments.ts'

const { saveAppointment, cancelAppointment } = contract.programs

type Outcome = 'created' | 'updated' | 'unchanged' | 'cancelled'

function doneResult(
  identifier: string,
  outcome: Outcome,
  { id, status, patient, clinician, day, time, minutes }: Appointment,
  unmappedCodes: string[] = [],
) {
  return {
    answer: {
      ...{ identifier, outcome, status, day, time, minutes, unmappedCodes },
      ...{ appointmentId: id, patientId: patient.id, clinicianId: clinician.id },
    },
    subject: id,
    details: { identifier, outcome },
    ...(outcome === 'unchanged' && { as: 'nothing' as const }),
  }
}

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

/** The operations on appointments of `contract/programs.ts`. */
export function appointmentProgramHandlers({ callOperation }: { callOperation: CallOperation }) {
  /** The appointment of an identifier; or one that stands on the board already for the same person, clinician and start. */
  async function findExisting(scope: ClinicScope, identifier: string, sent: Sent): Promise<string | null> {
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

  async function write(scope: ClinicScope, identifier: string, sent: Sent, farDayConfirmed: boolean) {
    const existingId = await findExisting(scope, identifier, sent)
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

  return {
    saveAppointment: handle(saveAppointment, async (program, input) => {
      const { identifier, treatments: named, farDayConfirmed, ...given } = input
      const scope = actingScope(program, await findKeyCreator(program))
      await lockMatching(scope)
      const patient = await resolvePatient(scope, given)
      if (typeof patient === 'string') return refuse(patient)
      const clinician = await resolveClinician(scope, given)
      if (typeof clinician === 'string') return refuse(clinician)
      const found = await resolveTreatments(scope, named)
      if ('refusal' in found) return refuse(found.refusal)
      const { resolved, unmapped } = found
      await noteTreatmentCodes(
        scope,
        unmapped.map((code) => ({ code, label: named.find((each) => each.code === code)?.label ?? '' })),
      )
      const { day, time, minutes, room, reason, needsConsent } = given
      const treatments = resolved.map(({ treatment: { teeth, area, pricePence }, templateId }) => ({
        ...{ templateId, teeth, area, pricePence },
      }))
      const sent = { ...patient, ...clinician, day, time, minutes, room, reason, needsConsent, treatments }
      const written = await write(scope, identifier, sent, farDayConfirmed)
      if (written instanceof Refusal) return written
      return doneResult(identifier, written.outcome, written.answer, unmapped)
    }),

    cancelAppointment: handle(cancelAppointment, async (program, { identifier, notAttended }) => {
      const scope = actingScope(program, await findKeyCreator(program))
      const appointmentId = await findExternalAppointment(scope, identifier)
      if (appointmentId === null) return refuse('not-found')
      const before = await callOperation(contract.appointments.get, scope, { appointmentId })
      if (before instanceof Refusal) return before
      if (before.answer.status === (notAttended ? 'not-attended' : 'cancelled'))
        return doneResult(identifier, 'unchanged', before.answer)
      const after = await callOperation(contract.appointments.cancel, scope, { appointmentId, notAttended })
      return after instanceof Refusal ? after : doneResult(identifier, 'cancelled', after.answer)
    }),
  }
}
