import { yearsAfter } from './calendar-day.ts'

const appointment_years_back = 2
const appointment_years_ahead = 3

/** Whether an appointment on a day (YYYY-MM-DD) is so far from today that its year is likely mistyped. */
export const isDayUnlikely = (day: string, today: string): boolean =>
  day < yearsAfter(today, -appointment_years_back) || day > yearsAfter(today, appointment_years_ahead)

/** What is asked of such a day. */
export const unlikelyDay = `This day is more than ${appointment_years_back} years ago or ${appointment_years_ahead} years ahead.`
