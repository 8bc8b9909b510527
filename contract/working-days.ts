import { dateOfUtcMidnight } from './calendar-day.ts'
import type { Nation } from './retention-rules.ts'

const day_ms = 86_400_000

/** Days of the calendar, as YYYY-MM-DD, counted without hours, so that no change of the clocks moves one. */
const parseDay = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const formatDay = (year: number, month: number, day: number): string =>
  dateOfUtcMidnight(Date.UTC(year, month - 1, day))

export const addDays = (day: string, count: number): string =>
  dateOfUtcMidnight(parseDay(day) + count * day_ms)
export const daysBetween = (from: string, to: string): number => (parseDay(to) - parseDay(from)) / day_ms

/** The same day so many months later; the month's last day where it is shorter. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return formatDay(year, month + months, Math.min(date, last))
}

/** From 0, Sunday. */
const weekdayOf = (day: string): number => new Date(parseDay(day)).getUTCDay()
const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6
const firstMonday = (year: number, month: number): string => {
  const first = formatDay(year, month, 1)
  return addDays(first, (8 - weekdayOf(first)) % 7)
}
const lastMonday = (year: number, month: number): string => {
  const last = formatDay(year, month + 1, 0)
  return addDays(last, -((weekdayOf(last) + 6) % 7))
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const epact =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - epact - (c % 4)) % 7
  const late = Math.floor((a + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return formatDay(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** Bank holidays that stand in no rule, since they were proclaimed once. */
const proclaimedHolidays: Record<string, readonly Nation[]> = { '2026-06-15': ['scotland'] }

/** The days that are kept on the next free weekday where they fall on a weekend, in order. */
function fixedDateHolidays(year: number, nation: Nation): string[] {
  const days = [formatDay(year, 1, 1), formatDay(year, 12, 25), formatDay(year, 12, 26)]
  if (nation === 'scotland') days.splice(1, 0, formatDay(year, 1, 2), formatDay(year, 11, 30))
  if (nation === 'northern-ireland') days.splice(1, 0, formatDay(year, 3, 17), formatDay(year, 7, 12))
  return days
}

const holidayCache = new Map<string, ReadonlySet<string>>()

/** The bank holidays of a year in a nation. */
export function bankHolidays(year: number, nation: Nation): ReadonlySet<string> {
  const key = `${nation} ${year}`
  const found = holidayCache.get(key) ?? cachedHolidays(year, nation)
  holidayCache.set(key, found)
  return found
}

function cachedHolidays(year: number, nation: Nation): ReadonlySet<string> {
  const easter = easterSunday(year)
  const found = new Set([addDays(easter, -2), firstMonday(year, 5), lastMonday(year, 5)])
  if (nation !== 'scotland') found.add(addDays(easter, 1))
  found.add(nation === 'scotland' ? firstMonday(year, 8) : lastMonday(year, 8))
  for (const day of fixedDateHolidays(year, nation)) {
    let kept = day
    while (isWeekend(kept) || found.has(kept)) kept = addDays(kept, 1)
    found.add(kept)
  }
  for (const [day, nations] of Object.entries(proclaimedHolidays))
    if (day.startsWith(`${year}-`) && nations.includes(nation)) found.add(day)
  return found
}

export const isWorkingDay = (day: string, nation: Nation): boolean =>
  !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4)), nation).has(day)

/** That day, or the next on which people work. */
export function nextWorkingDay(day: string, nation: Nation): string {
  let next = day
  while (!isWorkingDay(next, nation)) next = addDays(next, 1)
  return next
}
