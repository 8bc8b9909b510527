import { z } from 'zod'
import { capacityWords } from './capacity.ts'
import { ConsentDocument, FrozenContent, PaperScan, Signature } from './consents.ts'
import { deliveryStates, messageChannels, sendingChannels } from './delivery-states.ts'
import { aborted, id, instant, invalid, isoDate, notFound, operation, optionalText, text } from './kit.ts'
import { languageTags } from './languages.ts'
import {
  birth_date_attempts_max,
  patient_reason_length_max,
  signature_bytes_max,
  signature_points_max,
  signer_name_length_max,
  treatments_max,
} from './limits.ts'
import { ConsentMessage } from './messages.ts'
import { contactRefusals } from './patients.ts'
import { consentStatuses } from './states.ts'

/** A link's token as it stands in the address: 256 random bits, base64url. */
export const AccessToken = z.string().regex(/^[\w-]{43}$/)

/** One dead-link answer for expired, revoked and unknown tokens alike (rulings 38). */
const deadLink = notFound('Link')

/** How the practice's pages look, nulls where it has chosen nothing, and the languages they are offered in. */
export const Brand = z.object({
  colour: z.string().nullable(),
  logo: z.string().nullable(),
  languages: z.array(z.enum(['en', ...languageTags])),
})
const Practice = Brand.extend({ name: z.string(), phone: z.string() })

/** One stroke of a drawn signature: points in CSS pixels of the field, time in milliseconds since the first point. */
export const Stroke = z.object({
  points: z
    .array(
      z.object({
        x: z.number().min(-100).max(5000),
        y: z.number().min(-100).max(5000),
        time: z.number().min(0),
        pressure: z.number().min(0).max(1),
      }),
    )
    .min(1)
    .max(signature_points_max),
})
export type Stroke = z.infer<typeof Stroke>

export const signerRoles = ['patient', 'parent', 'attorney', 'deputy'] as const

const Drawn = z.object({
  kind: z.literal('drawn'),
  width: z.number().min(100).max(4000),
  height: z.number().min(50).max(2000),
  strokes: z.array(Stroke).max(500),
})
const Typed = z.object({ kind: z.literal('typed'), typed: text(signer_name_length_max) })

export const PatientConsent = z.object({
  id,
  status: z.enum(consentStatuses),
  brand: Brand,
  content: FrozenContent,
  contentHash: z.string(),
  signature: Signature.nullable(),
  countersigned: z.boolean(),
  /** Newest first; empty while the document is being prepared. */
  documents: z.array(ConsentDocument),
  /** Of the paper that was signed by hand, the first one first. */
  scans: z.array(PaperScan),
  /** The person who may sign for the patient, as the practice has recorded, and as what; null where there is none. */
  guardian: z
    .object({
      name: z.string(),
      relationship: z.string(),
      signerRole: z.enum(['parent', 'attorney', 'deputy']),
    })
    .nullable(),
  expiresAt: instant.nullable(),
  chainIntact: z.boolean(),
  /** Head of the consent's event chain: kept with the patient's copy, it proves later that no event was taken away. */
  chainHead: z.string(),
})
export type PatientConsent = z.infer<typeof PatientConsent>

export const Link = z.object({
  id,
  createdAt: instant,
  expiresAt: instant,
  revokedAt: instant.nullable(),
  lockedAt: instant.nullable(),
  firstOpenedAt: instant.nullable(),
  sentTo: z.string().nullable(),
  /** How the message that carried it travels; null for a link handed over in person. */
  channel: z.enum(messageChannels).nullable(),
  /** What became of that message (contract/delivery-states.ts). */
  delivery: z.enum(deliveryStates).nullable(),
})

/** A message that went to a patient about one of their consents, and what became of it. */
const PatientMessage = z.object({
  id,
  consentId: id,
  treatment: z.string(),
  kind: z.string(),
  channel: z.string(),
  recipient: z.string(),
  delivery: Link.shape.delivery.unwrap(),
  failure: z.string().nullable(),
  createdAt: instant,
  updatedAt: instant,
  /** When the link in it was opened first; null until then, and where it has none. */
  openedAt: instant.nullable(),
})

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const wrongState = aborted(
  'This consent can no longer be changed. Contact the practice if you have a question.',
)
const staffState = aborted(
  'This consent is no longer in a state that allows this. Reload to see what happened.',
)
const maySend = { anyOf: ['createConsents', 'canSendForms'] } as const
const hash = 'a'.repeat(64)
const token = ':accessToken'

