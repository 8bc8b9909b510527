import { z } from 'zod'
import { additionalConsentKeys } from './additional-consents.ts'
import { capacityRefusals } from './capacity.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalLine,
  optionalText,
  paginated,
  paging,
  personName,
  searchText,
  text,
} from './kit.ts'
import {
  ChargeBand,
  ConsentItem,
  ConsentPlan,
  Discussion,
  PlanChange,
  TreatmentOption,
  placeholderNames,
  readingFormats,
} from './consent-plan.ts'
import { sendingChannels } from './delivery-states.ts'
import { RiskDecision } from './histories.ts'
import { FeeOfDay } from './fees.ts'
import { languageTags } from './languages.ts'
import { consent_reason_length_max, consents_exported_max, list_count_max, treatments_max } from './limits.ts'
import { VerbalAdditionalConsents } from './matters.ts'
import { OutcomeFigure } from './outcomes.ts'
import { contactRefusals } from './patients.ts'
import { Phrases } from './phrases.ts'
import { PatientPicture } from './pictures.ts'
import { consentKinds, consentStatuses } from './consent-states.ts'
import { areas } from './teeth.ts'
import { Media, Risk, Section } from './templates.ts'
import { VideoAsset } from './videos.ts'

/** A plan made out to a patient by a clinician. */
export const ConsentDetails = ConsentPlan.extend({ patientId: id, clinicianId: id })
export type ConsentDetails = z.infer<typeof ConsentDetails>

/** A picture as it was shown: with its text alternative, in the section of that title. */
const FrozenPicture = z.object({
  id: z.string(),
  title: z.string(),
  alt: z.string(),
  svg: z.string(),
  sectionTitle: z.string(),
  /** Its words in the patient's language, drafted by machine; absent where it has none, and in what was frozen before. */
  beside: z.object({ language: z.enum(languageTags), title: z.string(), alt: z.string() }).optional(),
})
export type FrozenPicture = z.infer<typeof FrozenPicture>

/** Which treatments a part is about, by their places; absent where it is about all of them. */
const treatmentIndexes = z.array(z.int()).optional()
/**
 * The part as the practice has it in the patient's language, or in an easier form: shown beside the English, which is
 * what is signed. `machine`: no person has vouched for it.
 */
const TranslatedRendering = z.object({
  language: z.enum(['en', ...languageTags]),
  format: z.enum(readingFormats),
  title: z.string(),
  content: z.string(),
  status: z.enum(['machine', 'checked']),
})
/**
 * The part in Easy Read, page by page, each line one idea with the symbol on its left: given besides the full text, which
 * is what is signed. `draft`: no clinician has reviewed it, and nobody with a learning disability has tested it.
 */
const EasyReadRendering = z.object({
  status: z.enum(['draft']),
  pages: z.array(
    z.object({
      title: z.string(),
      lines: z.array(z.object({ symbol: z.string(), html: z.string() })),
    }),
  ),
})
export type EasyReadRendering = z.infer<typeof EasyReadRendering>

/**
 * A video as it was at sending (specification section 3, 'Video setting'). What was frozen before, and a video that is
 * not ours, say nothing of the file itself.
 */
const FrozenVideo = Media.extend({
  ...VideoAsset.pick({
    publicId: true,
    thumbnail: true,
    duration: true,
    width: true,
    height: true,
    format: true,
    sha256: true,
  }).partial().shape,
  /** Bytes. */
  size: z.int().optional(),
})
export type FrozenVideo = z.infer<typeof FrozenVideo>

/** What was frozen before parts stood beside others has none; so does a part that nobody has written in that form. */
const FrozenSection = Section.partial({ media: true }).extend({
  media: FrozenVideo.nullable().optional(),
  treatments: treatmentIndexes,
  beside: TranslatedRendering.optional(),
  easyRead: EasyReadRendering.optional(),
})

/** One treatment as it was shown. */
const FrozenTreatment = z.object({
  title: z.string(),
  treatmentType: z.string(),
  templateId: id,
  templateVersionId: id,
  templateVersion: z.string(),
  teeth: z.array(z.object({ fdi: z.string(), palmer: z.string(), name: z.string() })),
  area: z.enum(areas).nullable(),
  material: z.string(),
  pricePence: z.int().nullable(),
  band: ChargeBand.nullable(),
})
export type FrozenTreatment = z.infer<typeof FrozenTreatment>

