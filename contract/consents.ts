import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  invalid,
  notFound,
  operation,
  optionalText,
  pageOf,
  paging,
  text,
} from './kit.ts'
import { consentStatuses } from './states.ts'
import { Risk, Section } from './templates.ts'
import { ToothCode } from './tooth-code.ts'

/** The details a template's placeholders ask for, by placeholder name; those known to the record are filled by us. */
export const placeholderNames = [
  'clinicianFigure',
  'crownWithin',
  'duration',
  'graftSource',
  'individualRisks',
  'material',
  'price',
  'prognosis',
  'reason',
  'retainerPlan',
  'reviewDate',
  'sedationType',
  'visits',
  'what',
] as const
export type PlaceholderName = (typeof placeholderNames)[number]

/** The placeholders that the record itself fills in. */
export const recordPlaceholders = [
  'patientName',
  'tooth',
  'toothName',
  'diagnosis',
  'clinician',
  'clinicianRole',
  'practiceName',
  'practicePhone',
  'outOfHours',
] as const

export const ConsentDetails = z.object({
  patientId: id,
  templateId: id,
  clinicianId: id,
  teeth: z.array(ToothCode).max(52).default([]),
  diagnosis: optionalText(500),
  placeholders: z.partialRecord(z.enum(placeholderNames), optionalText(500)).default({}),
})
export type ConsentDetails = z.infer<typeof ConsentDetails>

/** A picture as it was shown: with its text alternative, in the section of that title. */
const FrozenPicture = z.object({
  id: z.string(),
  title: z.string(),
  alt: z.string(),
  svg: z.string(),
  sectionTitle: z.string(),
})
export type FrozenPicture = z.infer<typeof FrozenPicture>

/** What the patient reads, frozen at sending: it never changes afterwards, whatever happens to the template. */
export const FrozenContent = z.object({
  title: z.string(),
  treatmentType: z.string(),
  templateId: id,
  templateVersionId: id,
  templateVersion: z.string(),
  /** What was frozen before sections had videos names none, and stays as it was hashed. */
  sections: z.array(Section.partial({ media: true })),
  risks: z.array(Risk.partial({ figure: true })),
  /** Absent where there are none, and in what was frozen before there were pictures. */
  pictures: z.array(FrozenPicture).optional(),
  teeth: z.array(z.object({ fdi: z.string(), palmer: z.string(), name: z.string() })),
  diagnosis: z.string(),
  clinic: z.object({
    name: z.string(),
    address: z.string(),
    phone: z.string(),
    outOfHours: z.string(),
    email: z.string(),
  }),
  patient: z.object({ name: z.string(), dateOfBirth: z.string(), nhsNumber: z.string() }),
  clinician: z.object({ name: z.string(), role: z.string(), gdcNumber: z.string().nullable() }),
  statements: z.array(z.string()),
  /**
   * Who stands behind the wording: whoever adopted it for the practice, or read it and sent it for this patient, or
   * saved it where it is the practice's own template. A draft has none yet; what was frozen before this was asked has
   * none either, and stays as it was hashed.
   */
  wordingBy: z
    .object({
      kind: z.enum(['adopted', 'confirmed', 'own']),
      name: z.string(),
      gdcNumber: z.string().nullable(),
      at: instant,
    })
    .optional(),
})
export type FrozenContent = z.infer<typeof FrozenContent>

export const ConsentRow = z.object({
  id,
  status: z.enum(consentStatuses),
  patient: z.object({ id, name: z.string(), dateOfBirth: z.string() }),
  treatment: z.string(),
  teeth: z.array(z.string()),
  clinician: z.object({ id, name: z.string() }),
  createdAt: instant,
  sentAt: instant.nullable(),
  signedAt: instant.nullable(),
  updatedAt: instant,
})

const ConsentEvent = z.object({
  number: z.int(),
  event: z.string(),
  at: instant,
  actor: z.string(),
  ip: z.string(),
  details: z.record(z.string(), z.unknown()),
  hash: z.string(),
})

