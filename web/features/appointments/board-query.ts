import { idIn } from '../../ui/query-string.ts'

export type BoardQuery = { day?: string; clinician?: string }

/** What the address asks of the board; anything malformed counts as absent, and then the server chooses. */
export function parseBoardQuery(params: URLSearchParams): BoardQuery {
  const day = params.get('day') ?? ''
  const who = params.get('who') ?? ''
  const clinician = who === 'mine' || who === 'all' ? who : idIn(params, 'who')
  return { ...(isDay(day) && { day }), ...(clinician && { clinician }) }
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
