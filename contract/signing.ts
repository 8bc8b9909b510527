import { z } from 'zod'
import { capacityMessages } from './capacity.ts'
import {
  ConsentDocument,
  FrozenContent,
  PaperScan,
  PartWithdrawal,
  Signature,
  withdrawnRefusals,
  withdrawnTreatments,
} from './consents.ts'
import { deliveryStates, messageChannels, sendingChannels } from './delivery-states.ts'
import {
  aborted,
  DraftKey,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalText,
  personName,
  text,
  lineText,
} from './kit.ts'
import { languageTags } from './languages.ts'
import {
  birth_date_attempts_max,
  copies_a_day_max,
  link_code_length,
  patient_reason_length_max,
  signature_bytes_max,
  signature_points_max,
  signer_name_length_max,
  treatments_max,
} from './limits.ts'
import { SigningStatements } from './matters.ts'
import { ConsentMessage } from './messages.ts'
import { contactRefusals } from './patients.ts'
import { consentStatuses } from './consent-states.ts'
import { PatientViewing } from './viewings.ts'

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
const SigningPractice = Brand.extend({ name: z.string(), phone: z.string() })

/** By what patients can tell that a link is their practice's: shown before anything is asked for (rulings 40). */
const TrustDetails = z.object({
  /** Empty where the practice has none. */
  codeWord: z.string(),
  /** Whom to ring to ask; empty where the practice has no number. */
  callBack: z.string(),
})

/** The birth date was right, and a code from the phone on file is asked for besides. */
const CodeRequired = z.object({
  code: z.enum(['sent', 'no-mobile', 'too-many', 'not-needed']),
  /** The end of the number that it went to, as '…456'; null where none went out. */
  sentTo: z.string().nullable(),
})
export type CodeRequired = z.infer<typeof CodeRequired>

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

export const signerRoles = ['patient', 'parent', 'attorney', 'deputy', 'guardian'] as const

/** Those who sign beside whoever consents, in the order in which they do. */
export const cosignerRoles = ['interpreter', 'witness'] as const
export type CosignerRole = (typeof cosignerRoles)[number]

/** Why somebody has help with signing. */
const signingHelpReasons = ['sight', 'movement', 'reading', 'other'] as const

const DrawnSignature = z.object({
  kind: z.literal('drawn'),
  width: z.number().min(100).max(4000),
  height: z.number().min(50).max(2000),
  strokes: z.array(Stroke).max(500),
})
const TypedSignature = z.object({ kind: z.literal('typed'), typed: personName(signer_name_length_max) })
const ScreenSignature = z.discriminatedUnion('kind', [DrawnSignature, TypedSignature])
export type ScreenSignature = z.infer<typeof ScreenSignature>

/** Somebody who signs beside whoever consents: their own name, what they are, and their own signature. */
const Cosigner = z.object({
  role: z.enum(cosignerRoles),
  name: personName(signer_name_length_max),
  /** What they say of themselves: an interpreter's language, how a witness knows the signer. */
  capacity: lineText(200),
  mark: ScreenSignature,
})

/**
 * Signing with help: a cross in place of a name, or another person's hand. Then the signature is that person's, given
 * for whoever consents, who agreed to it in their presence.
 */
const SigningHelp = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('mark'), why: z.enum(signingHelpReasons) }),
  z.object({
    kind: z.literal('on-behalf'),
    why: z.enum(signingHelpReasons),
    /** The name of whoever consents. */
    of: personName(signer_name_length_max),
    agreed: z.boolean(),
  }),
])
export type SigningHelp = z.infer<typeof SigningHelp>

export const PatientConsent = z.object({
  id,
  status: z.enum(consentStatuses),
  brand: Brand,
  /** Whether 111 answers where the practice is: in Northern Ireland it does not. */
  hasNhs111: z.boolean(),
  content: FrozenContent,
  contentHash: z.string(),
  signature: Signature.nullable(),
  /** Treatments that were taken back while others stand, in order. */
  withdrawals: z.array(PartWithdrawal),
  countersigned: z.boolean(),
  /** Newest first; empty while the document is being prepared. */
  documents: z.array(ConsentDocument),
  /** Of the paper that was signed by hand, the first one first. */
  scans: z.array(PaperScan),
  /** Who may sign now, as the practice has recorded and the law has it: the patient without a relationship. */
  signers: z.array(z.object({ name: z.string(), relationship: z.string(), signerRole: z.enum(signerRoles) })),
  /** Who has to sign beside them. */
  cosignersAsked: z.array(z.enum(cosignerRoles)),
  expiresAt: instant.nullable(),
  chainIntact: z.boolean(),
  /** Head of the consent's event chain: kept with the patient's copy, it proves later that no event was taken away. */
  chainHead: z.string(),
  /** Its videos, and how much of each was watched, where the form is opened; absent where it is answered. */
  viewings: z.array(PatientViewing).optional(),
})
export type PatientConsent = z.infer<typeof PatientConsent>

