import { session_hours_max, session_idle_minutes_max } from '../../../contract/limits.ts'
import type { Api } from '../../api.ts'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'

export type ClinicSecurity = Awaited<ReturnType<Api['clinics']['security']>>
type SecurityEntry = Parameters<Api['clinics']['changeSecurity']>[0]

/** How few minutes and hours a practice may set; the most stands among the product's limits. */
const idle_minutes_min = 2
const hours_min = 1
/** As the contract has it. */
const reason_length_min = 10

/** What a practice may set, in words beside the fields. */
export const securityRangeHints = {
  idleMinutes: `${idle_minutes_min} to ${session_idle_minutes_max} minutes`,
  hours: `${hours_min} to ${session_hours_max} hours`,
}

/** The settings as typed, with the faults a browser can find; an error's id is the field's own, as the server names it. */
export function parseSecurityForm(
  form: FormData,
  { requiresSecondFactor: isRequired }: Pick<ClinicSecurity, 'requiresSecondFactor'>,
): { entry: SecurityEntry; errors: FieldProblem[] } {
  const secondFactorReason = String(form.get('secondFactorReason') ?? '').trim()
  const entry: SecurityEntry = {
    timeZone: String(form.get('timeZone') ?? ''),
    sessionIdleMinutes: parseWholeNumber(form.get('sessionIdleMinutes')),
    sessionHours: parseWholeNumber(form.get('sessionHours')),
    requiresSecondFactor: form.get('requiresSecondFactor') !== null,
    ...(secondFactorReason ? { secondFactorReason } : {}),
  }
  const isSwitchedOff = isRequired && !entry.requiresSecondFactor
  const { sessionIdleMinutes, sessionHours } = entry
  const checks: [right: boolean, id: string, text: string][] = [
    [
      !isSwitchedOff || secondFactorReason.length >= reason_length_min,
      'secondFactorReason',
      `Enter the reason, in at least ${reason_length_min} characters`,
    ],
    [entry.timeZone !== '', 'timeZone', 'Choose the time zone of the practice'],
    [
      isWithin(sessionIdleMinutes, idle_minutes_min, session_idle_minutes_max),
      'sessionIdleMinutes',
      `Enter a whole number of minutes from ${idle_minutes_min} to ${session_idle_minutes_max}`,
    ],
    [
      isWithin(sessionHours, hours_min, session_hours_max),
      'sessionHours',
      `Enter a whole number of hours from ${hours_min} to ${session_hours_max}`,
    ],
  ]
  return { entry, errors: checks.filter(([right]) => !right).map(([, id, text]) => ({ id, text })) }
}

/** NaN for anything but digits: an empty field is not nought. */
function parseWholeNumber(typed: FormDataEntryValue | null): number {
  const text = typeof typed === 'string' ? typed.trim() : ''
  return /^\d+$/.test(text) ? Number(text) : Number.NaN
}

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most