/** The questions that show a patient what they have understood, as they were asked. */
const FrozenUnderstandingCheck = z.object({
  /** Whether signing on a screen waits until the patient has been through them, however their answers came out. */
  isBeforeSigning: z.boolean(),
  questions: z.array(
    z.object({
      id: z.string(),
      question: z.string(),
      answers: z.array(z.object({ text: z.string(), right: z.boolean() })),
      explanation: z.string(),
      /** The part of the text that it is about, from 1; null where no part says it alone. */
      part: z.int().nullable(),
      /** The same in the patient's language, drafted by machine, the answers in their order; absent where it has none. */
      beside: z
        .object({
          language: z.enum(['en', ...languageTags]),
          question: z.string(),
          answers: z.array(z.string()),
          explanation: z.string(),
        })
        .optional(),
    }),
  ),
})
export type FrozenUnderstandingCheck = z.infer<typeof FrozenUnderstandingCheck>
/** One question apart from the treatment, in English and in the languages in which it may be read. */
const FrozenAdditionalConsent = z.object({
  key: z.enum(additionalConsentKeys),
  title: z.string(),
  question: z.string(),
  translations: z.record(z.string(), z.string()),
})
export type FrozenAdditionalConsent = z.infer<typeof FrozenAdditionalConsent>

/**
 * What came of a treatment at the practice itself, as it was counted when the consent was sent; it stands beside the
 * published figures of its risks.
 */
const OwnFigures = z.object({
  /** The place of the treatment. */
  treatment: z.int(),
  title: z.string(),
  /** Treatments of these days were counted. */
  from: isoDate,
  until: isoDate,
  /** People, each once; and those whose result is known. */
  treated: z.int(),
  followed: z.int(),
  /** After how many days they were last seen or asked: half of them later than this. */
  followUpDays: z.int(),
  risks: z.array(
    z.object({
      label: z.string(),
      occurred: z.int(),
      known: z.int(),
      /** What chance alone leaves open: the 95 % interval in whole people. */
      range: z.object({ from: z.int(), to: z.int(), of: z.int() }),
    }),
  ),
})
export type OwnFigures = z.infer<typeof OwnFigures>

/** What the patient reads, frozen at sending: it never changes afterwards, whatever happens to the template. */
export const FrozenContent = z.object({
  title: z.string(),
  treatmentType: z.string(),
  templateId: id,
  templateVersionId: id,
  templateVersion: z.string(),
  /** What was frozen before sections had videos names none, and stays as it was hashed. */
  sections: z.array(FrozenSection),
  risks: z.array(Risk.partial({ figure: true }).extend({ treatments: treatmentIndexes })),
  /** Absent where there are none, and in what was frozen before there were pictures. */
  pictures: z.array(FrozenPicture).optional(),
  /** X-rays and photographs of this patient, shown with the first part; absent where there are none. */
  ownPictures: z.array(PatientPicture).optional(),
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
  /** The treatments, each accepted or declined by itself. What was frozen before there could be several names none. */
  treatments: z.array(FrozenTreatment).optional(),
  options: z.array(TreatmentOption).optional(),
  recommended: z.int().nullable().optional(),
  recommendedWhy: z.string().optional(),
  /** Those the patient is told of; what was left out stands in the record of the practice. */
  personalRisks: z.array(RiskDecision).optional(),
  language: z.string().optional(),
  format: z.enum(readingFormats).optional(),
  /** Hours to think between opening the text and the treatment; nought where none are asked for. */
  reflectionHours: z.int().optional(),
  reflectionWaived: z.string().optional(),
  kind: z.enum(consentKinds).optional(),
  /** Absent where the practice asks none, and in what was frozen before there were any. */
  understanding: FrozenUnderstandingCheck.optional(),
  /** What is asked besides the treatment, each by itself; absent where nothing is. */
  additionalConsents: z.array(FrozenAdditionalConsent).optional(),
  /** Absent where the practice has none to show, and in what was frozen before there were any. */
  ownFigures: z.array(OwnFigures).optional(),
})
export type FrozenContent = z.infer<typeof FrozenContent>

/** What a patient who reads in another language reads in English all the same. */
const untranslatedTextKinds = [
  'treatment',
  'diagnosis',
  'option',
  'recommendedWhy',
  'risk',
  'reflectionWaived',
  'question',
  'picture',
  'section',
  'all',
] as const
const UntranslatedText = z.object({
  kind: z.enum([...untranslatedTextKinds, ...placeholderNames]),
  /** The English itself, or the title of a section; empty for all of the text. */
  text: z.string(),
})
export type UntranslatedText = z.infer<typeof UntranslatedText>

export const ConsentSummary = z.object({
  id,
  kind: z.enum(consentKinds),
  status: z.enum(consentStatuses),
  patient: z.object({ id, name: z.string(), dateOfBirth: z.string() }),
  treatment: z.string(),
  teeth: z.array(z.string()),
  clinician: z.object({ id, name: z.string() }),
  createdAt: instant,
  sentAt: instant.nullable(),
  signedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** Since when it has to be confirmed again, because something changed after the patient agreed. */
  reconfirmSince: instant.nullable(),
  updatedAt: instant,
})

