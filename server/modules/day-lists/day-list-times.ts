import { appointment_minutes_max } from '../../../contract/limits.ts'
import { readDate, type DateOrder } from '../../platform/csv/csv-dates.ts'
import { laterDay, momentOf, wallAt } from '../../platform/zoned-time.ts'

/** A time as people and systems write it: 09:30, 9.30, 0930, 9:30 am, 9 pm, 09:30:00. */
const clockTime = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i
/** A moment that says its zone, as programs write it. */
const zonedMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** A date with a time behind it. */
const dateAndTime = /^(.*?\d)[\sT,]+(?:at\s+)?(\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?)$/i

/** A clock time as HH:MM, or null where it is none. */
export function readTime(written: string): string | null {
  const [, hours, minutes, half] = clockTime.exec(written.trim()) ?? []
  if (hours === undefined) return null
  // '9' alone may be anything; '9 am' and '0930' are a time.
  if (minutes === undefined && half === undefined) return null
  let hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return null
  if (half !== undefined) hour = (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes ?? 0) > 59) return null
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`
}

/** How long something takes, in minutes, from '30', '30 mins', '0:30' or '1h 15m'; null where it is no such thing. */
export function readMinutes(written: string): number | null {
  const text = written.trim().toLowerCase()
  const [, plain] = /^(\d{1,3})(?:\.0+)?\s*(?:m|min|mins|minutes?)?\.?$/.exec(text) ?? []
  if (plain !== undefined) return Number(plain)
  const [, hours, rest = '0'] =
    /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text) ??
    /^(\d{1,2})\s*(?:h|hrs?|hours?)\s*(?:(\d{1,2})\s*(?:m|mins?|minutes?)?)?$/.exec(text) ??
    []
  return hours === undefined ? null : Number(hours) * 60 + Number(rest)
}

export type Cell = { column: string; text: string }
export type Fault = { column: string | null; message: string }
export type When = { day: string; time: string; startsAt: Date }

type WhenReading = {
  order: DateOrder
  /** The day of rows that name none. */
  day: string
  today: string
  zone: string
}

/** Two figures of a year mean one near now: lists of appointments look ahead. */
const latest_days = 730

function readDay(cell: Cell | undefined, { order, day, today }: WhenReading): { day: string } | Fault {
  if (!cell) return { day }
  const read = readDate(cell.text, { order, latest: laterDay(today, latest_days) })
  return 'date' in read ? { day: read.date } : { column: cell.column, message: read.fault }
}

/** Day and time of a row by the practice's clock, or why there is no such moment. */
export function readWhen(
  cells: { day: Cell | undefined; time: Cell | undefined },
  reading: WhenReading,
): When | Fault {
  const { time: start } = cells
  if (!start) return { column: null, message: 'There is no time.' }
  if (zonedMoment.test(start.text)) {
    const startsAt = new Date(start.text)
    if (Number.isNaN(startsAt.getTime())) return { column: start.column, message: noTime(start.text) }
    return { ...wallAt(startsAt, reading.zone), startsAt }
  }
  const [, date, clock] = dateAndTime.exec(start.text.trim()) ?? []
  const time = readTime(clock ?? start.text)
  if (!time) return { column: start.column, message: noTime(start.text) }
  const dated = date === undefined ? undefined : { column: start.column, text: date }
  const read = readDay(cells.day ?? dated, reading)
  if ('message' in read) return read
  const startsAt = momentOf({ day: read.day, time }, reading.zone)
  if (!startsAt)
    return {
      column: start.column,
      message: `'${start.text}': the clocks go forward then, so there is no such time on this day.`,
    }
  return { day: read.day, time, startsAt }
}

const noTime = (written: string) => `'${written}' cannot be read as a time. Write it like 09:30.`

const minutesOfDay = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How long a row says it takes: as written, else from start to end; null where it does not say. */
export function readLength(
  { minutes, end }: { minutes: Cell | undefined; end: Cell | undefined },
  start: string,
): { minutes: number | null } | Fault {
  if (minutes) return checked(readMinutes(minutes.text), minutes)
  if (!end) return { minutes: null }
  const [, , clock] = dateAndTime.exec(end.text.trim()) ?? []
  const time = readTime(clock ?? end.text)
  return checked(time === null ? null : minutesOfDay(time) - minutesOfDay(start), end)
}

function checked(minutes: number | null, { column, text }: Cell): { minutes: number } | Fault {
  if (minutes !== null && minutes >= 5 && minutes <= appointment_minutes_max) return { minutes }
  const message = `'${text}' is no length between 5 and ${appointment_minutes_max} minutes.`
  return { column, message }
}
