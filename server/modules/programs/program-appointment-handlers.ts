import type { Appointment } from '../../../contract/appointments.ts'
import { contract } from '../../../contract/index.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handle } from '../../platform/http/operations.ts'
import { Refusal, refuse } from '../../platform/http/refusal.ts'
import { findKeyCreator } from '../integrations/index.ts'
import { endAppointment, saveAppointment } from './program-appointments.ts'
import { actingScope } from './program-scope.ts'
import { findExternalAppointment, lockMatching } from './program-store.ts'

const { programs } = contract

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
  }
}

/** The operations on appointments of `contract/programs.ts`. */
export const appointmentProgramHandlers = (deps: { callOperation: CallOperation }) => ({
  saveAppointment: handle(programs.saveAppointment, async (program, input) => {
    const { identifier, farDayConfirmed, ...named } = input
    const scope = actingScope(program, await findKeyCreator(program))
    await lockMatching(scope)
    const saved = await saveAppointment(scope, deps, { identifier, named, farDayConfirmed })
    if (saved instanceof Refusal) return saved
    return doneResult(identifier, saved.outcome, saved.answer, saved.unmapped)
  }),

  cancelAppointment: handle(programs.cancelAppointment, async (program, { identifier, notAttended }) => {
    const scope = actingScope(program, await findKeyCreator(program))
    const appointmentId = await findExternalAppointment(scope, identifier)
    if (appointmentId === null) return refuse('not-found')
    const ended = await endAppointment(scope, deps, { appointmentId, notAttended })
    if (ended instanceof Refusal) return ended
    const done = doneResult(identifier, ended.outcome, ended.answer)
    // Nothing was cancelled twice.
    return ended.outcome === 'unchanged' ? { ...done, as: 'nothing' as const } : done
  }),
})