/** What lists offer of a consent: decided by what a row holds, with no statement of its own. */
export const rowActions = ['discard', 'send', 'link', 'remind', 'kiosk', 'void'] as const
export type RowAction = (typeof rowActions)[number]

const ConsentRow = ConsentSummary.extend({
  /** What the person who asks may do with it now. */
  actions: z.array(z.enum(rowActions)),
  /** How a message can be sent to its patient as far as they agree to it, the way they like best first. */
  reachedBy: z.array(z.enum(sendingChannels)),
})
export type ConsentRow = z.infer<typeof ConsentRow>
export type ConsentSummary = z.infer<typeof ConsentSummary>

const ConsentEvent = z.object({
  number: z.int(),
  event: z.string(),
  /** The same in words. */
  what: z.string(),
  at: instant,
  actor: z.string(),
  ip: z.string(),
  details: z.record(z.string(), z.unknown()),
  hash: z.string(),
})

/** What the practice means to do now, where that is not what the patient agreed to. */
export const PlanAmendment = ConsentPlan.pick({ items: true }).extend({ clinicianId: id, why: text(500) })
export type PlanAmendment = z.infer<typeof PlanAmendment>

export const Signature = z.object({
  /** `decided`: the patient cannot decide this, and somebody decided for them. */
  kind: z.enum(['drawn', 'typed', 'paper', 'decided']),
  name: z.string(),
  signerRole: z.string(),
  at: instant,
  strokesHash: z.string(),
  /** Treatments that were said no to, by their places. */
  declined: z.array(z.int()),
  /** Who signed with help, and how; null where nobody needed any. `of` is whoever consents, where another hand signed. */
  help: z
    .object({ kind: z.enum(['mark', 'on-behalf']), why: z.string(), of: z.string().optional() })
    .nullable(),
})

/** A name that was signed under and is not the record's, as it was when it was signed. */
export const OtherName = z.object({ signedAs: z.string(), recordName: z.string() })
export type OtherName = z.infer<typeof OtherName>

/** Some of several treatments that were taken back while the others stand; who agrees again begins anew. */
export const PartWithdrawal = z.object({
  /** Of the treatments, in the text. */
  places: z.array(z.int()),
  at: instant,
  /** Whoever put it on record: 'Patient' where they did so themselves. */
  by: z.string(),
  reason: z.string(),
})
export type PartWithdrawal = z.infer<typeof PartWithdrawal>

/** Which treatments are taken back, by their places in the text; absent for all that stands. */
export const withdrawnTreatments = z.array(z.int().min(0)).min(1).max(treatments_max).optional()
export const withdrawnRefusals = {
  'not-agreed': aborted(
    'One of these treatments was not agreed to, or is already withdrawn. Reload to see it.',
  ),
}

export const scanTypes = ['application/pdf', 'image/jpeg', 'image/png'] as const

/** One scan of a paper that was signed by hand; a later one with its reason stands beside the first, never in its place. */
export const PaperScan = z.object({
  id,
  number: z.int(),
  /** Why it was added; empty for the scan that the signature came with. */
  reason: z.string(),
  takenAt: instant,
  takenBy: z.string(),
  /** Of the fingerprints of its files, in order. */
  sha256: z.string(),
  files: z.array(
    z.object({
      id,
      type: z.enum(scanTypes),
      pages: z.int(),
      bytes: z.int(),
      sha256: z.string(),
    }),
  ),
})
export type PaperScan = z.infer<typeof PaperScan>

/**
 * The record as it was signed, and the same with the countersignature's seal behind it; annexes are files of their own
 * beside it. What is archived is either, with a time stamp over it and what its seals are checked with; what is resealed
 * has a newer seal of the installation over it, where there is no authority for time stamps.
 */
export const documentKinds = [
  'signed',
  'finalised',
  'annex',
  'archived',
  'annex-archived',
  'resealed',
  'annex-resealed',
] as const

export const ConsentDocument = z.object({
  id,
  kind: z.enum(documentKinds),
  number: z.int(),
  sha256: z.string(),
  bytes: z.int(),
  createdAt: instant,
  /** Of an archived one, until when its time stamp may be relied on; before that it is stamped anew. */
  stampedUntil: instant.nullable(),
})

const StoredDiscussion = Discussion.extend({ id, byName: z.string(), recordedAt: instant })

