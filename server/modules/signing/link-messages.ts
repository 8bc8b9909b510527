import { randomUUID } from 'node:crypto'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { JobScope, StaffSide } from '../../platform/database/transaction.ts'
import { findConsent, type ConsentRecord } from '../consents/index.ts'
import { clinicOf, settingsOf, timeZoneOf } from '../clinics/index.ts'
import {
  dayText,
  patientMessage,
  queueMessage,
  textLanguageOf,
  type Composer,
  type MessageKind,
} from '../messages/index.ts'
import {
  channelsOf,
  contactEmail,
  contactEnded,
  findPatient,
  mayContact,
  reachOf,
  type PatientRow,
} from '../patients/index.ts'
import { openTask, tasksAbout } from '../tasks/index.ts'
import { isOver, linkExpiry, mayHaveLink } from './signing-rules.ts'
import { insertLink, retireLinkOf, revokeUnopened } from './signing-store.ts'

/** Where the practice mails of itself about a consent; '' for nowhere, or where the patient does not agree to e-mail. */
export async function agreedContactOf(scope: StaffSide, { patientId }: ConsentRecord): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return patient && !mayContact(patient, 'email') ? contactEmail(patient, scope.now) : ''
}

/** Why no link went out: nothing of the kind is on file, nothing at all is, or the patient does not agree to it. */
export type Unsent = 'no-email' | 'no-mobile' | 'no-contact' | ContactRefusal
export type SentLink = { by: SendingChannel; messageId: string }

const missing = { email: 'no-email', sms: 'no-mobile' } as const

type LinkKind = 'consent-link' | 'new-link' | 'reminder' | 'question-answered' | 'aftercare' | 'survey'
/** What the patient asked for, whatever they agree to otherwise. */
const wanted: readonly LinkKind[] = ['new-link', 'question-answered']
type Linked = Pick<ConsentRecord, 'id' | 'patientId'>

/**
 * Queues a new link for a consent by e-mail or as a text; without a wish as the patient prefers, else by what is on
 * file. What they asked for goes out whatever they agree to otherwise; nobody is sent anything who has left or died. The caller has seen that the consent may have a link.
 */
export function sendLink(
  scope: StaffSide,
  consent: Linked,
  by: SendingChannel,
  kind?: LinkKind,
): Promise<SentLink | Exclude<Unsent, 'no-contact'>>
export function sendLink(
  scope: StaffSide,
  consent: Linked,
  by: undefined,
  kind: LinkKind,
): Promise<SentLink | 'no-contact' | ContactRefusal>
export function sendLink(
  scope: StaffSide,
  consent: Linked,
  by?: SendingChannel,
  kind?: LinkKind,
): Promise<SentLink | Unsent>
export async function sendLink(
  scope: StaffSide,
  { id: aboutId, patientId }: Linked,
  by?: SendingChannel,
  kind: LinkKind = 'consent-link',
): Promise<SentLink | Unsent> {
  const patient = (await findPatient(scope, patientId))!
  const ended = contactEnded(patient)
  if (ended) return ended
  const reach = reachOf(patient, scope.now)
  const onFile = channelsOf(reach).filter((channel) => !by || channel === by)
  if (onFile.length === 0) return by ? missing[by] : 'no-contact'
  const channel = onFile.find((open) => wanted.includes(kind) || reach.agreed.includes(open))
  if (!channel) return 'contact-declined'
  const recipient = channel === 'sms' ? reach.mobile : reach.email
  return { by: channel, messageId: await queueMessage(scope, { kind, aboutId, recipient, channel }) }
}

/** The same after the practice answered what the patient asked or told. */
export const sendAnswerLink = (scope: StaffSide, consent: Linked) =>
  sendLink(scope, consent, undefined, 'question-answered')

/**
 * Queues a new link to the contact on file, where the consent still has something to read and there is a contact. Where
 * nothing is on file, or the time to sign is over, somebody of the practice gets to know that it was asked for: one task,
 * however often.
 */
export async function sendNewLink(scope: JobScope, consentId: string): Promise<void> {
  const consent = await findConsent(scope, consentId)
  if (!consent) return
  const mayHave = mayHaveLink(consent, scope.now)
  const sent = mayHave && (await sendLink(scope, consent, undefined, 'new-link'))
  if (sent !== 'no-contact' && consent.status !== 'expired' && !isOver(consent, scope.now)) return
  const asked = (await tasksAbout(scope, consentId)).filter(({ kind }) => kind === 'new-link')
  if (asked.some(({ doneAt }) => doneAt === null)) return
  const assignedTo = consent.takeoverId ?? consent.clinicianId
  await openTask(scope, { kind: 'new-link', consentId, causeId: randomUUID(), assignedTo })
  scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId })
}

/** Messages about a consent, and the screen that their link opens. */
const screenOf = {
  'consent-link': 'sign-consent',
  'new-link': 'sign-consent',
  reminder: 'sign-consent',
  'question-answered': 'sign-consent',
  'signed-copy': 'view-consent',
  aftercare: 'after-visit',
  survey: 'after-visit',
} as const satisfies Partial<Record<MessageKind, string>>

/**
 * Messages that leave the links before them alone: a copy, and what follows a treatment. Whoever is in pain at night opens
 * the message they find, and none of these asks for a signature.
 */
const leaving: readonly string[] = ['signed-copy', 'aftercare', 'survey']

/** Whether a patient may still be sent what waits: they may have left or died meanwhile, or have no such contact any more. */
function isReached(patient: PatientRow, channel: string, now: Date): boolean {
  const { email, mobile } = reachOf(patient, now)
  return !contactEnded(patient) && (channel === 'sms' ? mobile : email) !== ''
}

/** Composes a message that carries a link. The link is made with it, so that its token is nowhere kept. */
export const linkComposer =
  (address: string): Composer =>
  async (scope, { id, kind: asked, channel, aboutId }) => {
    const kind = asked as keyof typeof screenOf
    const consent = await findConsent(scope, aboutId)
    if (!consent || !mayHaveLink(consent, scope.now)) return null
    const patient = (await findPatient(scope, consent.patientId))!
    if (!isReached(patient, channel, scope.now)) return null
    await retireLinkOf(scope, id)
    if (!leaving.includes(kind)) await revokeUnopened(scope, aboutId)
    const clinic = await clinicOf(scope)
    const expiresAt = linkExpiry(scope.now, consent, await settingsOf(scope))
    const { token } = await insertLink(scope, { consentId: aboutId, expiresAt, messageId: id })
    const language = textLanguageOf(patient.language)
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
