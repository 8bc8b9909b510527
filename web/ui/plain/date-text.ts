import { dateInTimeZone } from '../../../contract/calendar-day.ts'

const ukTimeZone = 'Europe/London'

const dateFormat = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)

const calendarDay = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayShort = dateFormat({ day: 'numeric', month: 'short', timeZone: ukTimeZone })
const dayFormat = dateFormat({ day: 'numeric', month: 'short', year: 'numeric', timeZone: ukTimeZone })
const momentParts = dateFormat({
  ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  ...{ hour: '2-digit', minute: '2-digit', timeZone: ukTimeZone },
})
const timeFormat = dateFormat({ hour: '2-digit', minute: '2-digit', timeZone: ukTimeZone })
const day_ms = 86_400_000

/** A calendar day without a time (YYYY-MM-DD) as '14 Mar 1961'. */
export const calendarDayText = (iso: string) => calendarDay.format(new Date(`${iso}T00:00:00Z`))

/** The time of a moment as '09:12' in UK time. */
export const timeText = (moment: string | Date) => timeFormat.format(new Date(moment))

/** A moment as '14 Mar 2026' in UK time. */
export const dayText = (moment: string | Date) => dayFormat.format(new Date(moment))

/** A moment as 'Sat 14 Mar 2026, 09:12' in UK time. */
export const momentText = (moment: string | Date) => momentParts.format(new Date(moment)).replace(',', '')

/** A moment as a list shows it: 'Today, 09:12', 'Yesterday', '18 Nov', or with the year when it is not this one. */
export function recentText(moment: string | Date, now: Date): string {
  const then = new Date(moment)
  const key = dateInTimeZone(then)
  if (key === dateInTimeZone(now)) return `Today, ${timeFormat.format(then)}`
  const midday = new Date(`${dateInTimeZone(now)}T12:00:00Z`)
  if (key === dateInTimeZone(new Date(midday.getTime() - day_ms))) return 'Yesterday'
  const sameYear = key.slice(0, 4) === dateInTimeZone(now).slice(0, 4)
  return sameYear ? dayShort.format(then) : calendarDayText(key)
}
