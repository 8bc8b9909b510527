import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

/** How each state is named and tinted. */
export const consentStatusAppearance: Record<ConsentStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  approved: { label: 'Approved', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'brand' },
  viewed: { label: 'Viewed', tone: 'warn' },
  verbal: { label: 'Agreed verbally', tone: 'ok' },
  signed: { label: 'Signed', tone: 'ok' },
  finalised: { label: 'Finalised', tone: 'ok' },
  declined: { label: 'Declined', tone: 'bad' },
  withdrawn: { label: 'Withdrawn', tone: 'bad' },
  expired: { label: 'Expired', tone: 'neutral' },
  voided: { label: 'Voided', tone: 'neutral' },
  superseded: { label: 'Superseded', tone: 'neutral' },
}