/** Somebody who stood by: a colleague who heard a verbal consent, a witness of a mark, an interpreter. */
const attestationRoles = ['witness', 'interpreter'] as const
const Attestation = z.object({
  id,
  role: z.enum(attestationRoles),
  name: z.string(),
  /** What they say of themselves: a colleague's post, an interpreter's language and agency. */
  capacity: z.string(),
  statement: z.string(),
  at: instant,
  /** Who put it on record; empty where they signed themselves. */
  recordedBy: z.string(),
  /** Their own signature, given with that of the consent; null where staff put it on record. */
  signed: z.object({ kind: z.enum(['drawn', 'typed']), strokesHash: z.string() }).nullable(),
})

/** A change of the plan while treatment ran, as the consent that it adds to shows it. */
export const Addendum = z.object({
  id,
  status: z.enum(consentStatuses),
  treatment: z.string(),
  teeth: z.array(z.string()),
  createdAt: instant,
})
export type Addendum = z.infer<typeof Addendum>

export const Consent = ConsentSummary.extend({
  plan: ConsentPlan,
  /** Placeholder names that still need a value before sending; empty once sent. */
  missing: z.array(z.string()),
  /** What the patient will read in English though their language is another; empty once sent. */
  inEnglish: z.array(UntranslatedText),
  /** Names of its treatments that can be read in Easy Read, whichever form was chosen; empty once sent. */
  inEasyRead: z.array(z.string()),
  /** Whether sending asks whoever sends to confirm the wording, which nobody in the practice has adopted. */
  wordingToConfirm: z.boolean(),
  /** The text as the patient reads it: made afresh while a draft, frozen afterwards. */
  content: FrozenContent,
  contentHash: z.string().nullable(),
  reason: z.string().nullable(),
  replaces: id.nullable(),
  /** The consent that this one adds to. */
  parentId: id.nullable(),
  /** What was agreed to add to this one while treatment ran, oldest first. */
  addenda: z.array(Addendum),
  viewedAt: instant.nullable(),
  /** When the patient was handed the text on paper. */
  paperGivenAt: instant.nullable(),
  /** When the time to think is over; null where none is asked for, or before the patient has the text. */
  reflectionEndsAt: instant.nullable(),
  /** Until when what was agreed holds without being taken anew. */
  validUntil: instant.nullable(),
  changes: z.array(PlanChange),
  /** What the practice means to do now, where it is not what the patient agreed to. */
  changedPlan: PlanAmendment.nullable(),
  confirmedAt: instant.nullable(),
  startedAt: instant.nullable(),
  startOverride: z.string().nullable(),
  discussions: z.array(StoredDiscussion),
  attestations: z.array(Attestation),
  signature: Signature.nullable(),
  /** Null where the name signed under is the record's, titles, order and accents apart. */
  otherName: OtherName.nullable(),
  /** Treatments that were taken back while others stand, in order. */
  withdrawals: z.array(PartWithdrawal),
  countersignature: z.object({ name: z.string(), gdcNumber: z.string(), at: instant }).nullable(),
  documents: z.array(ConsentDocument),
  /** Of the paper that was signed by hand, the first one first. */
  scans: z.array(PaperScan),
  events: z.array(ConsentEvent),
  /** Whether the events are linked, and all that is kept of the consent is what they name. */
  chainIntact: z.boolean(),
})
export type Consent = z.infer<typeof Consent>

/** What staff may do with a consent that is there, each an operation of its own. */
export const consentActions = [
  'edit',
  'discard',
  'send',
  'link',
  'remind',
  'letter',
  'paper',
  'giveOut',
  'addScan',
  'kiosk',
  'discuss',
  'agreeVerbally',
  'refuse',
  'confirm',
  'countersign',
  'askCountersign',
  'addendum',
  'withdraw',
  'replace',
  'void',
  'recordDone',
] as const
export type ConsentAction = (typeof consentActions)[number]

/** Why an action would be refused now; what its operation refuses with, or that the person lacks the permission. */
const actionRefusals = [
  'not-permitted',
  'wrong-state',
  'has-records',
  'not-signed',
  'already-given',
  'not-on-paper',
  'new-consent-required',
  'not-registered',
  'discussion-missing',
  'matters-unanswered',
  'cosigner-missing',
  'may-countersign',
  'already-asked',
] as const
export type ActionRefusal = (typeof actionRefusals)[number]

/** What the person who asks may do with it now: null where they may, otherwise why they would be refused. */
const ConsentActions = z.record(z.enum(consentActions), z.enum(actionRefusals).nullable())
export type ConsentActions = z.infer<typeof ConsentActions>

