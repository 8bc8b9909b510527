import { dayIn } from '../../../contract/calendar-day.ts'

const zone = 'Europe/London'

const shape = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)

const calendarDay = shape({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayShort = shape({ day: 'numeric', month: 'short', timeZone: zone })
const dayLong = shape({ day: 'numeric', month: 'long', year: 'numeric', timeZone: zone })
const clock = shape({ hour: '2-digit', minute: '2-digit', timeZone: zone })
const day_ms = 86_400_000

/** A calendar day without a time (YYYY-MM-DD) as '14 Mar 1961'. */
export const calendarDayText = (iso: string) => calendarDay.format(new Date(`${iso}T00:00:00Z`))

/** The time of a moment as '09:12' in UK time. */
export const clockText = (moment: string | Date) => clock.format(new Date(moment))

/** A moment as '14 March 2026' in UK time. */
export const dayText = (moment: string | Date) => dayLong.format(new Date(moment))

/** A moment as '14 March 2026 at 09:12' in UK time. */
export const momentText = (moment: string | Date) => `${dayText(moment)} at ${clock.format(new Date(moment))}`

/** A moment as a list shows it: 'Today, 09:12', 'Yesterday', '18 Nov', or with the year when it is not this one. */
export function recentText(moment: string | Date, now: Date): string {
  const then = new Date(moment)
  const key = dayIn(then)
  if (key === dayIn(now)) return `Today, ${clock.format(then)}`
  const midday = new Date(`${dayIn(now)}T12:00:00Z`)
  if (key === dayIn(new Date(midday.getTime() - day_ms))) return 'Yesterday'
  const sameYear = key.slice(0, 4) === dayIn(now).slice(0, 4)
  return sameYear ? dayShort.format(then) : calendarDayText(key)
}