export const signing = {
  open: operation({
    method: 'GET',
    path: '/api/patient/links/{accessToken}',
    summary: 'Whose practice this link is from; nothing about the patient',
    access: 'link',
    audit: null,
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ accessToken: AccessToken }),
    output: z.object({ practice: Practice, locked: z.boolean() }),
    refusals: { 'not-found': deadLink },
    example: { accessToken: token },
  }),
  verify: operation({
    method: 'POST',
    path: '/api/patient/links/{accessToken}/verification',
    summary: "Prove the patient's date of birth; sets a short-lived cookie for this consent alone",
    access: 'link',
    audit: { done: 'link.verified', refused: 'link.verification_failed' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ accessToken: AccessToken, dateOfBirth: isoDate }),
    output: z.object({ consentId: id }),
    refusals: {
      'not-found': deadLink,
      'wrong-birth-date': {
        code: 'permission-denied',
        message: 'The date of birth does not match our record.',
      },
      'link-locked': {
        code: 'resource-exhausted',
        message: `This link is locked after ${birth_date_attempts_max} wrong dates of birth. Ask the practice for a new link.`,
      },
    },
    example: { accessToken: token, dateOfBirth: '1961-03-14' },
  }),
  requestLink: operation({
    method: 'POST',
    path: '/api/patient/link-requests',
    summary: 'Ask for a new link; it goes only to the contact on file, and the answer is always the same',
    access: 'anyone',
    audit: { done: 'link.requested' },
    rate: { attempts: 20, seconds: 900 },
    input: z.union([z.object({ accessToken: AccessToken }), consentId]),
    output: z.object({ accepted: z.literal(true) }),
    example: { accessToken: token },
  }),
  read: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}',
    summary: 'The consent as it was frozen for the patient',
    access: 'patient',
    audit: null,
    input: consentId,
    output: PatientConsent,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  sign: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/signature',
    summary: 'Sign the consent by drawing or by typing a name',
    access: 'patient',
    audit: { done: 'consent.signed', refused: 'consent.sign_refused' },
    idempotent: true,
    bodyBytesMax: signature_bytes_max,
    input: consentId.extend({
      contentHash: z.string().length(64),
      name: text(signer_name_length_max),
      signerRole: z.enum(signerRoles),
      /** The statements of the frozen text that the signer confirmed, by their place in the list. */
      confirmed: z.array(z.int().min(0)).max(20),
      /** Treatments of the text that the signer says no to, by their places; the others are agreed to. */
      declined: z.array(z.int().min(0)).max(treatments_max).default([]),
      mark: z.discriminatedUnion('kind', [Drawn, Typed]),
    }),
    output: PatientConsent,
    refusals: {
      'not-found': missingConsent,
      'already-signed': aborted('This consent is already signed.'),
      'stale-version': aborted('The text has changed since you opened it. Read it again before you sign.'),
      'wrong-state': wrongState,
      'question-open': aborted(
        'You asked for an answer before you sign. Wait for it, or say under “Your questions” that you no longer need it.',
      ),
      'statement-unconfirmed': invalid('Confirm each statement before you sign.'),
      'nothing-accepted': invalid('Say no to all of it instead of signing.'),
      'empty-signature': invalid('Draw your signature, or type your name instead.'),
      'name-differs': invalid('Type the same name in both places.'),
      'not-authorised': invalid(
        'The practice has not recorded that this person may sign for the patient. Contact the practice.',
      ),
      ...capacityWords,
    },
    example: {
      consentId: ':viewedId',
      contentHash: hash,
      name: 'Eleanor Whitcombe',
      signerRole: 'patient',
      confirmed: [0, 1, 2],
      mark: { kind: 'typed', typed: 'Eleanor Whitcombe' },
    },
  }),
  decline: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/refusal',
    summary: "Say no to the treatment, with a reason in the patient's words",
    access: 'patient',
    audit: { done: 'consent.declined' },
    input: consentId.extend({ reason: text(patient_reason_length_max) }),
    output: PatientConsent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':viewedId', reason: 'I want to think about it' },
  }),
  withdraw: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/withdrawal',
    summary: 'Withdraw a consent already given',
    access: 'patient',
    audit: { done: 'consent.withdrawn' },
    input: consentId.extend({ reason: optionalText(patient_reason_length_max) }),
    output: PatientConsent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':signedId', reason: '' },
  }),
  listLinks: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/links',
    summary: 'The links of a consent and what became of each',
    access: 'clinic',
    needs: maySend,
    audit: null,
    input: consentId,
    output: z.array(Link),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  listMessages: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/messages',
    summary: 'The messages about a consent, oldest first, and all that became of each',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'sendReminders'] },
    audit: null,
    input: consentId,
    output: z.array(ConsentMessage),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  createLink: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/links',
    summary: 'A new link to hand over in person, as an address and a QR code; shown this once',
    access: 'clinic',
    needs: maySend,
    audit: { done: 'link.created' },
    input: consentId,
    output: z.object({ link: Link, url: z.string(), qrSvg: z.string() }),
    refusals: { 'not-found': missingConsent, 'wrong-state': staffState },
    example: { consentId: ':consentId' },
  }),
  resendLink: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/link-messages',
    summary: 'Send the patient a new link, as asked or as the patient prefers',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'sendReminders'] },
    audit: { done: 'link.resent' },
    idempotent: true,
    input: consentId.extend({ by: z.enum(sendingChannels).optional() }),
    output: z.object({ queued: z.literal(true), by: z.enum(sendingChannels) }),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': staffState,
      'no-email': invalid(
        'This patient has no e-mail address. Use a text message, a link or a QR code instead.',
      ),
      'no-mobile': invalid(
        'This patient has no mobile number that takes text messages. Use e-mail, a link or a QR code instead.',
      ),
      'no-contact': invalid(
        'This patient has neither an e-mail address nor a mobile number. Use a link, a QR code or a letter instead.',
      ),
      ...contactRefusals,
    },
    example: { consentId: ':consentId' },
  }),
  messagesOfPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/messages',
    summary: 'The messages about the consents of a patient and what became of each, newest first',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: z.array(PatientMessage),
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
  revokeLink: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/links/{linkId}/revocation',
    summary: 'Make a link useless from now on',
    access: 'clinic',
    needs: maySend,
    audit: { done: 'link.revoked' },
    input: consentId.extend({ linkId: id }),
    output: Link,
    refusals: { 'not-found': notFound('Link') },
    example: { consentId: ':consentId', linkId: ':linkId' },
  }),
}
