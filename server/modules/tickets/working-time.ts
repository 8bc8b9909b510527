import { workingHours } from '../../../contract/ticket-states.ts'
import { minute_ms } from '../../platform/clock.ts'
import { isWorkingDay } from '../../../contract/working-days.ts'
import { addCalendarDays, instantAtOrAfter, zonedTime } from '../../platform/zoned-time.ts'

const { zone } = workingHours
const [opens, closes] = [workingHours.fromHour * 60, workingHours.toHour * 60]

/** Whoever answers works where the platform is run. */
const isSupportDay = (day: string): boolean => isWorkingDay(day, 'england')

/** The moment at which so many minutes have been worked since. */
export function addWorkingMinutes(from: Date, minutes: number): Date {
  let { day, minutes: at } = zonedTime(from, zone)
  let left = minutes
  for (;;) {
    const start = Math.max(at, opens)
    if (isSupportDay(day) && start < closes) {
      if (left <= closes - start) return instantAtOrAfter({ day, minutes: start + left }, zone)
      left -= closes - start
    }
    ;[day, at] = [addCalendarDays(day, 1), 0]
  }
}

/** How many minutes are worked from one moment to a later one; none where it is not later. */
export function workingMinutesBetween(from: Date, to: Date): number {
  if (to.getTime() - from.getTime() < minute_ms) return 0
  const [first, last] = [zonedTime(from, zone), zonedTime(to, zone)]
  let sum = 0
  for (let day = first.day; day <= last.day; day = addCalendarDays(day, 1)) {
    if (!isSupportDay(day)) continue
    const start = Math.max(day === first.day ? first.minutes : 0, opens)
    const end = Math.min(day === last.day ? last.minutes : closes, closes)
    sum += Math.max(0, end - start)
  }
  return sum
}
