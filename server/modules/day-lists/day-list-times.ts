import { appointment_minutes_max } from '../../../contract/limits.ts'
import { isAppointmentDateUnlikely, unlikelyDateMessage } from '../../../contract/calendar-day.ts'
import type { DateOrder } from '../../../contract/date-parsing.ts'
import { readDate } from '../../platform/csv/csv-dates.ts'
import { addCalendarDays, instantOf, localTimeAt } from '../../platform/zoned-time.ts'

/** A time as people and systems write it: 09:30, 9.30, 0930, 9:30 am, 9 pm, 09:30:00. */
const clockTime = /^(\d{1,2})(?:[:.h]?(\d{2}))?(?:[:.]\d{2}(?:\.\d+)?)?\s*([ap])?\.?(?:m\.?)?$/i
/** A moment that says its zone, as programs write it. */
const zonedMoment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})$/
/** A date with a time behind it. */
const dateAndTime = /^(.*?\d)[\sT,]+(?:at\s+)?(\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:\.\d+)?)?\s*(?:[ap]\.?m\.?)?)$/i

/** Of a spreadsheet's day, the part that has passed: 0.395833 is 09:30. '0.25' may be a quarter past midnight, and is none. */
const fractionOfDay = /^0?[.,](?:\d|\d{3,}|[6-9]\d)$/

/** A clock time as HH:MM, or null where it is none. */
export function parseTime(written: string): string | null {
  if (fractionOfDay.test(written.trim())) return timeOfFraction(Number(written.trim().replace(',', '.')))
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

function timeOfFraction(part: number): string | null {
  const minutes = Math.round(part * 24 * 60)
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60].map((figure) =>
    String(figure).padStart(2, '0'),
  )
  return minutes < 24 * 60 ? `${hour}:${minute}` : null
}

/** Two times with a dash or 'to' between them. */
const timeRange =
  /^(.+?)\s*(?:\p{Dash}|\bto\b|\buntil\b)\s*(\d{1,2}(?:[:.h]?\d{2})?(?:[:.]\d{2})?\s*(?:[ap]\.?m?\.?)?)$/iu
const meridiem = /([ap])\.?(?:m\.?)?$/i

/** '09:00-09:30' and '9.00 – 9.30am' as a start and an end; null where it is no range of times. */
export function parseTimeRange(written: string): { start: string; end: string } | null {
  const [, first = '', last = ''] = timeRange.exec(written.trim()) ?? []
  const end = parseTime(last)
  if (end === null) return null
  const half = meridiem.exec(last)?.[1]
  // Only the end says which half of the day it is: the start is the latest such time before it.
  const starts = half && !meridiem.test(first) ? [`${first}pm`, `${first}am`] : [first]
  const start = starts.map(parseStart).find((each) => each !== null && each.slice(-5) < end)
  return start ? { start, end } : null
}

/** A start as it is written, its time as HH:MM behind whatever date stands before it; null where it is no time. */
function parseStart(written: string): string | null {
  const [, date, clock] = dateAndTime.exec(written) ?? []
  const time = parseTime(clock ?? written)
  if (time === null) return null
  return date === undefined ? time : `${date} ${time}`
}

/** How long something takes, in minutes, from '30', '30 mins', '0:30' or '1h 15m'; null where it is no such thing. */
export function parseMinutes(written: string): number | null {
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
export type CellError = { column: string | null; message: string }
/** `end` is there where the cell of the start names it as well. */
export type AppointmentStart = { day: string; time: string; startsAt: Date; end?: Cell }

type StartParseOptions = {
  order: DateOrder
  /** Some days of the list can only be read day first, and some only month first. */
  isOrderMixed?: boolean
  /** The day of rows that name none. */
  day: string
  today: string
  zone: string
}

/** Two figures of a year mean one near now: lists of appointments look ahead. */
const latest_days = 730

function parseDay(
  cell: Cell | undefined,
  { order, isOrderMixed, day, today }: StartParseOptions,
): { day: string } | CellError {
  if (!cell)
    return isAppointmentDateUnlikely(day, today) ? { column: null, message: unlikelyDayText } : { day }
  const { column, text } = cell
  const read = readDate(text, { order, isOrderMixed, latest: addCalendarDays(today, latest_days) })
  if ('fault' in read) return { column, message: read.fault }
  if (isAppointmentDateUnlikely(read.date, today)) return { column, message: `'${text}': ${unlikelyDayText}` }
  return { day: read.date }
}

/** A spreadsheet's number for a day with the part of it that has passed: 46349.395833. */
const numberedMoment = /^(\d{5})([.,]\d+)$/

/** Day and time of a row by the practice's clock, or why there is no such moment. */
export function parseAppointmentStart(
  cells: { day: Cell | undefined; time: Cell | undefined },
  reading: StartParseOptions,
): AppointmentStart | CellError {
  const { time: start } = cells
  if (!start) return { column: null, message: 'The time is missing.' }
  if (zonedMoment.test(start.text)) return parseZonedMoment(start, reading)
  const found = parseTimeRange(start.text)
  const text = found?.start ?? start.text.trim()
  const [, date, clock] = numberedMoment.exec(text) ?? dateAndTime.exec(text) ?? []
  const time = parseTime(clock ?? text)
  if (!time) return { column: start.column, message: invalidTimeText(start.text) }
  const dated = date === undefined ? undefined : { column: start.column, text: date }
  const read = parseDay(cells.day ?? dated, reading)
  if ('message' in read) return read
  const startsAt = instantOf({ day: read.day, time }, reading.zone)
  if (!startsAt)
    return {
      column: start.column,
      message: `'${start.text}': the clocks go forward then, so there is no such time on this day.`,
    }
  const end = found ? { end: { column: start.column, text: found.end } } : {}
  return { day: read.day, time, startsAt, ...end }
}

function parseZonedMoment(
  { column, text }: Cell,
  { zone, today }: StartParseOptions,
): AppointmentStart | CellError {
  const startsAt = new Date(text)
  if (Number.isNaN(startsAt.getTime())) return { column, message: invalidTimeText(text) }
  const wall = localTimeAt(startsAt, zone)
  if (isAppointmentDateUnlikely(wall.day, today)) return { column, message: `'${text}': ${unlikelyDayText}` }
  return { ...wall, startsAt }
}

const unlikelyDayText = `${unlikelyDateMessage} Correct the list, or book the appointment on the board.`

const invalidTimeText = (written: string) => `'${written}' cannot be read as a time. Write it like 09:30.`

const minutesOfDay = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** How long a row says it takes: as written, else from start to end; null where it does not say. */
export function parseDuration(
  { minutes, end }: { minutes: Cell | undefined; end: Cell | undefined },
  start: string,
): { minutes: number | null } | CellError {
  if (minutes) return validateDuration(parseMinutes(minutes.text), minutes)
  if (!end) return { minutes: null }
  const [, , clock] = dateAndTime.exec(end.text.trim()) ?? []
  const time = parseTime(clock ?? end.text)
  return validateDuration(time === null ? null : minutesOfDay(time) - minutesOfDay(start), end)
}

function validateDuration(minutes: number | null, { column, text }: Cell): { minutes: number } | CellError {
  if (minutes !== null && minutes >= 5 && minutes <= appointment_minutes_max) return { minutes }
  const message = `'${text}' is no length between 5 and ${appointment_minutes_max} minutes.`
  return { column, message }
}
