import type { ReminderPolicy } from '../../../contract/reminders.ts'
import { laterDay, momentAtOrAfter, zonedTime } from '../../platform/zoned-time.ts'

/** How a practice reminds that has said nothing about it. */
export const shippedPolicy: ReminderPolicy = {
  isOn: true,
  daysAfterSending: [2, 5],
  quietFrom: '20:00',
  quietUntil: '08:00',
  weekends: true,
  ladder: { sms: true, call: true, letter: true },
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

type Quiet = Pick<ReminderPolicy, 'quietFrom' | 'quietUntil' | 'weekends'>

/** Quiet hours and weekends end on another day at most this often in a row. */
const steps_max = 5

/** The first moment from `at` on at which messages may go out by themselves, by the clock of the practice. */
export function nextAllowed(at: Date, { quietFrom, quietUntil, weekends }: Quiet, timeZone: string): Date {
  const [from, until] = [minutesOf(quietFrom), minutesOf(quietUntil)]
  let moment = at
  for (let step = 0; step < steps_max; step++) {
    const { day, minutes, weekday } = zonedTime(moment, timeZone)
    const isOvernight = from > until
    const isQuiet = isOvernight ? minutes >= from || minutes < until : minutes >= from && minutes < until
    const isWeekend = !weekends && (weekday === 0 || weekday === 6)
    if (isWeekend)
      moment = momentAtOrAfter({ day: laterDay(day, 1), minutes: isOvernight ? until : 0 }, timeZone)
    else if (!isQuiet) return moment
    else {
      const on = isOvernight && minutes >= from ? laterDay(day, 1) : day
      moment = momentAtOrAfter({ day: on, minutes: until }, timeZone)
    }
  }
  return moment
}

/** A reminder that is to come: which one it is, and when. */
export type Step = { step: string; at: Date }

type Waiting = { sentAt: Date; done: ReadonlySet<string>; now: Date }

/** So many days after sending, when the clock of the practice shows the same time. */
function dayAfter(sentAt: Date, days: number, timeZone: string): Date {
  const { day, minutes } = zonedTime(sentAt, timeZone)
  return momentAtOrAfter({ day: laterDay(day, days), minutes }, timeZone)
}

/**
 * The next reminder of a consent that waits, or null when there is none. Of several that are overdue, as after a time
 * in which nothing ran, only the latest is sent: nobody gets two at once.
 */
export function nextStep(
  { sentAt, done, now }: Waiting,
  policy: ReminderPolicy,
  timeZone: string,
): Step | null {
  if (!policy.isOn) return null
  const steps = policy.daysAfterSending.map((days) => ({
    step: `day-${days}`,
    at: nextAllowed(dayAfter(sentAt, days, timeZone), policy, timeZone),
  }))
  const lastDone = steps.findLastIndex(({ step }) => done.has(step))
  const open = steps.slice(lastDone + 1)
  return open.findLast(({ at }) => at <= now) ?? open[0] ?? null
}
