import type { LoginHours, Weekday } from '../../../contract/identity.ts'

/** What a staff record and its clinic say, as they were read: the hours may be anything. */
export type LoginHoursFacts = { restricted: boolean; hours: unknown; timeZone: string; now: Date }

/** The refusals of the contract, with what their messages name. */
export type LoginHoursRefusal =
  | { reason: 'login-day-refused'; details: { day: string } }
  | { reason: 'login-time-refused'; details: { day: string; start: string; end: string; time: string } }

/** `isUnreadable`: there is a restriction that nobody can read, so it lets in; the caller writes that down (rulings 35). */
export type LoginHoursVerdict = { refusal: LoginHoursRefusal | null; isUnreadable: boolean }

const allowedVerdict: LoginHoursVerdict = { refusal: null, isUnreadable: false }
const unreadable: LoginHoursVerdict = { refusal: null, isUnreadable: true }
const refusedFor = (refusal: LoginHoursRefusal): LoginHoursVerdict => ({ refusal, isUnreadable: false })

type ClockReading = { day: string; time: string }

/** The weekday and the HH:MM that a wall clock of the zone shows; null for a zone that does not exist. */
function wallClockAt(timeZone: string, now: Date): ClockReading | null {
  try {
    const dateParts = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'long',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }).formatToParts(now)
    const part = (type: Intl.DateTimeFormatPartTypes) => dateParts.find((each) => each.type === type)!.value
    return { day: part('weekday'), time: `${part('hour')}:${part('minute')}` }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const clockTime = /^([01]\d|2[0-3]):[0-5]\d$/
const isTime = (value: unknown): value is string => typeof value === 'string' && clockTime.test(value)
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The hours of one day; `null` where none are given or they are switched off, `unread` where they make no sense. */
function hoursOfDay(hours: unknown, day: Weekday): NonNullable<LoginHours[Weekday]> | null | 'unread' {
  if (!isRecord(hours)) return 'unread'
  const given = hours[day]
  if (given === undefined) return null
  if (!isRecord(given)) return 'unread'
  const { enabled, start, end } = given
  if (enabled === false) return null
  return enabled === true && isTime(start) && isTime(end) ? { enabled, start, end } : 'unread'
}

/**
 * Whether login hours keep somebody out now: the clinic's weekday must be enabled, and its clock must show a minute
 * between start and end, both included (specification section 5). Times that a clock change repeats count each time.
 */
export function loginHoursRefusal({ restricted, hours, timeZone, now }: LoginHoursFacts): LoginHoursVerdict {
  if (!restricted) return allowedVerdict
  const clock = wallClockAt(timeZone, now)
  if (!clock) return unreadable
  const { day, time } = clock
  const allowed = hoursOfDay(hours, day.toLowerCase() as Weekday)
  if (allowed === 'unread') return unreadable
  if (!allowed) return refusedFor({ reason: 'login-day-refused', details: { day } })
  const { start, end } = allowed
  // HH:MM of two digits each: the order of the texts is the order of the times.
  if (start <= time && time <= end) return allowedVerdict
  return refusedFor({ reason: 'login-time-refused', details: { day, start, end, time } })
}