const consentId = z.object({ consentId: id })
const missingConsent = notFound('Consent')
const wrongState = aborted(
  'This consent is no longer in a state that allows this. Reload to see its current status.',
)
const unknownTreatmentsRefusal = {
  'patient-not-found': notFound('Patient'),
  'template-not-found': { code: 'not-found', message: 'Template not found' },
  'clinician-not-found': notFound('Clinician'),
  'video-not-found': {
    code: 'not-found',
    message: 'This video is no longer in the library. Choose another one.',
  },
} as const
/** How a text reaches its patient. */
const deliveryMethods = [...sendingChannels, 'link'] as const

/** Why a text cannot be frozen for its patient yet. */
const sendingRefusals = {
  'tooth-required': invalidArgument('Choose the tooth. This template needs one.'),
  'diagnosis-required': invalidArgument('Enter the diagnosis. This template needs one.'),
  'placeholder-missing': invalidArgument('Some details of the text are missing.'),
  'video-not-playable': aborted(
    'A video of this text cannot be shown yet: {video}. Wait until it is playable, or choose another one.',
  ),
  'prompts-left': invalidArgument(
    'The template still has prompts in square brackets. Write these parts of the template first.',
  ),
  'wording-unconfirmed': aborted(
    'Nobody in your practice has adopted this wording yet. Confirm that you have read it and that it is right for this patient, then send.',
  ),
  'no-email': invalidArgument(
    'This patient has no e-mail address. Use a text message, a link or a QR code instead.',
  ),
  'no-mobile': invalidArgument(
    'This patient has no mobile number that takes text messages. Use e-mail, a link or a QR code instead.',
  ),
  'marks-on-other-side': aborted(
    'A mark on a picture is on the opposite side of the mouth from this plan. Open the picture, check tooth and side, and save it again.',
  ),
  'risks-undecided': aborted(
    'The medical history adds risks that still need a decision. Review them, then send.',
  ),
  'risk-stopped': aborted(
    'A stop alert for this patient blocks the treatment. Staff who can override consents must give a reason to go ahead.',
  ),
  'waiver-not-allowed': aborted(
    'You do not have permission to waive the time to think. Ask someone who has to send this, or remove the waiver.',
  ),
  'template-not-in-use': aborted('This template is no longer in use. Choose another template.'),
  'patient-archived': aborted('This patient is archived. Restore the patient first.'),
  ...contactRefusals,
} as const

const example = {
  patientId: ':patientId',
  clinicianId: ':staffId',
  items: [
    {
      templateId: ':templateId',
      teeth: ['46'],
      pricePence: 7350,
      placeholders: {
        visits: '2 visits',
        price: '£73.50',
        reason: 'it can save your tooth',
        prognosis: 'good',
        crownWithin: '4 weeks',
      },
    },
  ],
  diagnosis: 'Infected nerve',
}

/** How a list is sorted; a minus stands for the other way round, newest or last first. Without one: '-changed'. */
export const consentSorts = ['-changed', 'changed', '-sent', 'sent', 'patient', '-patient'] as const
export type ConsentSort = (typeof consentSorts)[number]

/** What a list is narrowed and sorted by; each stands in the address of the screen. */
export const consentFilter = {
  search: searchText(120),
  view: z
    .enum([
      'all',
      'awaiting',
      'not-opened',
      'undelivered',
      'questions',
      'expiring',
      'look-again',
      'to-countersign',
      'reconfirm',
      'signed',
      'declined',
      'withdrawn',
      'drafts',
    ])
    .default('all'),
  clinicianId: id.optional(),
  patientId: id.optional(),
  templateId: id.optional(),
  /** Days of the last change, both included. */
  from: isoDate.optional(),
  to: isoDate.optional(),
  sort: z.enum(consentSorts).optional(),
}
const recordPermissions = { anyOf: ['createConsents', 'finaliseConsents'] } as const
const preparePermission = 'createConsents'
const attestationInput = z.object({
  role: z.enum(attestationRoles),
  name: personName(120),
  capacity: optionalLine(200),
  statement: text(1000),
})

