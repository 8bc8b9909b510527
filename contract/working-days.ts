import { dayOfMidnight } from './calendar-day.ts'
import type { Nation } from './retention-rules.ts'

const day_ms = 86_400_000

/** Days of the calendar, as YYYY-MM-DD, counted without hours, so that no change of the clocks moves one. */
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const onDay = (year: number, month: number, day: number): string =>
  dayOfMidnight(Date.UTC(year, month - 1, day))

export const daysAfter = (day: string, count: number): string => dayOfMidnight(timeOf(day) + count * day_ms)
export const daysBetween = (from: string, to: string): number => (timeOf(to) - timeOf(from)) / day_ms

/** The same day so many months later; the month's last day where it is shorter. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
  return onDay(year, month + months, Math.min(date, last))
}

/** From 0, Sunday. */
const weekdayOf = (day: string): number => new Date(timeOf(day)).getUTCDay()
const isWeekend = (day: string): boolean => weekdayOf(day) === 0 || weekdayOf(day) === 6
const firstMonday = (year: number, month: number): string => {
  const first = onDay(year, month, 1)
  return daysAfter(first, (8 - weekdayOf(first)) % 7)
}
const lastMonday = (year: number, month: number): string => {
  const last = onDay(year, month + 1, 0)
  return daysAfter(last, -((weekdayOf(last) + 6) % 7))
}

/** Easter Sunday of the Gregorian calendar, by the method of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const epact =
    (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const weekday = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - epact - (c % 4)) % 7
  const late = Math.floor((a + 11 * epact + 22 * weekday) / 451)
  const sum = epact + weekday - 7 * late + 114
  return onDay(year, Math.floor(sum / 31), (sum % 31) + 1)
}

/** Bank holidays that stand in no rule, since they were proclaimed once. */
const proclaimed: Record<string, readonly Nation[]> = { '2026-06-15': ['scotland'] }

/** The days that are kept on the next free weekday where they fall on a weekend, in order. */
function fixedDays(year: number, nation: Nation): string[] {
  const days = [onDay(year, 1, 1), onDay(year, 12, 25), onDay(year, 12, 26)]
  if (nation === 'scotland') days.splice(1, 0, onDay(year, 1, 2), onDay(year, 11, 30))
  if (nation === 'northern-ireland') days.splice(1, 0, onDay(year, 3, 17), onDay(year, 7, 12))
  return days
}

const known = new Map<string, ReadonlySet<string>>()

/** The bank holidays of a year in a nation. */
export function bankHolidays(year: number, nation: Nation): ReadonlySet<string> {
  const key = `${nation} ${year}`
  const found = known.get(key) ?? holidaysOf(year, nation)
  known.set(key, found)
  return found
}

function holidaysOf(year: number, nation: Nation): ReadonlySet<string> {
  const easter = easterOf(year)
  const found = new Set([daysAfter(easter, -2), firstMonday(year, 5), lastMonday(year, 5)])
  if (nation !== 'scotland') found.add(daysAfter(easter, 1))
  found.add(nation === 'scotland' ? firstMonday(year, 8) : lastMonday(year, 8))
  for (const day of fixedDays(year, nation)) {
    let kept = day
    while (isWeekend(kept) || found.has(kept)) kept = daysAfter(kept, 1)
    found.add(kept)
  }
  for (const [day, nations] of Object.entries(proclaimed))
    if (day.startsWith(`${year}-`) && nations.includes(nation)) found.add(day)
  return found
}

export const isWorkingDay = (day: string, nation: Nation): boolean =>
  !isWeekend(day) && !bankHolidays(Number(day.slice(0, 4)), nation).has(day)

/** That day, or the next on which people work. */
export function workingDayFrom(day: string, nation: Nation): string {
  let next = day
  while (!isWorkingDay(next, nation)) next = daysAfter(next, 1)
  return next
}
