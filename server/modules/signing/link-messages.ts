import { randomUUID } from 'node:crypto'
import type { SendingChannel } from '../../../contract/delivery-states.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import type { JobScope, StaffScope } from '../../platform/database/transaction.ts'
import { actionRules, findConsent, isExpired, type ConsentRecord } from '../consents/index.ts'
import { clinicContactOf, settingsOf, timeZoneOf } from '../clinics/index.ts'
import {
  dayText,
  composePatientMessage,
  queueMessage,
  textLanguageOf,
  type Composer,
  type MessageKind,
} from '../messages/index.ts'
import {
  reachableChannels,
  contactEmail,
  contactRefusal,
  findPatient,
  mayContact,
  contactDetailsOf,
  type PatientRow,
} from '../patients/index.ts'
import { openTask, listConsentTasks } from '../tasks/index.ts'
import { linkExpiry } from './signing-rules.ts'
import { insertLink, revokeLinkOfMessage, revokeUnopenedLinks } from './signing-store.ts'

/** Where the practice mails of itself about a consent; '' for nowhere, or where the patient does not agree to e-mail. */
export async function consentedEmailOf(scope: StaffScope, { patientId }: ConsentRecord): Promise<string> {
  const patient = await findPatient(scope, patientId)
  return patient && !mayContact(patient, 'email') ? contactEmail(patient, scope.now) : ''
}

/** Why no link went out: nothing of the kind is on file, nothing at all is, or the patient does not agree to it. */
export type UnsentReason = 'no-email' | 'no-mobile' | 'no-contact' | ContactRefusal
export type SentLink = { by: SendingChannel; messageId: string }

const missingContactReasons = { email: 'no-email', sms: 'no-mobile' } as const

type LinkKind = 'consent-link' | 'new-link' | 'reminder' | 'question-answered' | 'aftercare' | 'survey'
/** What the patient asked for, whatever they agree to otherwise. */
const patientRequestedKinds: readonly LinkKind[] = ['new-link', 'question-answered']
type LinkedConsent = Pick<ConsentRecord, 'id' | 'patientId'>

/**
 * Queues a new link for a consent by e-mail or as a text; without a wish as the patient prefers, else by what is on
 * file. What they asked for goes out whatever they agree to otherwise; nobody is sent anything who has left or died. The caller has seen that the consent may have a link.
 */
export function sendLink(
  scope: StaffScope,
  consent: LinkedConsent,
  by: SendingChannel,
  kind?: LinkKind,
): Promise<SentLink | Exclude<UnsentReason, 'no-contact'>>
export function sendLink(
  scope: StaffScope,
  consent: LinkedConsent,
  by: undefined,
  kind: LinkKind,
): Promise<SentLink | 'no-contact' | ContactRefusal>
export function sendLink(
  scope: StaffScope,
  consent: LinkedConsent,
  by?: SendingChannel,
  kind?: LinkKind,
): Promise<SentLink | UnsentReason>
export async function sendLink(
  scope: StaffScope,
  { id: aboutId, patientId }: LinkedConsent,
  by?: SendingChannel,
  kind: LinkKind = 'consent-link',
): Promise<SentLink | UnsentReason> {
  const patient = (await findPatient(scope, patientId))!
  const ended = contactRefusal(patient)
  if (ended) return ended
  const reach = contactDetailsOf(patient, scope.now)
  const onFile = reachableChannels(reach).filter((channel) => !by || channel === by)
  if (onFile.length === 0) return by ? missingContactReasons[by] : 'no-contact'
  const channel = onFile.find((open) => patientRequestedKinds.includes(kind) || reach.agreed.includes(open))
  if (!channel) return 'contact-declined'
  const recipient = channel === 'sms' ? reach.mobile : reach.email
  return { by: channel, messageId: await queueMessage(scope, { kind, aboutId, recipient, channel }) }
}

/** The same after the practice answered what the patient asked or told. */
export const sendAnswerLink = (scope: StaffScope, consent: LinkedConsent) =>
  sendLink(scope, consent, undefined, 'question-answered')

/**
 * Queues a new link to the contact on file, where the consent still has something to read and there is a contact. Where
 * nothing is on file, or the time to sign is over, somebody of the practice gets to know that it was asked for: one task,
 * however often.
 */
export async function sendNewLink(scope: JobScope, consentId: string): Promise<void> {
  const consent = await findConsent(scope, consentId)
  if (!consent) return
  const mayHave = actionRules.link({ ...consent, now: scope.now }) === null
  const sent = mayHave && (await sendLink(scope, consent, undefined, 'new-link'))
  if (sent !== 'no-contact' && consent.status !== 'expired' && !isExpired(consent, scope.now)) return
  const newLinkTasks = (await listConsentTasks(scope, consentId)).filter(({ kind }) => kind === 'new-link')
  if (newLinkTasks.some(({ doneAt }) => doneAt === null)) return
  const assignedTo = consent.takeoverId ?? consent.clinicianId
  await openTask(scope, { kind: 'new-link', consentId, causeId: randomUUID(), assignedTo })
  scope.enqueue('consent.changed', { clinicId: scope.clinicId, consentId })
}

/** Messages about a consent, and the screen that their link opens. */
const linkScreens = {
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
const kindsKeepingLinks: readonly string[] = ['signed-copy', 'aftercare', 'survey']

/** Whether a patient may still be sent what waits: they may have left or died meanwhile, or have no such contact any more. */
function isContactable(patient: PatientRow, channel: string, now: Date): boolean {
  const { email, mobile } = contactDetailsOf(patient, now)
  return !contactRefusal(patient) && (channel === 'sms' ? mobile : email) !== ''
}

/** Composes a message that carries a link. The link is made with it, so that its token is nowhere kept. */
export const linkComposer =
  (address: string): Composer =>
  async (scope, { id, kind: asked, channel, aboutId }) => {
    const kind = asked as keyof typeof linkScreens
    const consent = await findConsent(scope, aboutId)
    if (!consent || actionRules.link({ ...consent, now: scope.now })) return null
    const patient = (await findPatient(scope, consent.patientId))!
    if (!isContactable(patient, channel, scope.now)) return null
    await revokeLinkOfMessage(scope, id)
    if (!kindsKeepingLinks.includes(kind)) await revokeUnopenedLinks(scope, aboutId)
    const clinic = await clinicContactOf(scope)
    const expiresAt = linkExpiry(scope.now, consent, await settingsOf(scope))
    const { token } = await insertLink(scope, { consentId: aboutId, expiresAt, messageId: id })
    const language = textLanguageOf(patient.language)
    return composePatientMessage(
      scope,
      { kind, channel: channel === 'sms' ? 'sms' : 'email', language },
      {
        practiceName: clinic.name,
        practicePhone: clinic.phone,
        link: `${address}/${linkScreens[kind]}/${token}`,
        expires: dayText(language, expiresAt, await timeZoneOf(scope)),
        greetingName: '',
      },
    )
  }
