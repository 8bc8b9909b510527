import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { JobScope, StaffSide } from '../../platform/database/transaction.ts'
import { findConsent, type ConsentRecord } from '../consents/index.ts'
import { clinicOf, timeZoneOf } from '../clinics/index.ts'
import {
  dayText,
  patientMessage,
  queueMessage,
  textLanguageOf,
  type Composer,
  type MessageKind,
} from '../messages/index.ts'
import { channelsOf, contactEmail, findPatient, reachOf } from '../patients/index.ts'
import { linkExpiry, mayHaveLink } from './signing-rules.ts'
import { insertLink, retireLinkOf, revokeUnopened } from './signing-store.ts'

/** Where mails about a consent go; '' when nobody's address is on file. */
export async function contactOf(scope: StaffSide, { patientId }: ConsentRecord): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return patient ? contactEmail(patient) : ''
}

/** Why no link went out: nothing of the kind is on file, or nobody can be written to at all. */
export type Unsent = 'no-email' | 'no-mobile' | 'no-contact'
export type SentLink = { by: SendingChannel; messageId: string }

const missing = { email: 'no-email', sms: 'no-mobile' } as const

/**
 * Queues a new link for a consent by e-mail or as a text; without a wish as the patient prefers, else by what is on
 * file. The caller has seen that the consent may have a link.
 */
export async function sendLink(
  scope: StaffSide,
  { id: aboutId, patientId }: Pick<ConsentRecord, 'id' | 'patientId'>,
  by?: SendingChannel,
  kind: 'consent-link' | 'new-link' | 'reminder' = 'consent-link',
): Promise<SentLink | Unsent> {
  const patient = await findPatient(scope, patientId)
  if (!patient) return 'no-contact'
  const reach = reachOf(patient)
  const channel = channelsOf(reach).find((open) => !by || open === by)
  if (!channel) return by ? missing[by] : 'no-contact'
  const recipient = channel === 'sms' ? reach.mobile : reach.email
  return { by: channel, messageId: await queueMessage(scope, { kind, aboutId, recipient, channel }) }
}

/** Queues a new link to the contact on file, where the consent still has something to read and there is a contact. */
export async function sendNewLink(scope: JobScope, consentId: string): Promise<void> {
  const consent = await findConsent(scope, consentId)
  if (consent && mayHaveLink(consent.status)) await sendLink(scope, consent, undefined, 'new-link')
}

/** Messages about a consent, and the screen that their link opens. */
const screenOf = {
  'consent-link': 'sign-consent',
  'new-link': 'sign-consent',
  reminder: 'sign-consent',
  'signed-copy': 'view-consent',
} as const satisfies Partial<Record<MessageKind, string>>

/** Composes a message that carries a link. The link is made with it, so that its token is nowhere kept. */
export const linkComposer =
  (address: string): Composer =>
  async (scope, { id, kind: asked, channel, aboutId }) => {
    const kind = asked as keyof typeof screenOf
    const consent = await findConsent(scope, aboutId)
    if (!consent || !mayHaveLink(consent.status)) return null
    await retireLinkOf(scope, id)
    if (kind !== 'signed-copy') await revokeUnopened(scope, aboutId)
    const [clinic, patient] = [await clinicOf(scope), await findPatient(scope, consent.patientId)]
    const expiresAt = linkExpiry(scope.now, consent)
    const { token } = await insertLink(scope, { consentId: aboutId, expiresAt, messageId: id })
    const language = textLanguageOf(patient?.language ?? 'en')
    return patientMessage(
      scope,
      { kind, channel: channel === 'sms' ? 'sms' : 'email', language },
      {
        practiceName: clinic.name,
        practicePhone: clinic.phone,
        link: `${address}/${screenOf[kind]}/${token}`,
        expires: dayText(language, expiresAt, await timeZoneOf(scope)),
        greetingName: '',
      },
    )
  }
