import { awaitsPatient, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { Api } from '../../api.ts'
import type { PatientChoice } from '../patients/index.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export type PatientLink = Awaited<ReturnType<Api['signing']['listLinks']>>[number]

/** How a link travels, as sentences say it. */
export const channelPhrases = { email: 'e-mail', sms: 'text message' } as const

/**
 * How a consent is offered to be sent, the way the patient likes best first: by text message where that reaches them and
 * they agree to it, by e-mail always, since what is missing for that is said when it is tried.
 */
export function sendMethods(patient: Pick<PatientChoice, 'reachedBy'> | null): SendingChannel[] {
  const reached = patient?.reachedBy ?? []
  return reached.includes('email') ? reached : [...reached, 'email']
}

/** Whether a link opens the record of what was signed, and no longer a form to sign. */
export const isSealed = (status: ConsentStatus): boolean => status === 'signed' || status === 'finalised'

type LinkStatus = { label: string; tone: Tone; works: boolean }

/** Whether a link still works and for what, and if not, why. */
export function linkStatus(link: PatientLink, status: ConsentStatus, now: Date): LinkStatus {
  if (link.revokedAt) return { label: 'Revoked', tone: 'neutral', works: false }
  if (link.lockedAt) return { label: 'Locked: wrong dates of birth', tone: 'bad', works: false }
  if (new Date(link.expiresAt) <= now) return { label: 'Expired', tone: 'neutral', works: false }
  if (link.delivery === 'failed' || link.delivery === 'bounced')
    return { label: 'Not delivered', tone: 'bad', works: true }
  const day = dayText(link.expiresAt)
  if (awaitsPatient(status) || status === 'verbal')
    return { label: `Works until ${day}`, tone: 'ok', works: true }
  return { label: `Read only until ${day}`, tone: 'neutral', works: true }
}
