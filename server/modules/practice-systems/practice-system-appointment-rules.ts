import type { PlannedTreatment } from '../../../contract/appointments.ts'
import type { AppointmentRow, Booking } from '../appointments/index.ts'
import type { StoredSystemAppointment } from './practice-system-schema.ts'

/** What an appointment says of its treatment, as somebody confirmed. */
export type TreatmentMeaning = { templateId: string | null; needsConsent: boolean }

export type AppointmentFacts = {
  latest: StoredSystemAppointment
  /** What it said when it was last written here; null where it was not. */
  before: StoredSystemAppointment | null
  patientId: string
  clinicianId: string
  meaning: TreatmentMeaning
  here: AppointmentRow | null
  /** The version here after it was last written. */
  writtenVersion: number | null
}

export type AppointmentDecision =
  | { do: 'book'; booking: Booking & Pick<AppointmentRow, 'status'> }
  | { do: 'change'; change: Partial<AppointmentRow> }
  | { do: 'nothing' }

const minutes_min = 5
const minutes_max = 600
const text_length_max = 200

const minutesOf = (minutes: number): number =>
  Math.min(Math.max(Math.round(minutes), minutes_min), minutes_max)

const plannedOf = ({ templateId }: TreatmentMeaning): PlannedTreatment[] =>
  templateId ? [{ templateId, teeth: [], area: null, pricePence: null }] : []

const isOver = ({ state }: StoredSystemAppointment): boolean => state === 'cancelled' || state === 'missed'

/** Where the practice system moves the state of an appointment here; never into treatment, which starts here. */
function statusOf(
  { latest, before, writtenVersion }: AppointmentFacts,
  here: AppointmentRow,
): AppointmentRow['status'] {
  const isExpected = here.status === 'booked' || here.status === 'arrived'
  if (latest.state === 'cancelled') return isExpected ? 'cancelled' : here.status
  if (latest.state === 'missed') return here.status === 'booked' ? 'not-attended' : here.status
  if (latest.state === 'arrived' || latest.state === 'in-surgery')
    return here.status === 'booked' ? 'arrived' : here.status
  // Booked again there: here too, where nobody but the practice system has taken it off.
  const wasTakenOff = before !== null && isOver(before) && here.version === writtenVersion
  return wasTakenOff && !isExpected ? 'booked' : here.status
}

function changeOf(facts: AppointmentFacts, here: AppointmentRow): AppointmentDecision {
  // Treatment has started: the record here is what counts.
  if (here.status === 'started' || here.status === 'done') return { do: 'nothing' }
  const { latest, clinicianId, meaning, before } = facts
  const change: Partial<AppointmentRow> = {}
  const startsAt = new Date(latest.startsAt)
  if (here.startsAt.getTime() !== startsAt.getTime()) change.startsAt = startsAt
  if (here.clinicianId !== clinicianId) change.clinicianId = clinicianId
  if (here.minutes !== minutesOf(latest.minutes)) change.minutes = minutesOf(latest.minutes)
  const reason = latest.reason.slice(0, text_length_max)
  // What somebody wrote here stays.
  if (
    here.reason !== reason &&
    (here.reason === '' || here.reason === before?.reason.slice(0, text_length_max))
  )
    change.reason = reason
  const isPlanned = here.treatments.length > 0 || !here.needsConsent
  if (!isPlanned && meaning.templateId) change.treatments = plannedOf(meaning)
  else if (!isPlanned && !meaning.needsConsent) change.needsConsent = false
  const status = statusOf(facts, here)
  if (status !== here.status) change.status = status
  return Object.keys(change).length > 0 ? { do: 'change', change } : { do: 'nothing' }
}

/** What becomes of an appointment of the practice system on the board. */
export function decideAppointment(facts: AppointmentFacts): AppointmentDecision {
  const { latest, patientId, clinicianId, meaning, here } = facts
  if (here) return changeOf(facts, here)
  if (isOver(latest) || latest.state === 'completed') return { do: 'nothing' }
  return {
    do: 'book',
    booking: {
      ...{ patientId, clinicianId, startsAt: new Date(latest.startsAt), minutes: minutesOf(latest.minutes) },
      ...{ room: '', reason: latest.reason.slice(0, text_length_max) },
      ...{ needsConsent: meaning.needsConsent, treatments: plannedOf(meaning), consentsChosen: false },
      status: latest.state === 'pending' ? 'booked' : 'arrived',
    },
  }
}
