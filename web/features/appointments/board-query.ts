import { today } from '../../../contract/calendar-day.ts'
import { idIn } from '../../ui/query-string.ts'
import { isFuture, type Appointment, type BoardDay } from './appointment-words.ts'

/** Of whom consents are prepared: of a day, and of one clinician where the board shows one. */
export type PreparedQuery = { day: string; clinicianId?: string }

export type BoardQuery = { day?: string; clinician?: string }

/** What the address asks of the board; anything malformed counts as absent, and then the server chooses. */
export function parseBoardQuery(params: URLSearchParams): BoardQuery {
  const day = params.get('day') ?? ''
  const who = params.get('who') ?? ''
  const clinician = who === 'mine' || who === 'all' ? who : idIn(params, 'who')
  return { ...(isDay(day) && { day }), ...(clinician && { clinician }) }
}

/** What the address asks of the consents of a day: of today where it names no day. */
export function parsePreparedQuery(params: URLSearchParams): PreparedQuery & { draft: string | undefined } {
  const day = params.get('day') ?? ''
  const clinicianId = idIn(params, 'who')
  return {
    day: isDay(day) ? day : today(),
    ...(clinicianId && { clinicianId }),
    draft: idIn(params, 'draft'),
  }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** Whose consents the board shows. */
export const preparedQueryOf = ({ day, clinician, ownId }: BoardDay): PreparedQuery => ({
  day,
  ...(clinician !== 'all' && { clinicianId: clinician === 'mine' ? ownId : clinician }),
})

/** A draft, or one that nothing comes of any more. */
const isUnsent = ({ status }: Appointment['consents'][number]): boolean =>
  status === 'draft' || status === 'voided' || status === 'expired' || status === 'superseded'

const isPreparable = (appointment: Appointment): boolean => {
  const { needsConsent, treatments, consents } = appointment
  return isFuture(appointment) && needsConsent && treatments.length > 0 && consents.every(isUnsent)
}

/** Whether an appointment of the board has no consent yet, or a draft that is not sent. */
export const hasConsentsToPrepare = ({ appointments }: BoardDay): boolean => appointments.some(isPreparable)
