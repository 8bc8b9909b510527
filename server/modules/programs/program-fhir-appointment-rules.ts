import type { FhirAppointment } from '../../../contract/fhir-writes.ts'
import { minute_ms } from '../../platform/clock.ts'
import { systems } from '../integrations/index.ts'
import type { NamedAppointment } from './program-appointments.ts'

type Participant = NonNullable<FhirAppointment['participant'][number]['actor']>
type Identifiers = readonly { system?: string | undefined; value: string }[]

/** The id in a reference to a resource of ours, relative or with our address before it. */
const idReferredTo = (type: string, { reference = '' }: Participant, address: string): string | undefined => {
  const prefix = `${address}/api/fhir/`
  const path = reference.startsWith(prefix) ? reference.slice(prefix.length) : reference
  return path.startsWith(`${type}/`) ? path.slice(type.length + 1) : undefined
}

const isOf = (type: string, actor: Participant, address: string): boolean =>
  actor.type === type || idReferredTo(type, actor, address) !== undefined

/** The patient as `/api/v1` names them: by our id, or by an identifier of the sender's. */
function patientOf(actors: readonly Participant[], address: string) {
  const actor = actors.find((each) => isOf('Patient', each, address))
  if (!actor) return {}
  const { system, value } = actor.identifier ?? {}
  return {
    patientId: idReferredTo('Patient', actor, address),
    patientIdentifier: system && value ? `${system}|${value}` : undefined,
  }
}

/** The clinician as `/api/v1` names them, by what a reference, an identifier or a contained Practitioner says. */
function clinicianOf({ contained = [] }: FhirAppointment, actors: readonly Participant[], address: string) {
  const containedOf = ({ reference = '' }: Participant) =>
    contained.find(
      ({ resourceType, id }) => resourceType === 'Practitioner' && id !== undefined && reference === `#${id}`,
    )
  const actor = actors.find((each) => isOf('Practitioner', each, address) || containedOf(each))
  if (!actor) return {}
  const identifiers: Identifiers = [
    ...(actor.identifier ? [actor.identifier] : []),
    ...(containedOf(actor)?.identifier ?? []),
  ]
  const valueOf = (wanted: string) => identifiers.find(({ system }) => system === wanted)?.value
  return {
    clinicianId: idReferredTo('Practitioner', actor, address) ?? valueOf(`${address}/api/fhir/Id/staff`),
    gdcNumber: valueOf(systems.gdcNumber),
  }
}

/** How long it takes: as it is said, or as long as from start to end; undefined where neither is. */
function minutesOf({ minutesDuration, start, end }: FhirAppointment): number | undefined {
  if (minutesDuration !== undefined || end === undefined) return minutesDuration
  return Math.round((Date.parse(end) - Date.parse(start)) / minute_ms)
}

/** What a FHIR Appointment says, as far as the board has a place for it; day and time are those of the practice's clock. */
export function appointmentNamed(
  body: FhirAppointment,
  { day, time, address }: { day: string; time: string; address: string },
): NamedAppointment {
  const actors = body.participant.flatMap(({ actor }) => actor ?? [])
  const treatments = (body.serviceType ?? []).flatMap(({ coding: [first] = [], text }) =>
    first
      ? [{ code: first.code, label: first.display || text, teeth: [], area: null, pricePence: null }]
      : [],
  )
  return {
    ...patientOf(actors, address),
    ...clinicianOf(body, actors, address),
    ...{ day, time, minutes: minutesOf(body), treatments, needsConsent: undefined },
    room: actors.find(({ type }) => type === 'Location')?.display,
    reason: body.description,
  }
}

type Ending = { notAttended: boolean }

/** How a state ends an appointment; null where it does not. What was entered in error was cancelled, as the board tells it. */
export function endingOf({ status }: Pick<FhirAppointment, 'status'>): Ending | null {
  if (status === 'noshow') return { notAttended: true }
  return status === 'cancelled' || status === 'entered-in-error' ? { notAttended: false } : null
}
