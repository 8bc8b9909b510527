import type { StaffMember } from '../../../contract/staff.ts'
import type { Api } from '../../api.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { dayText, recentText } from '../../ui/plain/date-text.ts'

/** Somebody on the staff with what they would leave behind. */
export type StaffDetails = Awaited<ReturnType<Api['staff']['get']>>

export const roleLabels: Record<StaffMember['role'], string> = {
  clinic_staff: 'Staff',
  clinic_admin: 'Practice administrator',
}

/** How somebody on the staff is called in lists and sentences. */
export const memberName = ({ firstName, lastName }: Pick<StaffMember, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

/** Where somebody stands: a word for the badge, and a line that says more where there is more to say. */
export type StaffState = { label: string; tone: Tone; more: string | null }

type InvitationFields = Pick<StaffMember, 'isActive' | 'registered' | 'invitation'>

/** Active, invited or inactive; for those invited, what became of the invitation. */
export function staffState({ isActive, registered, invitation }: InvitationFields, now: Date): StaffState {
  if (!isActive) return { label: 'Inactive', tone: 'neutral', more: null }
  if (registered) return { label: 'Active', tone: 'ok', more: null }
  if (!invitation) return { label: 'Not registered', tone: 'warn', more: 'No invitation was sent' }
  return invitationState(invitation, now)
}

function invitationState(invitation: NonNullable<StaffMember['invitation']>, now: Date): StaffState {
  const { status, sentAt, expiresAt } = invitation
  if (status === 'failed') {
    return { label: 'Failed', tone: 'bad', more: 'The invitation could not be sent' }
  }
  if (new Date(expiresAt) <= now) {
    return { label: 'Expired', tone: 'warn', more: `The invitation expired on ${dayText(expiresAt)}` }
  }
  const more = {
    queued: 'The invitation is waiting to be sent',
    sending: 'The invitation is being sent',
    sent: `Invitation sent: ${recentText(sentAt, now)}`,
    unconfirmed: 'The invitation may not have arrived',
  }
  const tone = status === 'unconfirmed' ? 'warn' : 'brand'
  return { label: 'Invited', tone, more: more[status] }
}

/** An invitation that is still on its way: looking again soon tells more. */
export const isInvitationPending = ({ invitation }: Pick<StaffMember, 'invitation'>): boolean =>
  invitation?.status === 'queued' || invitation?.status === 'sending'
