import { day_ms, minute_ms } from './clock.ts'

/** What calendar and clock of a zone show at a moment; `minutes` are counted from midnight, Sunday is weekday 0. */
export type ZonedTime = { day: string; minutes: number; weekday: number }

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A day of the calendar so many days later. */
export const laterDay = (day: string, days: number): string =>
  new Date(numberOf(day) + days * day_ms).toISOString().slice(0, 10)

/** Reads calendar and clock of a zone. */
export function zonedTime(at: Date, timeZone: string): ZonedTime {
  // Written 2026-03-29 01:30 in this locale.
  const shown = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    at,
  )
  const [day = '', time = ''] = shown.split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes, weekday: new Date(numberOf(day)).getUTCDay() }
}

/**
 * The moment at which the clock of a zone shows a time. Of a time that comes twice the first is meant; one that the
 * clock leaves out is as much later as the clock is put forward.
 */
export function momentOf({ day, minutes }: Pick<ZonedTime, 'day' | 'minutes'>, timeZone: string): Date {
  const asUtc = numberOf(day) + minutes * minute_ms
  const offsetAt = (moment: number): number => {
    const shown = zonedTime(new Date(moment), timeZone)
    return numberOf(shown.day) + shown.minutes * minute_ms - moment
  }
  const [before, after] = [offsetAt(asUtc - day_ms), offsetAt(asUtc + day_ms)]
  const fits = [before, after].find((offset) => offsetAt(asUtc - offset) === offset)
  return new Date(asUtc - (fits ?? before))
}
