import { dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import type { TrialState } from '../../../contract/clinic-states.ts'
import type { DirectoryChange } from '../../../contract/directory.ts'
import { addCalendarDays, dayAt, instantAtOrAfter } from '../../platform/zoned-time.ts'

/** When a trial is over whose last day this is, by the clock of the practice. */
export const trialEnd = (lastDay: string | null, timeZone: string): Date | null =>
  lastDay === null ? null : instantAtOrAfter({ day: addCalendarDays(lastDay, 1), minutes: 0 }, timeZone)

/** The last day of a trial, from the moment at which it is over. */
export const trialLastDay = (endsAt: Date | null, timeZone: string): string | null =>
  endsAt === null ? null : dayAt(new Date(endsAt.getTime() - 1), timeZone)

/** Where a practice stands with its trial. */
export function trialStateOf(endsAt: Date | null, now: Date): TrialState {
  if (endsAt === null) return 'none'
  return endsAt > now ? 'running' : 'ended'
}

/** The last so many months of the calendar, the newest first: '2026-11'. */
export function monthsBefore(now: Date, timeZone: string, count: number): string[] {
  const [year = 0, month = 0] = dayAt(now, timeZone).split('-').map(Number)
  return Array.from({ length: count }, (_, back) =>
    dateOfUtcMidnight(Date.UTC(year, month - 1 - back, 1)).slice(0, 7),
  )
}

/** When a month begins by the clock of a practice. */
export const monthStart = (month: string, timeZone: string): Date =>
  instantAtOrAfter({ day: `${month}-01`, minutes: 0 }, timeZone)

/** What of an account changed: its fields as they were and as they are; empty where nothing did. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } {
  const names = (Object.keys(after) as (keyof Fields)[]).filter((name) => before[name] !== after[name])
  const only = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name]])) as Partial<Fields>
  return { before: only(before), after: only(after) }
}

const changedFieldByAction: Record<string, DirectoryChange['what']> = {
  'clinic.founded': 'founded',
  'clinic.created': 'created',
  'clinic.facts_changed': 'facts',
  'clinic.plan_changed': 'plan',
  'clinic.status_changed': 'status',
  'clinic.owner_changed': 'owner',
  'clinic.administrator_invited': 'administrator',
  'clinic.closed': 'closed',
}
/** What of the audit log is the history of a practice's account. */
export const accountActions = Object.keys(changedFieldByAction)

type LoggedAction = { at: Date; action: string; userName: string | null; details: Record<string, unknown> }

const toText = (value: unknown): string => (value === null || value === undefined ? '' : String(value))
const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** An act of the audit log as the history of an account tells it. */
export function changeOf({ at, action, userName, details }: LoggedAction): DirectoryChange {
  const [before, after] = [fieldsOf(details.before), fieldsOf(details.after)]
  return {
    at: at.toISOString(),
    by: userName ?? 'System',
    what: changedFieldByAction[action]!,
    changes: Object.keys(after).map((field) => ({
      field,
      before: toText(before[field]),
      after: toText(after[field]),
    })),
    reason: typeof details.reason === 'string' && details.reason !== '' ? details.reason : null,
  }
}
