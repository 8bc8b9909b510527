/** The clock of practices in the United Kingdom, and of every practice that has set no other. */
const defaultTimeZone = 'Europe/London'

const dateFormatters = new Map<string, Intl.DateTimeFormat>()

/** The day of the calendar (YYYY-MM-DD) at a moment by the clock of a zone, else of the United Kingdom; never in UTC. */
export function dateInTimeZone(at: Date, zone: string = defaultTimeZone): string {
  // Swedish writes days as ISO 8601 does.
  const format = dateFormatters.get(zone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone: zone })
  dateFormatters.set(zone, format)
  return format.format(at)
}

/** The day that it is in the United Kingdom, YYYY-MM-DD. */
export const today = (): string => dateInTimeZone(new Date())

/**
 * The day (YYYY-MM-DD) that a count of milliseconds stands for where days are counted with as midnights in UTC. A moment
 * is never asked for its day by this.
 */
export const dateOfUtcMidnight = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** The same day so many years later, 1 March for 29 February where there is none. */
function addYears(day: string, years: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return dateOfUtcMidnight(Date.UTC(year + years, month - 1, date))
}

const appointment_years_back = 2
const appointment_years_ahead = 3

/** Whether an appointment on a day is so far from today (both YYYY-MM-DD) that its year is likely mistyped. */
export const isAppointmentDateUnlikely = (day: string, today: string): boolean =>
  day < addYears(today, -appointment_years_back) || day > addYears(today, appointment_years_ahead)

/** What is said of such a day. */
export const unlikelyDateMessage = `This day is more than ${appointment_years_back} years ago or ${appointment_years_ahead} years ahead.`
