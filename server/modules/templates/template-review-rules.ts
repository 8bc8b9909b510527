import { review_notice_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { addCalendarDays } from '../../platform/zoned-time.ts'

/** Days of the calendar, as YYYY-MM-DD; counted without hours, so that no change of the clocks moves one. */
const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / day_ms

/** Templates to be reviewed by then are due for it today. */
export const reviewNoticeEnd = (today: string): string => addCalendarDays(today, review_notice_days)

export type ReviewDates = { reviewDue: string; reviewRemindedOn: string | null }

/**
 * Whether the people of a practice are to be reminded today: once when the review date comes near, once on the day,
 * and again after every so many days that it is overdue.
 */
export function isReminderDue({ reviewDue, reviewRemindedOn }: ReviewDates, today: string): boolean {
  const overdue = dayNumber(today) - dayNumber(reviewDue)
  if (overdue < -review_notice_days) return false
  const newest = dayNumber(reviewDue) + Math.floor(overdue / review_notice_days) * review_notice_days
  return reviewRemindedOn === null || dayNumber(reviewRemindedOn) < newest
}
