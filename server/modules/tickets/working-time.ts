import { workingDay } from '../../../contract/ticket-states.ts'
import { minute_ms } from '../../platform/clock.ts'
import { laterDay, momentAtOrAfter, zonedTime } from '../../platform/zoned-time.ts'

const { zone } = workingDay
const [opens, closes] = [workingDay.fromHour * 60, workingDay.toHour * 60]

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay()
const isWeekend = (day: string): boolean => [0, 6].includes(weekdayOf(day))
const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** Easter Sunday, by the anonymous Gregorian algorithm, whose letters these are. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const g = Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3)
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const sum = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return dayOf(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** The first Monday of a month, or the last. */
function mondayOf(year: number, month: number, which: 'first' | 'last'): string {
  const from = which === 'first' ? dayOf(year, month, 1) : dayOf(year, month + 1, -6)
  return laterDay(from, (8 - weekdayOf(from)) % 7)
}

const known = new Map<number, Set<string>>()

/** Bank holidays of England and Wales, as the law has them each year; those proclaimed for one occasion are not known. */
function bankHolidays(year: number): Set<string> {
  const found = known.get(year)
  if (found) return found
  const easter = easterOf(year)
  const days = new Set([laterDay(easter, -2), laterDay(easter, 1)])
  days
    .add(mondayOf(year, 5, 'first'))
    .add(mondayOf(year, 5, 'last'))
    .add(mondayOf(year, 8, 'last'))
  // One that falls on a weekend is kept on the next day that is none yet.
  for (const fixed of [dayOf(year, 1, 1), dayOf(year, 12, 25), dayOf(year, 12, 26)]) {
    let day = fixed
    while (isWeekend(day) || days.has(day)) day = laterDay(day, 1)
    days.add(day)
  }
  known.set(year, days)
  return days
}

const isWorkingDay = (day: string): boolean =>
  !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4))).has(day)

/** The moment at which so many minutes have been worked since. */
export function addWorkingMinutes(from: Date, minutes: number): Date {
  let { day, minutes: at } = zonedTime(from, zone)
  let left = minutes
  for (;;) {
    const start = Math.max(at, opens)
    if (isWorkingDay(day) && start < closes) {
      if (left <= closes - start) return momentAtOrAfter({ day, minutes: start + left }, zone)
      left -= closes - start
    }
    ;[day, at] = [laterDay(day, 1), 0]
  }
}

/** How many minutes are worked from one moment to a later one; none where it is not later. */
export function workingMinutesBetween(from: Date, to: Date): number {
  if (to.getTime() - from.getTime() < minute_ms) return 0
  const [first, last] = [zonedTime(from, zone), zonedTime(to, zone)]
  let sum = 0
  for (let day = first.day; day <= last.day; day = laterDay(day, 1)) {
    if (!isWorkingDay(day)) continue
    const start = Math.max(day === first.day ? first.minutes : 0, opens)
    const end = Math.min(day === last.day ? last.minutes : closes, closes)
    sum += Math.max(0, end - start)
  }
  return sum
}
