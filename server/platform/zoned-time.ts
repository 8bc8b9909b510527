import { day_ms, minute_ms } from './clock.ts'

type LocalTime = { day: string; time: string }

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  formats.set(zone, made)
  return made
}

const written = /^(\d+)\/(\d+)\/(\d+), (\d+:\d+)$/

/**
 * What calendar and clock on a wall in this zone show at a moment: YYYY-MM-DD and HH:MM. Read from the text as a whole,
 * which takes half as long as its parts: a board asks some hundred times.
 */
export function localTimeAt(at: Date, zone: string): LocalTime {
  const [, day, month, year, time] = written.exec(formatOf(zone).format(at))!
  return { day: `${year!.padStart(4, '0')}-${month}-${day}`, time: time! }
}

/** The day that it is in this zone. */
export const dayAt = (at: Date, zone: string): string => localTimeAt(at, zone).day

/**
 * The moment at which a wall clock in this zone shows a day and a time. Where it shows it twice, as clocks go back, the
 * first; null where it never does, as they go forward.
 */
export function instantOf({ day, time }: LocalTime, zone: string): Date | null {
  const asUtc = Date.parse(`${day}T${time}:00Z`)
  const offsetAt = (near: number) => {
    const wall = localTimeAt(new Date(near), zone)
    return Date.parse(`${wall.day}T${wall.time}:00Z`) - near
  }
  const offsets = [asUtc - day_ms, asUtc + day_ms].map(offsetAt)
  const moments = offsets
    .map((offset) => asUtc - offset)
    .filter((moment) => {
      const wall = localTimeAt(new Date(moment), zone)
      return wall.day === day && wall.time === time
    })
  return moments.length > 0 ? new Date(Math.min(...moments)) : null
}

/** What calendar and clock of a zone show at a moment; `minutes` are counted from midnight, Sunday is weekday 0. */
type ZonedTime = { day: string; minutes: number; weekday: number }

const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** A day of the calendar so many days later. */
export const addCalendarDays = (day: string, days: number): string =>
  new Date(numberOf(day) + days * day_ms).toISOString().slice(0, 10)

/** Reads calendar and clock of a zone, to count with. */
export function zonedTime(at: Date, zone: string): ZonedTime {
  const { day, time } = localTimeAt(at, zone)
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes, weekday: new Date(numberOf(day)).getUTCDay() }
}

/**
 * The moment at which the clock of a zone shows a time. Of a time that comes twice the first is meant; one that the
 * clock leaves out is as much later as the clock is put forward.
 */
export function instantAtOrAfter({ day, minutes }: Pick<ZonedTime, 'day' | 'minutes'>, zone: string): Date {
  const asUtc = numberOf(day) + minutes * minute_ms
  const offsetAt = (moment: number): number => {
    const shown = zonedTime(new Date(moment), zone)
    return numberOf(shown.day) + shown.minutes * minute_ms - moment
  }
  const [before, after] = [offsetAt(asUtc - day_ms), offsetAt(asUtc + day_ms)]
  const fits = [before, after].find((offset) => offsetAt(asUtc - offset) === offset)
  return new Date(asUtc - (fits ?? before))
}
