import { reminder_days_before_max, reminder_days_max, reminders_max } from '../../../contract/limits.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type ReminderPolicy = Awaited<ReturnType<Api['reminders']['policy']>>

/** The days as they are typed: '2, 5'. */
export const formatDays = (days: readonly number[]): string => days.join(', ')

/** The days of a line such as '2, 5 and 9'; null where something in it is no day, or comes twice. */
export function parseDays(typed: string): number[] | null {
  const words = typed.split(/[\s,;]+|\band\b/).filter(Boolean)
  const days = words.map(Number)
  const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= reminder_days_max
  if (!days.every(isDay) || new Set(days).size !== days.length || days.length > reminders_max) return null
  return days.toSorted((a, b) => a - b)
}

const isTime = (typed: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed)

/** The policy as typed, with the faults a browser can find; an error's id is the field's own. */
export function parseReminderPolicyForm(form: FormData): { entry: ReminderPolicy; errors: FieldProblem[] } {
  const said = (name: string) => String(form.get(name) ?? '').trim()
  const has = (name: string) => form.get(name) !== null
  const days = parseDays(said('daysAfterSending'))
  const typedBefore = said('daysBeforeAppointment')
  const before = typedBefore === '' ? null : /^\d+$/.test(typedBefore) ? Number(typedBefore) : Number.NaN
  const isOn = has('isOn')
  const entry: ReminderPolicy = {
    isOn,
    daysAfterSending: days ?? [],
    daysBeforeAppointment: before,
    quietFrom: said('quietFrom'),
    quietUntil: said('quietUntil'),
    weekends: has('weekends'),
    ladder: { sms: has('ladderSms'), call: has('ladderCall'), letter: has('ladderLetter') },
  }
  const checks: [right: boolean, id: string, text: string][] = [
    [
      days !== null && (!isOn || days.length > 0),
      'daysAfterSending',
      `Enter 1 to ${reminders_max} different days from 1 to ${reminder_days_max}, like 2, 5`,
    ],
    [
      before === null || (before >= 1 && before <= reminder_days_before_max),
      'daysBeforeAppointment',
      `Enter a whole number from 1 to ${reminder_days_before_max}, or nothing`,
    ],
    [isTime(entry.quietFrom), 'quietFrom', 'Enter when quiet hours begin, like 20:00'],
    [isTime(entry.quietUntil), 'quietUntil', 'Enter when quiet hours end, like 08:00'],
  ]
  return { entry, errors: checks.filter(([right]) => !right).map(([, id, text]) => ({ id, text })) }
}
