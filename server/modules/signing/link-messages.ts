import type { JobScope, StaffSide } from '../../platform/database/transaction.ts'
import { findConsent, type ConsentRecord } from '../consents/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { messageText, queueMessage, type Composer, type MessageKind } from '../messages/index.ts'
import { contactEmail, contactEnded, findPatient, mayContact } from '../patients/index.ts'
import { linkExpiry, mayHaveLink } from './signing-rules.ts'
import { insertLink, retireLinkOf, revokeUnopened } from './signing-store.ts'

/** Where messages about a consent go; '' when nobody's address is on file, or nothing is sent to the patient any more. */
export async function contactOf(scope: StaffSide, { patientId }: ConsentRecord): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return patient && !contactEnded(patient) ? contactEmail(patient, scope.now) : ''
}

/** The same for what the practice sends of itself: '' also where the patient does not agree to e-mail. */
export async function agreedContactOf(scope: StaffSide, { patientId }: ConsentRecord): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return patient && !mayContact(patient, 'email') ? contactEmail(patient, scope.now) : ''
}

/** Queues a new link to the contact on file, where the consent still has something to read and there is a contact. */
export async function sendNewLink(scope: JobScope, consentId: string): Promise<void> {
  const consent = await findConsent(scope, consentId)
  const recipient = consent && mayHaveLink(consent.status) && (await contactOf(scope, consent))
  if (recipient) await queueMessage(scope, { kind: 'new-link', aboutId: consentId, recipient })
}

/** Messages about a consent, and the screen that their link opens. */
const screenOf = {
  'consent-link': 'sign-consent',
  'new-link': 'sign-consent',
  'signed-copy': 'view-consent',
} as const satisfies Partial<Record<MessageKind, string>>
const dateText = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'Europe/London' })

/** Composes a message that carries a link. The link is made with it, so that its token is nowhere kept. */
export const linkComposer =
  (address: string): Composer =>
  async (scope, { id, kind, aboutId }) => {
    const consent = await findConsent(scope, aboutId)
    if (!consent || !mayHaveLink(consent.status)) return null
    // The patient may have left or died while the message waited.
    if (!(await contactOf(scope, consent))) return null
    await retireLinkOf(scope, id)
    if (kind !== 'signed-copy') await revokeUnopened(scope, aboutId)
    const clinic = await clinicOf(scope)
    const expiresAt = linkExpiry(scope.now, consent)
    const { token } = await insertLink(scope, { consentId: aboutId, expiresAt, messageId: id })
    return messageText(kind, {
      practiceName: clinic.name,
      practicePhone: clinic.phone,
      link: `${address}/${screenOf[kind as keyof typeof screenOf]}/${token}`,
      expires: dateText.format(expiresAt),
      greetingName: '',
    })
  }
