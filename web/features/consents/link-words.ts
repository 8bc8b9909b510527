import { awaitsPatient, type ConsentStatus } from '../../../contract/consent-states.ts'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { Api } from '../../api.ts'
import type { PatientChoice } from '../patients/index.ts'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Tone } from '../../ui/plain/badge.tsx'

export type PatientLink = Awaited<ReturnType<Api['signing']['listLinks']>>[number]

/** How a link travels, as sentences say it. */
export const channelPhrases = { email: 'e-mail', sms: 'text message' } as const

/** What is known of how a patient can be reached. */
export type PatientContact = Pick<PatientChoice, 'email' | 'reachedBy'>

/** How a consent can be sent, the way the patient likes best first; by e-mail as long as nobody is chosen. */
export const sendMethods = (patient: Pick<PatientContact, 'reachedBy'> | null): readonly SendingChannel[] =>
  patient?.reachedBy ?? ['email']

/** Why no e-mail can be sent to a patient, what can be done instead, and what puts it right; null where one can. */
export function unreachableText({
  email,
  reachedBy,
}: PatientContact): Record<'title' | 'alternative' | 'remedy', string> | null {
  if (reachedBy.includes('email')) return null
  const isTextable = reachedBy.includes('sms')
  const also = isTextable ? '' : ' or mobile number for text messages'
  return {
    title:
      email === ''
        ? `This patient has no e-mail address${also}`
        : `This patient has not agreed to be contacted by e-mail${isTextable ? '' : ' or text message'}`,
    alternative: isTextable
      ? 'Send a text message, or show the link or QR code.'
      : 'Show the link or QR code instead.',
    remedy: email === '' ? 'Add an e-mail address' : 'Change contact permission',
  }
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