/** All that a page opens a form with, so that it asks once. */
const OpenedConsent = PatientConsent.extend({
  /** What seals what this patient types and has not sent; absent where nothing is kept on the device. */
  draftKey: DraftKey.optional(),
})
export type OpenedConsent = z.infer<typeof OpenedConsent>
const verifiedConsent = z.object({ consentId: id, consent: OpenedConsent })

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
const wrongStateForStaff = aborted(
  'This consent is no longer in a state that allows this. Reload to see its current status.',
)
const sendPermissions = { anyOf: ['createConsents', 'canSendForms'] } as const
const hash = 'a'.repeat(64)
const token = ':accessToken'

const birthDateRefusals = {
  'not-found': deadLink,
  'wrong-birth-date': { code: 'permission-denied', message: 'The date of birth does not match our record.' },
  'link-locked': {
    code: 'resource-exhausted',
    message: `This link is locked after ${birth_date_attempts_max} wrong dates of birth. Ask the practice for a new link.`,
  },
} as const

export const signing = {
  open: operation({
    method: 'GET',
    path: '/api/patient/links/{accessToken}',
    summary: 'Whose practice this link is from; nothing about the patient',
    access: 'link',
    statementsMax: 2,
    readsOnce: true,
    audit: null,
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ accessToken: AccessToken }),
    output: z.object({ practice: SigningPractice, trust: TrustDetails, locked: z.boolean() }),
    refusals: { 'not-found': deadLink },
    example: { accessToken: token },
  }),
  verify: operation({
    method: 'POST',
    path: '/api/patient/links/{accessToken}/verification',
    summary:
      "Prove the patient's date of birth; answers the consent and sets a short-lived cookie for it alone, or sends a code to the mobile on file where the practice asks for one",
    access: 'link',
    statementsMax: 14,
    audit: { done: 'link.verified', partly: 'link.code_asked', refused: 'link.verification_failed' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ accessToken: AccessToken, dateOfBirth: isoDate }),
    output: z.union([verifiedConsent, CodeRequired]),
    refusals: birthDateRefusals,
    example: { accessToken: token, dateOfBirth: '1961-03-14' },
  }),
  sendCode: operation({
    method: 'POST',
    path: '/api/patient/links/{accessToken}/codes',
    summary: 'Send another code to the mobile on file; the one before stops working',
    access: 'link',
    audit: { done: 'link.code_asked', refused: 'link.verification_failed' },
    rate: { attempts: 20, seconds: 300 },
    input: z.object({ accessToken: AccessToken, dateOfBirth: isoDate }),
    output: CodeRequired,
    refusals: birthDateRefusals,
    example: { accessToken: token, dateOfBirth: '1961-03-14' },
  }),
  proveCode: operation({
    method: 'POST',
    path: '/api/patient/links/{accessToken}/code-verification',
    summary: 'Prove the birth date and the code; where none is asked for, the birth date alone counts',
    access: 'link',
    audit: { done: 'link.verified', refused: 'link.verification_failed' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({
      accessToken: AccessToken,
      dateOfBirth: isoDate,
      code: z.string().regex(new RegExp(String.raw`^\d{${link_code_length}}$`)),
    }),
    output: verifiedConsent,
    refusals: {
      ...birthDateRefusals,
      // Wrong, used, too old and never sent are told alike.
      'wrong-code': {
        code: 'permission-denied',
        message: 'The code is wrong or has expired.',
      },
    },
    example: { accessToken: token, dateOfBirth: '1961-03-14', code: '123456' },
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
    statementsMax: 2,
    readsOnce: true,
    audit: null,
    input: consentId,
    output: OpenedConsent,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  draftKey: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/draft-key',
    summary: 'What seals the patient’s unsent text in this browser; gone with the proof of their birth date',
    access: 'patient',
    audit: null,
    input: consentId,
    output: DraftKey,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  sign: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/signature',
    summary: 'Sign the consent by drawing or by typing a name',
    access: 'patient',
    statementsMax: 10,
    audit: { done: 'consent.signed', refused: 'consent.sign_refused' },
    idempotent: true,
    bodyBytesMax: signature_bytes_max,
    input: consentId.extend({
      contentHash: z.string().length(64),
      name: personName(signer_name_length_max),
      signerRole: z.enum(signerRoles),
      /** The statements of the frozen text that the signer confirmed, by their place in the list. */
      confirmed: z.array(z.int().min(0)).max(20),
      /** Treatments of the text that the signer says no to, by their places; the others are agreed to. */
      declined: z.array(z.int().min(0)).max(treatments_max).default([]),
      mark: ScreenSignature,
      help: SigningHelp.nullable().default(null),
      cosigners: z.array(Cosigner).max(cosignerRoles.length).default([]),
      /** What else the signer said on the way, where it may not have been sent; and each additional consent. */
      said: SigningStatements.prefault({}),
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
      'video-not-watched': aborted(
        'Watch the video of this form before you sign, or read what it says instead if you cannot watch it.',
      ),
      'check-open': aborted(
        'Go through the questions about the treatment before you sign. You can also say there that you would rather talk about it.',
      ),
      'statement-unconfirmed': invalidArgument('Confirm each statement before you sign.'),
      'option-not-found': invalidArgument('Choose one of the options of the form.'),
      'nothing-accepted': invalidArgument('Say no to all of it instead of signing.'),
      'empty-signature': invalidArgument('Draw your signature, or type your name instead.'),
      'name-differs': invalidArgument('Type the same name in both places.'),
      'not-authorised': invalidArgument(
        'The practice has not recorded that this person may sign this form. Contact the practice.',
      ),
      'witness-required': invalidArgument('A witness must also sign if the signer has help.'),
      'not-agreed': invalidArgument('A person can sign for someone else only after they have agreed to it.'),
      'cosigner-missing': invalidArgument('The practice asked for an interpreter or a witness to sign too.'),
      'cosigner-same': invalidArgument('The other signer must be a different person. Enter their name.'),
      ...capacityMessages,
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
    summary: 'Withdraw a consent already given, or some of its treatments',
    access: 'patient',
    audit: { done: 'consent.withdrawn', partly: 'consent.treatments_withdrawn' },
    input: consentId.extend({
      reason: optionalText(patient_reason_length_max),
      treatments: withdrawnTreatments,
    }),
    output: PatientConsent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState, ...withdrawnRefusals },
    example: { consentId: ':signedId', reason: '' },
  }),
  mailCopy: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/copy-messages',
    summary: 'Send the link to the signed copy to the e-mail address on file, at the patient’s wish',
    access: 'patient',
    audit: { done: 'consent.copy_wanted' },
    idempotent: true,
    input: consentId,
    output: z.object({
      queued: z.literal(true),
      /** The address with most of it left out. */
      to: z.string(),
    }),
    refusals: {
      'not-found': missingConsent,
      'wrong-state': aborted('There is no signed copy of this consent.'),
      'no-email': aborted('The practice has no e-mail address for you. Phone them to add one.'),
      'too-many': {
        code: 'resource-exhausted',
        message: `A copy was sent ${copies_a_day_max} times today. Look in your junk mail, or phone the practice.`,
      },
    },
    example: { consentId: ':signedId' },
  }),
  listLinks: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/links',
    summary: 'The links of a consent and what became of each',
    access: 'clinic',
    needs: sendPermissions,
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
    needs: sendPermissions,
    audit: { done: 'link.created' },
    input: consentId.extend({
      /** For somebody who cannot get the code that the practice asks for: their birth date alone opens this one. */
      withoutCode: z.boolean().default(false),
    }),
    output: z.object({ link: Link, url: z.string(), qrSvg: z.string() }),
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongStateForStaff },
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
      'wrong-state': wrongStateForStaff,
      'no-email': invalidArgument(
        'This patient has no e-mail address. Use a text message, a link or a QR code instead.',
      ),
      'no-mobile': invalidArgument(
        'This patient has no mobile number that takes text messages. Use e-mail, a link or a QR code instead.',
      ),
      'no-contact': invalidArgument(
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
    needs: sendPermissions,
    audit: { done: 'link.revoked' },
    input: consentId.extend({ linkId: id }),
    output: Link,
    refusals: { 'not-found': notFound('Link') },
    example: { consentId: ':consentId', linkId: ':linkId' },
  }),
}
