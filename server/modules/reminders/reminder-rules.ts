import type { ReminderPolicy } from '../../../contract/reminders.ts'
import { day_ms } from '../../platform/clock.ts'
import { addCalendarDays, instantAtOrAfter, zonedTime } from '../../platform/zoned-time.ts'

/** How a practice reminds that has said nothing about it. */
export const defaultReminderPolicy: ReminderPolicy = {
  isOn: true,
  daysAfterSending: [2, 5],
  daysBeforeAppointment: 2,
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
      moment = instantAtOrAfter({ day: addCalendarDays(day, 1), minutes: isOvernight ? until : 0 }, timeZone)
    else if (!isQuiet) return moment
    else {
      const on = isOvernight && minutes >= from ? addCalendarDays(day, 1) : day
      moment = instantAtOrAfter({ day: on, minutes: until }, timeZone)
    }
  }
  return moment
}

/** A reminder that is to come: which one it is, and when. */
export type Step = { step: string; at: Date }

type Waiting = {
  sentAt: Date
  /** Opened, and not answered: only the appointment is a reason to remind then. */
  isOpened: boolean
  /** When the next appointment begins that it is about; null where there is none ahead. */
  appointmentAt: Date | null
  /** When the patient, thinking about it, asked to be reminded, and after how many days; absent where they did not. */
  asked?: { at: Date; days: number } | undefined
  done: ReadonlySet<string>
  now: Date
}

export const beforeAppointment = 'before-appointment'
/** In the morning, so that the day is left to read, ask and sign. */
const before_minutes = 10 * 60

/**
 * So many days before an appointment; earlier where that day is a quiet one, since later might be too late. None where
 * the consent was sent within the day before that: it has only just arrived.
 */
function stepBefore(
  { sentAt, appointmentAt }: Waiting,
  policy: ReminderPolicy,
  timeZone: string,
): Step | null {
  const { daysBeforeAppointment: days } = policy
  if (days === null || !appointmentAt) return null
  const { day } = zonedTime(appointmentAt, timeZone)
  for (let earlier = 0; earlier < steps_max; earlier++) {
    const on = addCalendarDays(day, -days - earlier)
    const at = nextAllowed(instantAtOrAfter({ day: on, minutes: before_minutes }, timeZone), policy, timeZone)
    if (zonedTime(at, timeZone).day !== on) continue
    return at.getTime() - sentAt.getTime() < day_ms ? null : { step: beforeAppointment, at }
  }
  return null
}

/** So many days after sending, when the clock of the practice shows the same time. */
function dayAfter(sentAt: Date, days: number, timeZone: string): Date {
  const { day, minutes } = zonedTime(sentAt, timeZone)
  return instantAtOrAfter({ day: addCalendarDays(day, days), minutes }, timeZone)
}

const asked_prefix = 'asked-'
/** Whether a step is one that the patient asked for. */
export const isAskedFor = (step: string | null): boolean => step?.startsWith(asked_prefix) ?? false

/** The reminder that the patient asked for; a later wish is another one. */
const stepAsked = ({ at, days }: NonNullable<Waiting['asked']>, policy: Quiet, timeZone: string): Step => ({
  step: asked_prefix + at.toISOString(),
  at: nextAllowed(dayAfter(at, days, timeZone), policy, timeZone),
})

/**
 * The next reminder of a consent that waits, or null when there is none. Of several that are overdue, as after a time
 * in which nothing ran, only the latest is sent: nobody gets two at once, nor one on the day of that before an
 * appointment. What the patient asked for comes whatever the practice does by itself, and takes the place of what the
 * practice would send after sending.
 */
export function nextStep(waiting: Waiting, policy: ReminderPolicy, timeZone: string): Step | null {
  const { sentAt, isOpened, asked, done, now } = waiting
  if (!policy.isOn && !asked) return null
  const before = policy.isOn ? stepBefore(waiting, policy, timeZone) : null
  const isApart = ({ step, at }: Step) =>
    !before || done.has(step) || Math.abs(at.getTime() - before.at.getTime()) >= day_ms
  const after = policy.daysAfterSending.map((days) => ({
    step: `day-${days}`,
    at: nextAllowed(dayAfter(sentAt, days, timeZone), policy, timeZone),
  }))
  const wished = asked ? [stepAsked(asked, policy, timeZone)] : []
  const steps = [
    ...(isOpened || asked ? wished : after).filter(isApart),
    ...(before ? [before] : []),
  ].toSorted((one, other) => one.at.getTime() - other.at.getTime())
  const lastDone = steps.findLastIndex(({ step }) => done.has(step))
  const open = steps.slice(lastDone + 1)
  return open.findLast(({ at }) => at <= now) ?? open[0] ?? null
}
