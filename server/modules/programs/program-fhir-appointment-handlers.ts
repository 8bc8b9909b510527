import type { FhirAppointment } from '../../../contract/fhir-writes.ts'
import { files } from '../../../contract/index.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { ClinicScope, ProgramScope } from '../../platform/database/transaction.ts'
import type { CallOperation } from '../../platform/http/operation-caller.ts'
import { handleRoute, type HandledRoute } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { instantOf, localTimeAt } from '../../platform/zoned-time.ts'
import { lockAppointment } from '../appointments/index.ts'
import { timeZoneOf } from '../clinics/index.ts'
import {
  appointmentResource,
  appointmentTag,
  conditionIdentifier,
  fhirAppointmentStatus,
  findAppointmentForFhir,
  findKeyCreator,
  ownIdentifierOf,
  versionNamed,
} from '../integrations/index.ts'
import { endAppointment, saveAppointment } from './program-appointments.ts'
import { appointmentNamed, endingOf } from './program-fhir-appointment-rules.ts'
import { actingScope } from './program-scope.ts'
import { findExternalAppointment, lockMatching } from './program-store.ts'

const { createAppointment, updateAppointment } = files.fhirWrites

type Deps = { callOperation: CallOperation; address: string }
type Outcome = 'created' | 'updated' | 'unchanged' | 'cancelled'

/** Appointments as FHIR writes them: by the same rules as `/api/v1/appointments`. */
export function fhirAppointmentHandlers(deps: Deps): HandledRoute[] {
  const { address } = deps

  async function answerOf(scope: ClinicScope, id: string, outcome: Outcome, identifier: string) {
    const appointment = (await findAppointmentForFhir(scope, id))!
    const location = `${address}/api/fhir/Appointment/${id}/_history/${appointment.version}`
    return {
      answer: {
        document: appointmentResource(appointment, address),
        status: outcome === 'created' ? (201 as const) : (200 as const),
        headers: { etag: appointmentTag(appointment), location },
      },
      subject: id,
      details: { identifier, outcome },
      ...(outcome === 'cancelled' && { as: 'partly' as const }),
    }
  }

  async function save(scope: ClinicScope, identifier: string, body: FhirAppointment) {
    const zone = await timeZoneOf(scope)
    const start = new Date(body.start)
    const wall = localTimeAt(start, zone)
    // The board shows minutes, and of an hour that comes twice the first.
    const isShown = instantOf(wall, zone)!.getTime() === start.getTime() - (start.getTime() % minute_ms)
    if (!isShown) return refuse('time-unclear')
    const named = appointmentNamed(body, { ...wall, address })
    const saved = await saveAppointment(scope, deps, { identifier, named, farDayConfirmed: false })
    return saved instanceof Refusal ? saved : answerOf(scope, saved.answer.id, saved.outcome, identifier)
  }

  /** Whose appointments are matched one after the other, as patients are. */
  async function begin(program: ProgramScope, body: FhirAppointment) {
    const identifier = ownIdentifierOf(body)
    if (identifier === null) return refuse('identifier-unclear')
    const scope = actingScope(program, await findKeyCreator(program))
    await lockMatching(scope)
    return { scope, identifier }
  }

  return [
    handleRoute(createAppointment, async (program, { body }, { ifNoneExist }) => {
      const begun = await begin(program, body)
      if (begun instanceof Refusal) return begun
      const { scope, identifier } = begun
      if (ifNoneExist !== '' && conditionIdentifier(ifNoneExist) !== identifier)
        return refuse('bad-condition')
      const knownId = await findExternalAppointment(scope, identifier)
      if (knownId !== null)
        return ifNoneExist === ''
          ? refuse('appointment-exists')
          : answerOf(scope, knownId, 'unchanged', identifier)
      return body.status === 'booked' ? save(scope, identifier, body) : refuse('status-not-writable')
    }),

    handleRoute(updateAppointment, async (program, { id, body }, { ifMatch }) => {
      const begun = await begin(program, body)
      if (begun instanceof Refusal) return begun
      const { scope, identifier } = begun
      const appointment = await lockAppointment(scope, id)
      if (!appointment || (body.id !== undefined && body.id !== id)) return refuse('not-found')
      const version = versionNamed(ifMatch, body)
      if (version === null) return refuse('version-missing')
      if (version !== appointment.version) return refuse('stale-version')
      if ((await findExternalAppointment(scope, identifier)) !== id) return refuse('identifier-mismatch')
      const ending = endingOf(body)
      if (ending) {
        const ended = await endAppointment(scope, deps, { appointmentId: id, ...ending })
        return ended instanceof Refusal ? ended : answerOf(scope, id, ended.outcome, identifier)
      }
      if (body.status !== fhirAppointmentStatus[appointment.status]) return refuse('status-not-writable')
      return save(scope, identifier, body)
    }),
  ]
}
