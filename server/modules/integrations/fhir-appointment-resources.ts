import type { AppointmentStatus } from '../../../contract/appointments.ts'
import type { FhirAppointmentStatus } from '../../../contract/fhir-writes.ts'
import { minute_ms } from '../../platform/clock.ts'
import { staffName } from '../staff/index.ts'
import type { FoundAppointment } from './fhir-appointment-store.ts'
import { ambulatory, omitEmpty, profiles, systems } from './fhir-codes.ts'
import { fhirBaseUrl, patientReference } from './fhir-resources.ts'

/** Our states as FHIR R4 tells them: once treatment has started, the Encounter says how far it is. */
export const fhirAppointmentStatus: Record<AppointmentStatus, FhirAppointmentStatus> = {
  booked: 'booked',
  arrived: 'arrived',
  started: 'fulfilled',
  done: 'fulfilled',
  cancelled: 'cancelled',
  'not-attended': 'noshow',
}

type EncounterStatus = 'planned' | 'arrived' | 'in-progress' | 'finished' | 'cancelled'

const encounterStatus: Record<AppointmentStatus, EncounterStatus> = {
  booked: 'planned',
  arrived: 'arrived',
  started: 'in-progress',
  done: 'finished',
  cancelled: 'cancelled',
  'not-attended': 'cancelled',
}

/** How our own ids of members of staff are told from the numbers of the regulator. */
const staffIdSystem = (address: string): string => `${fhirBaseUrl(address)}/Id/staff`

const practitionerOf = ({ clinician }: FoundAppointment, address: string) => ({
  resourceType: 'Practitioner',
  id: 'clinician',
  identifier: [
    ...(clinician.gdcNumber ? [{ system: systems.gdcNumber, value: clinician.gdcNumber }] : []),
    { system: staffIdSystem(address), value: clinician.id },
  ],
  name: [{ text: staffName(clinician) }],
})

const metaOf = (profile: string, { version, updatedAt }: FoundAppointment) => ({
  versionId: String(version),
  lastUpdated: updatedAt.toISOString(),
  profile: [profile],
})

/** Which version of an appointment this is, as If-Match names it. */
export const appointmentTag = ({ version }: Pick<FoundAppointment, 'version'>): string => `W/"${version}"`

/** An appointment as FHIR R4's Appointment: when, who, with whom and where; what is planned stands in the consents. */
export function appointmentResource(appointment: FoundAppointment, address: string): object {
  const { id, status, reason, room, startsAt, minutes, createdAt, clinician } = appointment
  const accepted = { status: 'accepted' }
  return omitEmpty({
    resourceType: 'Appointment',
    id,
    meta: metaOf(profiles.Appointment, appointment),
    contained: [practitionerOf(appointment, address)],
    status: fhirAppointmentStatus[status],
    description: reason,
    start: startsAt.toISOString(),
    end: new Date(startsAt.getTime() + minutes * minute_ms).toISOString(),
    minutesDuration: minutes,
    created: createdAt.toISOString(),
    participant: [
      { actor: patientReference(appointment), ...accepted },
      { actor: { reference: '#clinician', display: staffName(clinician) }, ...accepted },
      ...(room ? [{ actor: { type: 'Location', display: room }, ...accepted }] : []),
    ],
  })
}

/** What an appointment has come to, as FHIR R4's Encounter: the same row, under the same id. */
export function encounterResource(appointment: FoundAppointment, address: string): object {
  const { id, status, startedAt, clinician } = appointment
  return omitEmpty({
    resourceType: 'Encounter',
    id,
    meta: metaOf(profiles.Encounter, appointment),
    contained: [practitionerOf(appointment, address)],
    status: encounterStatus[status],
    class: ambulatory,
    subject: patientReference(appointment),
    participant: [{ individual: { reference: '#clinician', display: staffName(clinician) } }],
    appointment: [{ reference: `Appointment/${id}` }],
    period: startedAt ? { start: startedAt.toISOString() } : undefined,
  })
}
