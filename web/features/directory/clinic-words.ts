import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import type { ClinicStatus, DirectorySortOrder, TrialState } from '../../../contract/clinic-states.ts'
import type { DirectoryChange } from '../../../contract/directory.ts'
import { plans, type PlanName } from '../../../contract/plans.ts'
import { nationNames, type Nation } from '../../../contract/retention-rules.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'

export const clinicStatusBadges: Record<ClinicStatus, { label: string; tone: Tone; meaning: string }> = {
  active: { label: 'Active', tone: 'ok', meaning: 'Staff can sign in and everything works.' },
  inactive: {
    label: 'Inactive',
    tone: 'neutral',
    meaning: 'Staff cannot sign in. Patients can still open their links, read, sign and withdraw consent.',
  },
  suspended: {
    label: 'Suspended',
    tone: 'bad',
    meaning:
      'Staff cannot sign in and see that the account is suspended. Patients can still open their links, read, sign and withdraw consent.',
  },
}

export const trialLabels: Record<TrialState, string> = {
  running: 'On trial',
  ended: 'Trial ended',
  none: 'No trial',
}

export const orderLabels: Record<DirectorySortOrder, string> = {
  name: 'By name',
  newest: 'Newest first',
  activity: 'Last active first',
}

/** A plan with where its trial stands: 'Growth, trial until 31 Jan 2027'. */
export function planText(plan: PlanName, trial: TrialState, until: string | null): string {
  const { title } = plans[plan]
  if (until === null) return title
  return `${title}, trial ${trial === 'running' ? 'until' : 'ended on'} ${calendarDayText(until)}`
}

/** What changing a practice's state does, before it is done. */
export function statusChangeEffects(from: ClinicStatus, to: ClinicStatus): string[] {
  if (to === 'active')
    return [
      'Staff can sign in again immediately.',
      'Reminders, follow-up messages and API keys keep working.',
      'Its administrators are notified by e-mail.',
    ]
  const access =
    from === 'active'
      ? 'All staff are signed out immediately and cannot sign in until the practice is active again.'
      : 'Staff still cannot sign in.'
  return [
    access,
    'Patients can still open their links, read, sign and withdraw consent. No record is deleted.',
    'Reminders and follow-up messages are paused, and API keys are refused.',
    from === 'active'
      ? 'Its administrators are notified by e-mail, without your reason.'
      : 'No e-mail is sent.',
  ]
}

const changeTitles: Record<DirectoryChange['what'], string> = {
  founded: 'Registered by the practice',
  created: 'Added by an administrator',
  facts: 'Details changed',
  plan: 'Plan changed',
  status: 'Status changed',
  owner: 'Owner changed',
  administrator: 'Administrator invited',
  closed: 'Account closed by the practice',
}

const fieldLabels: Record<string, string> = {
  name: 'Name',
  address: 'Address',
  phone: 'Phone',
  email: 'E-mail',
  nation: 'Nation',
  timeZone: 'Time zone',
  plan: 'Plan',
  trialUntil: 'Trial until',
  status: 'Status',
  owner: 'Owner',
  administrator: 'Administrator',
}

function valueText(field: string, value: string): string {
  if (value === '') return 'none'
  if (field === 'plan') return plans[value as PlanName]?.title ?? value
  if (field === 'status') return clinicStatusBadges[value as ClinicStatus]?.label ?? value
  if (field === 'nation') return nationNames[value as Nation] ?? value
  return field === 'trialUntil' ? calendarDayText(value) : value.replaceAll(/\s*\n\s*/g, ', ')
}

/** An act on a practice's account: what it was, and each field with what it was and is. */
export function describeChange({ what, changes }: DirectoryChange): { title: string; lines: string[] } {
  const isNew = what === 'created' || what === 'administrator'
  // Of something new nothing was before, and what was left empty is no news.
  const told = isNew ? changes.filter(({ after }) => after !== '') : changes
  return {
    title: changeTitles[what],
    lines: told.map(({ field, before, after }) => {
      const [label, is] = [fieldLabels[field] ?? field, valueText(field, after)]
      return isNew ? `${label}: ${is}` : `${label}: ${valueText(field, before)} to ${is}`
    }),
  }
}

const gibibyte = 1024 ** 3

/** Bytes as people know them: '3.2 GB', '480 MB'. */
export function formatStorage(bytes: number): string {
  const [amount, unit] = bytes >= gibibyte ? [bytes / gibibyte, 'GB'] : [bytes / 1024 ** 2, 'MB']
  return `${amount.toLocaleString('en-GB', { maximumFractionDigits: 1 })} ${unit}`
}

/** Where a practice's payments by card stand, as the platform sees it. */
export const cardPaymentBadges: Record<SubscriptionStatus, { label: string; tone: Tone }> = {
  incomplete: { label: 'First payment failed', tone: 'neutral' },
  incomplete_expired: { label: 'First payment failed', tone: 'neutral' },
  trialing: { label: 'On trial, card on file', tone: 'ok' },
  active: { label: 'Paid', tone: 'ok' },
  past_due: { label: 'Payment failed, retrying', tone: 'warn' },
  unpaid: { label: 'Unpaid', tone: 'bad' },
  paused: { label: 'Trial ended without a card', tone: 'warn' },
  canceled: { label: 'Ended', tone: 'neutral' },
}
