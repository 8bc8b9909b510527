import { z } from 'zod'
import { chargeBands } from './charges.ts'
import { id, instant, optionalText, printedText, text } from './kit.ts'
import { RiskDecision } from './histories.ts'
import { link_days_max, options_max, price_pence_max, treatments_max } from './limits.ts'
import { areas } from './teeth.ts'
import { ToothCode } from './tooth-code.ts'

/** What is planned for a patient: treatments, options, personal risks and how the conversation went. */

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

/** A price in pence. */
export const Pence = z
  .int()
  .min(0, 'Enter a price of £0 or more')
  .max(price_pence_max, 'Enter a price below £100,000')

export const ChargeBand = z.enum(chargeBands)

/** One treatment that is consented to, and accepted or declined by itself (rulings 7). */
export const ConsentItem = z.object({
  templateId: id,
  teeth: z.array(ToothCode).max(52).default([]),
  area: z.enum(areas).nullable().default(null),
  material: optionalText(120),
  pricePence: Pence.nullable().default(null),
  band: ChargeBand.nullable().default(null),
  placeholders: z.partialRecord(z.enum(placeholderNames), optionalText(500)).default({}),
})
export type ConsentItem = z.infer<typeof ConsentItem>

/**
 * A way to go that was weighed up, with what it costs. McCulloch v Forth Valley [2023] UKSC 26: all that are reasonable
 * are explained; why one is not suitable is said rather than left out.
 */
export const TreatmentOption = z.object({
  title: text(120),
  kind: z.enum(['treatment', 'no-treatment', 'referral']),
  benefit: optionalText(500),
  risk: optionalText(500),
  lasts: optionalText(120),
  visits: optionalText(120),
  pricePence: Pence.nullable().default(null),
  band: ChargeBand.nullable().default(null),
  /** Empty where it is offered. */
  notSuitable: optionalText(500),
})
export type TreatmentOption = z.infer<typeof TreatmentOption>

export const discussionModes = ['in-person', 'phone', 'video'] as const
export const understandingChecks = ['explained-back', 'questions-answered', 'not-yet'] as const
/** What became of an interpreter, and of a copy that was handed over; absent where nobody told. */
export const interpreterOutcomes = ['helped', 'declined'] as const
export const copyOutcomes = ['handed', 'declined'] as const

/** A conversation about the treatment: what makes a consent valid (GDC Standards 3.1.2). Nothing in it has a default. */
export const Discussion = z.object({
  on: instant,
  mode: z.enum(discussionModes),
  note: printedText(4000).min(10, 'Enter what was discussed'),
  /** What matters to the patient, in their words (Montgomery v Lanarkshire [2015] UKSC 11). */
  whatMatters: optionalText(1000),
  understanding: z.enum(understandingChecks),
  /** What a child thinks of it, in their words. */
  childView: text(1000).optional(),
  interpreter: z.enum(interpreterOutcomes).optional(),
  copy: z.enum(copyOutcomes).optional(),
})
export type Discussion = z.infer<typeof Discussion>

export const readingFormats = ['standard', 'large-print', 'easy-read'] as const

/**
 * Which video a patient is shown, where it is not as the templates have it: with another say in whether it has to be
 * watched, another one of the library, or none.
 */
const PlanVideo = z.discriminatedUnion('show', [
  z.object({ show: z.literal('template'), required: z.boolean() }),
  z.object({ show: z.literal('chosen'), videoId: id, required: z.boolean() }),
  z.object({ show: z.literal('none') }),
])
export type PlanVideo = z.infer<typeof PlanVideo>

/** Everything that is decided before a consent is sent. */
export const ConsentPlan = z.object({
  items: z.array(ConsentItem).min(1, 'Choose a treatment').max(treatments_max),
  diagnosis: optionalText(500),
  options: z.array(TreatmentOption).max(options_max).default([]),
  /** The place in `options` of the one the clinician recommends. */
  recommended: z.int().min(0).nullable().default(null),
  recommendedWhy: optionalText(500),
  personalRisks: z.array(RiskDecision).max(60).default([]),
  /** Why no risk applies to this patient beyond those of the text. */
  noPersonalRisks: optionalText(500),
  language: z.string().max(20).default('en'),
  format: z.enum(readingFormats).default('standard'),
  /** Days until the link ends; null for the practice's usual number. */
  linkDays: z.int().min(1).max(link_days_max).nullable().default(null),
  /** Why treatment may begin before the time to think has passed; empty where it may not. */
  reflectionWaived: optionalText(500),
  /** Null, and absent in older drafts, for a video as the templates have it. */
  video: PlanVideo.nullable().optional(),
  /** Why this patient is not shown the practice's own outcome figures; empty, and absent in older drafts, where they are. */
  ownFiguresLeftOut: printedText(500).optional(),
})
export type ConsentPlan = z.infer<typeof ConsentPlan>

/** What has changed since the patient agreed; each kind alone makes a consent due to be confirmed again (rulings 7). */
const planChangeKinds = ['treatment', 'tooth', 'price', 'clinician', 'health', 'wording', 'age'] as const
export const PlanChange = z.object({
  kind: z.enum(planChangeKinds),
  before: z.string(),
  after: z.string(),
})
export type PlanChange = z.infer<typeof PlanChange>
