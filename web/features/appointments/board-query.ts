import { today } from '../../../contract/calendar-day.ts'
import { idIn } from '../../ui/query-string.ts'

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
