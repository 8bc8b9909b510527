import { review_notice_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import { dayAt, laterDay } from '../../platform/zoned-time.ts'

/** Days of the calendar, as YYYY-MM-DD; counted without hours, so that no change of the clocks moves one. */
const numberOf = (day: string): number => Date.parse(`${day}T00:00:00Z`) / day_ms

/** The day that the calendar of a zone shows at a moment. */
export const dayIn = (timeZone: string, now: Date): string => dayAt(now, timeZone)

/** Templates to be reviewed by then are due for it today. */
export const noticeEnd = (today: string): string => laterDay(today, review_notice_days)

export type ReviewDates = { reviewDue: string; reviewRemindedOn: string | null }

/**
 * Whether the people of a practice are to be reminded today: once when the review date comes near, once on the day,
 * and again after every so many days that it is overdue.
 */
export function isReminderDue({ reviewDue, reviewRemindedOn }: ReviewDates, today: string): boolean {
  const overdue = numberOf(today) - numberOf(reviewDue)
  if (overdue < -review_notice_days) return false
  const newest = numberOf(reviewDue) + Math.floor(overdue / review_notice_days) * review_notice_days
  return reviewRemindedOn === null || numberOf(reviewRemindedOn) < newest
}