export const consents = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/consents',
    summary: 'Consents, newest change first unless sorted otherwise, with search by patient or treatment',
    access: 'clinic',
    needs: 'createConsents',
    audit: null,
    input: z.object({ ...paging, ...consentFilter }),
    /** Counts stop at `list_count_max`: who sees that many narrows the list. */
    output: paginated(ConsentRow).extend({ counts: z.record(z.string(), z.int()) }),
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
    output: paginated(
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
    summary: `How many consents stand in each state, and how many wait for whom; none counted beyond ${list_count_max}`,
    access: 'clinic',
    readsOnce: true,
    audit: null,
    input: z.object({}),
    output: z.object({
      byStatus: z.record(z.enum(consentStatuses), z.int()),
      notOpened: z.int(),
      toCountersign: z.int(),
      toReconfirm: z.int(),
      /** Of which it is due to look again whether the patient can decide. */
      toLookAtAgain: z.int(),
      /** Sent by a message that did not arrive, or of which nobody knows. */
      undelivered: z.int(),
      /** With a question of the patient that nobody has answered. */
      withQuestions: z.int(),
      /** Of the signed-in person. */
      ownDrafts: z.int(),
      expiringWithinWeek: z.int(),
      signedThisWeek: z.int(),
      /** How far the history of a demo practice is that is added meanwhile; null otherwise. */
      demoHistory: z.object({ made: z.int(), of: z.int() }).nullable(),
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
    output: Consent.extend({ actions: ConsentActions }),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  prefill: operation({
    method: 'GET',
    path: '/api/clinic/consents/prefill',
    summary:
      'What this practice sent last for a template: material, options and habits; its fee of today and usual phrases. No price of another patient and nothing weighed for one.',
    access: 'clinic',
    needs: preparePermission,
    audit: null,
    input: z.object({
      templateId: id,
      /** For whom phrases are ranked; without one, what the practice sends most comes first. */
      clinicianId: id.optional(),
    }),
    output: z.object({
      item: ConsentItem.pick({ material: true, placeholders: true }),
      /** Without prices: what another patient was charged is no fact of the next. */
      options: z.array(TreatmentOption.omit({ pricePence: true, band: true })),
      reflectionHours: z.int(),
      linkDays: z.int(),
      suggestions: Phrases,
      /** What the fee list asks for it today; null where it says nothing. */
      fee: FeeOfDay.nullable(),
      /** What the practice has counted of it, which its patients may be shown; null where it shows none. */
      ownFigure: OutcomeFigure.nullable(),
    }),
    refusals: { 'template-not-found': { code: 'not-found', message: 'Template not found' } },
    example: { templateId: ':templateId' },
  }),
  create: operation({
    method: 'POST',
    path: '/api/clinic/consents',
    summary: 'Make a template out to a patient, as a draft',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'consent.created' },
    idempotent: true,
    input: ConsentDetails.extend({
      /** An addendum is agreed to before it is written: `recordAddendum`. */
      kind: z.enum(consentKinds).exclude(['addendum']).default('consent'),
      replaces: id.nullable().default(null),
    }),
    output: Consent,
    refusals: {
      ...unknownTreatmentsRefusal,
      'replaced-not-found': missingConsent,
      'wrong-state': wrongState,
    },
    example,
  }),
  update: operation({
    method: 'PUT',
    path: '/api/clinic/consents/{consentId}',
    summary: 'Change a draft',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'consent.updated' },
    validatesOnlyChanges: true,
    input: ConsentDetails.extend({ consentId: id }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      ...unknownTreatmentsRefusal,
    },
    example: { ...example, consentId: ':draftId' },
  }),
  discard: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/discard',
    summary:
      'Discard a draft that was neither approved nor sent: it leaves every list and count of the practice',
    access: 'clinic',
    needs: 'createConsents',
    audit: { done: 'consent.discarded' },
    input: consentId,
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'has-records': aborted(
        'This draft has a recorded conversation or decision, so it cannot be discarded. Staff who can override consents can void it.',
      ),
    },
    example: { consentId: ':draftId' },
  }),
  send: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/send',
    summary:
      'Freeze the text and send the patient a link by e-mail, or make it ready to hand over as a link or QR code',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms'] },
    statementsMax: 10,
    audit: { done: 'consent.sent' },
    idempotent: true,
    input: consentId.extend({
      by: z.enum(deliveryMethods),
      /** Whoever sends has read wording that nobody in the practice has adopted, for this patient (rulings 47). */
      wordingConfirmed: z.boolean().default(false),
      /** Whoever sends knows which questions are not asked yet whose answers may stop the treatment. */
      unaskedAcknowledged: z.boolean().default(false),
    }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      ...sendingRefusals,
      'questions-unasked': aborted(
        'Not asked yet, and the answer may stop the treatment: {questions} Ask the patient, or confirm sending it anyway.',
      ),
    },
    example: { consentId: ':draftId', by: 'link', unaskedAcknowledged: true },
  }),
  finalise: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/countersignature',
    summary: 'Countersign a signed consent as a registered clinician',
    access: 'clinic',
    needs: 'finaliseConsents',
    audit: { done: 'consent.finalised', refused: 'consent.finalise_refused' },
    idempotent: true,
    input: consentId.extend({ contentHash: z.string().length(64), name: personName(120) }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'not-registered': {
        code: 'permission-denied',
        message: 'Only a clinician with a GDC number can countersign.',
      },
      'stale-version': aborted('The text has changed since you opened it. Reload to see the current text.'),
      'name-differs': invalidArgument('Type your own name as it is on your account.'),
      'discussion-missing': aborted('Record the conversation with the patient first.'),
      'matters-unanswered': aborted(
        'The patient has listed what matters to them. Answer each point or record when you discussed it, then countersign.',
      ),
      'cosigner-missing': aborted(
        'An interpreter or witness is required and has not signed. Record who it was first.',
      ),
    },
    example: { consentId: ':signedId', contentHash: 'a'.repeat(64), name: 'Amara Okafor' },
  }),
  recordDiscussion: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/discussions',
    summary: 'Record a conversation with the patient about the treatment',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.discussed' },
    idempotent: true,
    input: consentId.extend({ discussion: Discussion }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'in-future': invalidArgument('Enter a time that has passed.'),
    },
    example: {
      consentId: ':consentId',
      discussion: {
        on: '2026-01-05T10:00:00.000Z',
        mode: 'in-person',
        note: 'Went through the treatment, its risks and the other ways to go.',
        whatMatters: 'Wants to keep the tooth',
        understanding: 'explained-back',
      },
    },
  }),
  attest: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/attestations',
    summary: 'Record who stood by as a witness, or who interpreted',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.attested' },
    idempotent: true,
    input: consentId.extend({ attestation: attestationInput }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: {
      consentId: ':consentId',
      attestation: {
        role: 'interpreter',
        name: 'Ana Silva',
        capacity: 'Portuguese, Bridge Interpreting',
        statement: 'I interpreted all that was said, completely and to the best of my ability.',
      },
    },
  }),
  approve: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/approval',
    summary: 'Approve a draft that was proposed from notes, having read all of it',
    access: 'clinic',
    needs: 'finaliseConsents',
    audit: { done: 'consent.approved' },
    input: consentId,
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':draftId' },
  }),
  recordVerbal: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/verbal-consent',
    summary:
      'Record that the patient agreed by word of mouth, before witnesses; the patient may sign afterwards',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.verbal' },
    idempotent: true,
    input: consentId.extend({
      discussion: Discussion,
      witnesses: z
        .array(attestationInput.omit({ role: true }))
        .min(1)
        .max(3),
      wordingConfirmed: z.boolean().default(false),
      /** What the patient said to what is asked besides the treatment; what is not among it was not asked. */
      additional: VerbalAdditionalConsents.default([]),
    }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'in-future': invalidArgument('Enter a time that has passed.'),
      'written-consent-required': aborted('This treatment needs a written consent.'),
      'question-open': aborted(
        'The patient has an unanswered question. Record your answer under “Questions”, then record the verbal consent.',
      ),
      ...capacityRefusals,
      ...sendingRefusals,
    },
    example: {
      consentId: ':draftId',
      discussion: {
        on: '2026-01-05T10:00:00.000Z',
        mode: 'in-person',
        note: 'Went through the treatment, its risks and the other ways to go.',
        understanding: 'explained-back',
      },
      witnesses: [{ name: 'Priya Nair', capacity: 'Dental nurse', statement: 'I heard the patient agree.' }],
    },
  }),
  recordAddendum: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/addenda',
    summary:
      'Record a change of the plan that the patient just agreed to by word of mouth, before two members of staff who each attest by their own account; the patient may sign afterwards',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.addendum_recorded', refused: 'consent.addendum_refused' },
    idempotent: true,
    input: consentId.extend({
      ...ConsentPlan.pick({ items: true, personalRisks: true }).shape,
      /** What was found, and so why the plan has changed. */
      found: text(500),
      /** What the patient was told just now. */
      ...Discussion.pick({ note: true }).shape,
      /** How it was checked that they understood: nobody agrees to what was not checked. */
      understanding: Discussion.shape.understanding.exclude(['not-yet']),
      /** Whoever is signed in heard the patient agree. */
      heard: z.literal(true),
      /** Of the second person, who heard it too: see `identity.attest`. */
      attestation: z.string().max(2000),
      wordingConfirmed: z.boolean().default(false),
    }),
    /** The addendum. */
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'not-signed': aborted(
        'A change can only be added to a signed consent. Have this one signed first, or create a new consent.',
      ),
      'attestation-missing': aborted(
        'The second person’s attestation has expired. Ask them to attest again.',
      ),
      ...unknownTreatmentsRefusal,
      ...capacityRefusals,
      ...sendingRefusals,
    },
    example: {
      consentId: ':signedId',
      items: example.items.map((item) => ({
        ...item,
        placeholders: { ...item.placeholders, individualRisks: 'none that we know of' },
      })),
      found: 'The tooth is cracked below the gum',
      note: 'Told what was found, the risks of taking it out, and the other ways to go.',
      understanding: 'explained-back',
      heard: true,
      attestation: 'none',
    },
  }),
  recordRefusal: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/refusal',
    summary: 'Record that the patient said no, having been told what may follow',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.declined' },
    idempotent: true,
    input: consentId.extend({
      reason: text(consent_reason_length_max),
      /** What the patient was told may happen without it; the rest of the record makes it an informed refusal. */
      consequences: text(2000),
      safetyNet: text(1000),
    }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: {
      consentId: ':viewedId',
      reason: 'Does not want an X-ray',
      consequences: 'Decay between the teeth may not be seen until it hurts.',
      safetyNet: 'Come back at once with pain or swelling; asked again at the next visit.',
    },
  }),
  changePlan: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/changed-plan',
    summary: 'Say what is planned now instead of what the patient agreed to; it has to be confirmed then',
    access: 'clinic',
    needs: preparePermission,
    audit: { done: 'consent.plan_changed' },
    input: consentId.extend({ changed: PlanAmendment }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState, ...unknownTreatmentsRefusal },
    example: {
      consentId: ':signedId',
      changed: {
        items: example.items,
        clinicianId: ':staffId',
        why: 'The tooth behind it is the one that hurts',
      },
    },
  }),
  confirm: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/confirmation',
    summary: 'Record that the patient still agrees today, to every change that they were told of',
    access: 'clinic',
    needs: recordPermissions,
    audit: { done: 'consent.confirmed' },
    idempotent: true,
    input: consentId.extend({
      /** The changes that were gone through with the patient, as they were shown. */
      changes: z.array(PlanChange).max(30),
      witness: attestationInput.omit({ role: true }).nullable(),
      note: optionalText(1000),
    }),
    output: Consent,
    refusals: {
      'not-found': missingConsent,
      'wrong-state': wrongState,
      'stale-version': aborted('More has changed since you opened it. Reload to see it.'),
      'new-consent-required': aborted(
        'The treatment has changed, or the consent is too old. Create a new consent.',
      ),
      'witness-required': invalidArgument('Enter who heard the patient agree to the changes.'),
    },
    example: { consentId: ':signedId', changes: [], witness: null },
  }),
  void: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/void',
    summary: 'Void a consent, with a reason',
    access: 'clinic',
    needs: 'overrideConsents',
    audit: { done: 'consent.voided' },
    input: consentId.extend({ reason: text(consent_reason_length_max) }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState },
    example: { consentId: ':draftId', reason: 'Made out to the wrong patient' },
  }),
  recordWithdrawal: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/withdrawal',
    summary: 'Record that the patient has withdrawn consent, or some of its treatments, in their words',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'finaliseConsents'] },
    audit: { done: 'consent.withdrawn', partly: 'consent.treatments_withdrawn' },
    input: consentId.extend({ reason: text(consent_reason_length_max), treatments: withdrawnTreatments }),
    output: Consent,
    refusals: { 'not-found': missingConsent, 'wrong-state': wrongState, ...withdrawnRefusals },
    example: { consentId: ':signedId', reason: 'Phoned to say they have changed their mind' },
  }),
  listForAdmin: operation({
    method: 'GET',
    path: '/api/admin/consents',
    summary: 'Consents across clinics as metadata only: no patient, no treatment',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({
      ...paging,
      clinicId: id.optional(),
      status: z.enum(consentStatuses).optional(),
      /** When it was made; up to `until`, which is not in it. */
      from: instant.optional(),
      until: instant.optional(),
    }),
    output: paginated(
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
}

const uuid = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const maxExportedRows = consents_exported_max.toLocaleString('en-GB')

export const consentFiles = {
  list: fileRoute({
    path: '/api/clinic/consents.csv',
    summary: 'The consents that a list shows, or those named, as a file for spreadsheets',
    access: 'clinic',
    needs: 'createConsents',
    reads: 'replica',
    audit: { done: 'consent.list_exported' },
    params: z.object({
      ...consentFilter,
      /** Ids with commas between them; all that match without. */
      consentIds: z
        .string()
        .max(4000)
        .regex(new RegExp(`^${uuid}(?:,${uuid})*$`), 'Give consent ids with commas between them')
        .optional(),
    }),
    refusals: {
      'nothing-to-export': {
        code: 'not-found',
        message: 'There are no consents to export. Remove a filter.',
      },
      'too-many': invalidArgument(
        `More than ${maxExportedRows} consents match. Narrow the list, by dates for example, and export the parts.`,
      ),
    },
    example: { consentIds: ':draftId' },
  }),
}