export const Signature = z.object({
  kind: z.enum(['drawn', 'typed']),
  name: z.string(),
  signerRole: z.string(),
  at: instant,
  strokesHash: z.string(),
})

export const ConsentDocument = z.object({
  id,
  kind: z.enum(['signed', 'finalised']),
  number: z.int(),
  sha256: z.string(),
  bytes: z.int(),
  createdAt: instant,
})

export const Consent = ConsentRow.extend({
  templateId: id,
  diagnosis: z.string(),
  placeholders: z.record(z.string(), z.string()),
  /** Placeholder names that still need a value before sending; empty once sent. */
  missing: z.array(z.string()),
  /** Whether sending asks whoever sends to confirm the wording, which nobody in the practice has adopted. */
  wordingToConfirm: z.boolean(),
  /** The text as the patient reads it: made afresh while a draft, frozen afterwards. */
  content: FrozenContent,
  contentHash: z.string().nullable(),
  expiresAt: instant.nullable(),
  reason: z.string().nullable(),
  replaces: id.nullable(),
  signature: Signature.nullable(),
  countersignature: z.object({ name: z.string(), gdcNumber: z.string(), at: instant }).nullable(),
  documents: z.array(ConsentDocument),
  events: z.array(ConsentEvent),
  /** Whether the events are linked, and text, signatures and documents are those that the events name. */
  chainIntact: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const wrongState = aborted(
  'This consent is no longer in a state that allows this. Reload to see what happened.',
)
const unknownParts = {
  'patient-not-found': notFound('Patient'),
  'template-not-found': { code: 'not-found', message: 'Template not found' },
  'clinician-not-found': notFound('Clinician'),
} as const
const example = {
  patientId: ':patientId',
  templateId: ':templateId',
  clinicianId: ':staffId',
  teeth: ['46'],
  diagnosis: 'Infected nerve',
  placeholders: {
    visits: '2 visits',
    price: '£73.50',
    reason: 'it can save your tooth',
    prognosis: 'good',
    crownWithin: '4 weeks',
  },
}

export const consents = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents',
    summary: 'Consents, newest change first, with search by patient or treatment',
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    input: z.object({
      ...paging,
      search: optionalText(120),
      view: z.enum(['all', 'awaiting', 'to-countersign', 'signed', 'declined', 'drafts']).default('all'),
      clinicianId: id.optional(),
      patientId: id.optional(),
    }),
    output: pageOf(ConsentRow).extend({ counts: z.record(z.string(), z.int()) }),
    example: {},
  }),
  ofTemplate: operation({
    method: 'GET',
    path: '/api/clinic/templates/{templateId}/consents',
    summary: 'Consents of a template that are still under way: drafts, and those sent and not yet answered',
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    input: z.object({ ...paging, templateId: id }),
    output: pageOf(
      ConsentRow.extend({
        templateVersion: z.string(),
        /** What the patient reads is what the template says now. */
        isCurrent: z.boolean(),
      }),
    ),
    refusals: { 'not-found': notFound('Template') },
    example: { templateId: ':templateId' },
  }),
  counts: operation({
    method: 'GET',
    path: '/api/clinic/consents/counts',
    summary: 'How many consents stand in each state, and how many wait for whom',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.object({
      byStatus: z.record(z.enum(consentStatuses), z.int()),
      notOpened: z.int(),
      toCountersign: z.int(),
      expiringWithinWeek: z.int(),
      signedThisWeek: z.int(),
    }),
    example: {},
  }),
  listOfPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/consents',
    summary: 'The consents of one patient, newest first',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: z.array(ConsentRow),
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}',
    summary: 'One consent with its text, signature, documents and event chain',
    access: 'clinic',
    audit: { done: 'consent.opened' },
    input: consentId,
    output: Consent,
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/consents',
    summary: 'Make a template out to a patient, as a draft',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'consent.created' },
    idempotent: true,
    input: ConsentDetails.extend({ replaces: id.nullable().default(null) }),
    output: Consent,
    refusals: { ...unknownParts, 'replaced-not-found': missingConsent, 'wrong-state': wrongState },
    example,
  }),
  update: operation({
    method: 'PUT',
    path: '/api/clinic/consents/{consentId}',
    summary: 'Change a draft',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'consent.updated' },
    input: ConsentDetails.extend({ consentId: id }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState, ...unknownParts },
    example: { ...example, consentId: ':draftId' },
  }),
  send: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/send',
    summary:
      'Freeze the text and send the patient a link by e-mail, or make it ready to hand over as a link or QR code',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms'] },
    audit: { done: 'consent.sent' },
    idempotent: true,
    input: consentId.extend({
      by: z.enum(['email', 'link']),
      /** Whoever sends has read wording that nobody in the practice has adopted, for this patient (rulings 47). */
      wordingConfirmed: z.boolean().default(false),
    }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'tooth-required': invalid('Choose the tooth. This template needs one.'),
      'diagnosis-required': invalid('Enter the diagnosis. This template needs one.'),
      'placeholder-missing': invalid('Some details of the text have no value yet.'),
      'prompts-left': invalid(
        'The template still has prompts in square brackets. Write these parts of the template first.',
      ),
      'wording-unconfirmed': aborted(
        'Nobody in your practice has adopted this wording yet. Confirm that you have read it and that it is right for this patient, then send.',
      ),
      'no-email': invalid('This patient has no e-mail address. Use a link or QR code instead.'),
      'template-not-in-use': aborted(
        'This template is no longer in use. Make the consent out of another one.',
      ),
      'patient-archived': aborted('This patient is archived. Restore the patient first.'),
    },
    example: { consentId: ':draftId', by: 'link' },
  }),
  finalise: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/countersignature',
    summary: 'Countersign a signed consent as a registered clinician',
    access: 'clinic',
    needs: 'finaliseConsents',
    audit: { done: 'consent.finalised', refused: 'consent.finalise_refused' },
    idempotent: true,
    input: consentId.extend({ contentHash: z.string().length(64), name: text(120) }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'not-registered': {
        code: 'permission-denied',
        message: 'Only a clinician with a GDC number can countersign.',
      },
      'stale-version': aborted('The text has changed since you opened it. Reload to see the current text.'),
      'name-differs': invalid('Type your own name as it is on your account.'),
    },
    example: { consentId: ':signedId', contentHash: 'a'.repeat(64), name: 'Amara Okafor' },
  }),
  void: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/void',
    summary: 'Void a consent, with a reason',
    access: 'clinic',
    needs: 'overrideConsents',
    audit: { done: 'consent.voided' },
    input: consentId.extend({ reason: text(500) }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':draftId', reason: 'Made out to the wrong patient' },
  }),
  recordWithdrawal: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/withdrawal',
    summary: 'Record that the patient has withdrawn consent, in their words',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'finaliseConsents'] },
    audit: { done: 'consent.withdrawn' },
    input: consentId.extend({ reason: text(500) }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':signedId', reason: 'Phoned to say they have changed their mind' },
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/consents',
    summary: 'Consents across clinics as metadata only: no patient, no treatment',
    access: 'admin',
    audit: null,
    input: z.object({ ...paging, clinicId: id.optional(), status: z.enum(consentStatuses).optional() }),
    output: pageOf(
      z.object({
        id,
        clinicId: id,
        clinicName: z.string(),
        status: z.enum(consentStatuses),
        createdAt: instant,
        sentAt: instant.nullable(),
        signedAt: instant.nullable(),
      }),
    ),
    example: {},
  }),
  countsForAdmin: operation({
    method: 'GET',
    path: '/api/admin/consents/counts',
    summary: 'How many consents of each state there are across clinics',
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.object({ byStatus: z.record(z.enum(consentStatuses), z.int()), clinics: z.int() }),
    example: {},
  }),
}
