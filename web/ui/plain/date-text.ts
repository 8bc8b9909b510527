const zone = 'Europe/London'

const shape = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)

const calendarDay = shape({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const dayShort = shape({ day: 'numeric', month: 'short', timeZone: zone })
const longDay = { day: 'numeric', month: 'long', year: 'numeric', timeZone: zone } as const
const dayLong = shape(longDay)
/** The digits that dates are typed in here, whatever a language would use by itself. */
const numberingSystem = 'latn'
const clock = shape({ hour: '2-digit', minute: '2-digit', timeZone: zone })
const dayKey = new Intl.DateTimeFormat('en-CA', { timeZone: zone })
const day_ms = 86_400_000

/** The calendar day of a moment in UK time, as YYYY-MM-DD. */
export const calendarDayAt = (moment: Date) => dayKey.format(moment)

/** A calendar day without a time (YYYY-MM-DD) as '14 Mar 1961'. */
export const calendarDayText = (iso: string) => calendarDay.format(new Date(`${iso}T00:00:00Z`))

const isEnglish = (locale: string) => locale.startsWith('en')

/** A moment as '14 March 2026' in UK time, in the manner of another language where one is given. */
export const dayText = (moment: string | Date, locale = 'en-GB') =>
  (isEnglish(locale) ? dayLong : new Intl.DateTimeFormat(locale, { ...longDay, numberingSystem })).format(
    new Date(moment),
  )

/** A moment as '14 March 2026 at 09:12' in UK time, in the manner of another language where one is given. */
export function momentText(moment: string | Date, locale = 'en-GB'): string {
  const then = new Date(moment)
  if (isEnglish(locale)) return `${dayText(then)} at ${clock.format(then)}`
  const whole = { dateStyle: 'long', timeStyle: 'short', hourCycle: 'h23', timeZone: zone } as const
  return new Intl.DateTimeFormat(locale, { ...whole, numberingSystem }).format(then)
}

/** A moment as a list shows it: 'Today, 09:12', 'Yesterday', '18 Nov', or with the year when it is not this one. */
export function recentText(moment: string | Date, now: Date): string {
  const then = new Date(moment)
  const key = dayKey.format(then)
  if (key === dayKey.format(now)) return `Today, ${clock.format(then)}`
  const midday = new Date(`${dayKey.format(now)}T12:00:00Z`)
  if (key === dayKey.format(new Date(midday.getTime() - day_ms))) return 'Yesterday'
  const sameYear = key.slice(0, 4) === dayKey.format(now).slice(0, 4)
  return sameYear ? dayShort.format(then) : calendarDayText(key)
}
