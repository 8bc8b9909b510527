import type { DayList, DayListField, DayListOutcome, DayListRow } from '../../../contract/day-lists.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { numberText } from '../../ui/plain/number-text.ts'

/** What a column may hold. */
export const fieldLabels: Record<DayListField, string> = {
  day: 'Day',
  time: 'Start: time, or day and time',
  endTime: 'End',
  minutes: 'Duration',
  patientNumber: 'Patient number in your system',
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  dateOfBirth: 'Date of birth',
  nhsNumber: 'NHS number',
  phone: 'Phone',
  email: 'E-mail',
  clinician: 'Clinician',
  treatment: 'Treatment or reason',
  room: 'Surgery',
  status: 'Appointment status',
}

type BadgeAppearance = { label: string; tone: Tone }

/** What a row would do. */
export const outcomeBadges: Record<DayListOutcome, BadgeAppearance> = {
  new: { label: 'To be booked', tone: 'ok' },
  'new-patient': { label: 'New patient, to be booked', tone: 'ok' },
  changed: { label: 'To be changed', tone: 'brand' },
  same: { label: 'Already on the board', tone: 'neutral' },
  begun: { label: 'Already started', tone: 'neutral' },
  'ended-here': { label: 'Cancelled or missed on the board', tone: 'neutral' },
  who: { label: 'Which patient?', tone: 'warn' },
  whose: { label: 'Which clinician?', tone: 'warn' },
  cancelled: { label: 'Cancelled in the list', tone: 'neutral' },
  left: { label: 'Skipped', tone: 'neutral' },
  unusable: { label: 'Cannot be used', tone: 'bad' },
}

type Result = NonNullable<DayListRow['result']>

/** What became of a row. */
export const resultBadges: Record<Result, BadgeAppearance> = {
  booked: { label: 'Booked', tone: 'ok' },
  updated: { label: 'Changed', tone: 'brand' },
  unchanged: { label: 'Unchanged', tone: 'neutral' },
  'left-out': { label: 'Skipped', tone: 'warn' },
  removed: { label: 'Removed', tone: 'neutral' },
  restored: { label: 'Restored', tone: 'neutral' },
  kept: { label: 'Kept', tone: 'warn' },
}

const countWords: Record<keyof DayList['results'], string> = {
  booked: 'booked',
  updated: 'changed',
  unchanged: 'unchanged',
  'left-out': 'skipped',
  cancelled: 'cancelled',
  'patients-added': 'patients added',
  removed: 'removed',
  restored: 'restored',
  kept: 'kept',
}

const countPhrase = (result: keyof DayList['results'], count: number) =>
  result === 'patients-added' && count === 1 ? 'patient added' : countWords[result]

/** What a list did, in one line: '12 booked, 3 changed'. */
export function resultText(results: DayList['results']): string {
  const parts = (Object.keys(countWords) as (keyof DayList['results'])[])
    .filter((result) => results[result] > 0)
    .map((result) => `${numberText(results[result])} ${countPhrase(result, results[result])}`)
  return parts.join(', ') || 'Nothing'
}

export const appointmentsText = (count: number) =>
  count === 1 ? '1 appointment' : `${numberText(count)} appointments`

type Outcomes = NonNullable<DayList['preview']>['outcomes']

/** The kinds of rows that are counted together above the rows. */
export const outcomeGroups = [
  { key: 'book', label: 'To be booked', note: 'not on the board yet', of: ['new', 'new-patient'] },
  { key: 'change', label: 'To be changed', note: 'different on the board', of: ['changed'] },
  { key: 'ask', label: 'To decide', note: 'skipped until then', of: ['who', 'whose'] },
  {
    key: 'stay',
    label: 'No change',
    note: 'already on the board',
    of: ['same', 'begun', 'ended-here'],
  },
  { key: 'left', label: 'Skipped', note: 'not imported', of: ['cancelled', 'left', 'unusable'] },
] as const satisfies readonly { key: string; label: string; note: string; of: readonly DayListOutcome[] }[]

export const countOf = (outcomes: Outcomes, of: readonly DayListOutcome[]): number =>
  of.reduce((sum, outcome) => sum + outcomes[outcome], 0)

const order: readonly DayListOutcome[] = ['whose', 'who', 'unusable', 'ended-here', 'changed']

/** Rows that wait for somebody first, then those with something to read, then the others, each as in the file. */
export function sortRows(rows: readonly DayListRow[]): DayListRow[] {
  const placeOf = ({ outcome }: DayListRow) => {
    const place = order.indexOf(outcome)
    return place < 0 ? order.length : place
  }
  return rows.toSorted((one, other) => placeOf(one) - placeOf(other) || one.number - other.number)
}

/** Whether no column names the day, so that somebody has to. */
export const requiresDay = (columns: readonly { field: DayListField | null; dates: unknown }[]): boolean =>
  !columns.some(({ field, dates }) => field === 'day' || (field === 'time' && dates !== null))
