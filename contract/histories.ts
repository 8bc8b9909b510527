import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  printedText,
} from './kit.ts'
import { history_facts_saved_max, planned_treatments_max, risk_statement_length_max } from './limits.ts'
import { riskSeverities } from './risk-rules.ts'
import { ToothCode } from './tooth-code.ts'

/** `unknown`: asked, and nobody knows. What nobody has asked has no fact at all. */
const factAnswers = ['yes', 'no', 'unknown'] as const
const statementSources = ['patient', 'clinician', 'letter', 'import'] as const
/** Who says so; `merge`: it stood in another record of the same patient. */
export const factSources = [...statementSources, 'merge'] as const
export type FactSource = (typeof factSources)[number]
export type StatementSource = (typeof statementSources)[number]

const FactorId = z.string().regex(/^[a-z]+(-[a-z]+)*$/, 'Choose a question of the history')

/** One answer about a patient, by the id of its question in `content/patient-factors.yaml`. */
export const HistoryFact = z.object({
  factor: FactorId,
  answer: z.enum(factAnswers),
  /** More about a yes, by field: dates as `2026-11-21`, yes or no as `yes` or `no`. What is empty is not known. */
  fields: z.record(z.string().regex(/^[a-z]\w*$/), optionalText(500)).default({}),
  /** Of a question about teeth, which ones; null stands for every tooth that is treated. */
  teeth: z.array(ToothCode).min(1, 'Choose a tooth, or all treated teeth').max(52).nullable().default(null),
})
export type HistoryFact = z.infer<typeof HistoryFact>

const KnownFact = HistoryFact.extend({
  source: z.enum(factSources),
  byName: z.string(),
  at: instant,
  /** The version of the history that it came with. */
  version: z.int(),
})
export type KnownFact = z.infer<typeof KnownFact>

/** `never`: nobody has gone through it with the patient. `due`: that is longer ago than it should be. */
const HistoryReview = z.object({
  state: z.enum(['never', 'current', 'due']),
  at: instant.nullable(),
  byName: z.string().nullable(),
})
export type HistoryReview = z.infer<typeof HistoryReview>

export const History = z.object({
  patientId: id,
  /** Raised by each save that changes an answer; nought where nothing was ever saved. */
  version: z.int(),
  /** What is known now, in the order of the questions. */
  facts: z.array(KnownFact),
  review: HistoryReview,
  /** Questions for a patient of this age that nobody has asked, by id. */
  unasked: z.array(z.string()),
})
export type History = z.infer<typeof History>

/** What one save changed, or that somebody went through the history with the patient. */
export const HistoryStep = z.object({
  kind: z.enum(['saved', 'reviewed']),
  version: z.int(),
  at: instant,
  byName: z.string(),
  /** Null for a review. */
  source: z.enum(factSources).nullable(),
  /** `before` is null where the question was asked for the first time. */
  changes: z.array(z.object({ after: HistoryFact, before: HistoryFact.nullable() })),
})
export type HistoryStep = z.infer<typeof HistoryStep>

export const PlannedTreatments = z.object({
  patientId: id,
  /** The day of the treatment: ages and the dates of blood tests are told from it. */
  day: isoDate,
  treatments: z
    .array(z.object({ templateId: id, teeth: z.array(ToothCode).max(52).default([]) }))
    .min(1)
    .max(planned_treatments_max),
})
export type PlannedTreatments = z.infer<typeof PlannedTreatments>

/** A rule that holds for this patient and at least one of the treatments. */
const RiskOfPatient = z.object({
  ruleId: z.string(),
  severity: z.enum(riskSeverities),
  /** What the patient reads, with what is known filled in; a detail that is not known stays as its placeholder. */
  statement: z.string(),
  /** What the practice does or records. */
  forStaff: z.string(),
  /** What made it hold, each in a few words of staff: none of them reaches the patient. */
  because: z.array(z.string()),
  /** What the patient reads of it; empty where no reason is said. */
  patientReasons: z.array(z.string()),
  teeth: z.array(z.string()),
  /** Details that the statement needs and nobody has given. */
  missing: z.array(z.object({ factor: z.string(), field: z.string(), label: z.string() })),
  source: z.object({
    reference: z.string(),
    note: z.string(),
    /** The source says it; otherwise a clinical reviewer has still to confirm it. */
    isChecked: z.boolean(),
    reviewDue: isoDate,
  }),
  /** The text of the library that goes with it, by name; empty for none. */
  attach: z.string(),
  /** Risks of the treatments' own lists that are told in another band than to others. */
  bands: z.array(z.object({ risks: z.array(z.string()), band: z.string() })),
  /** Whether a capacity test should be offered. */
  offersCapacityTest: z.boolean(),
  /** By template. */
  treatments: z.array(id),
})
export type RiskOfPatient = z.infer<typeof RiskOfPatient>

/** Something nobody knows yet, which decides whether a risk belongs to this patient. */
const OpenRiskQuestion = z.object({
  about: z.enum(['factor', 'field', 'teeth']),
  /** Null for the teeth that are to be treated. */
  factor: z.string().nullable(),
  field: z.string().nullable(),
  /** What to ask, as it is asked. */
  words: z.string(),
  /** The gravest of the rules that wait for it. */
  severity: z.enum(riskSeverities),
  ruleIds: z.array(z.string()),
  treatments: z.array(id),
})

export const PatientRisks = z.object({
  /** Of the history that they were told from. */
  version: z.int(),
  review: HistoryReview,
  /** Whole years on the planned day. */
  ageYears: z.int(),
  /** The gravest first, otherwise in the order of the book. */
  findings: z.array(RiskOfPatient),
  questions: z.array(OpenRiskQuestion),
  /**
   * What was looked at, in the order asked. `known`: `treatment` where the library has this very treatment, `type` where
   * only its type is known and it was looked at as all of that type, `none` where nothing is known of it, so that only
   * rules for every treatment were tried.
   */
  treatments: z.array(
    z.object({ templateId: id, name: z.string(), known: z.enum(['treatment', 'type', 'none']) }),
  ),
})
export type PatientRisks = z.infer<typeof PatientRisks>

const unfilledPlaceholder = /\{\{\w+\}\}/
/** What a clinician decided about one finding: it is stored with the consent, with what made it hold at that time. */
export const RiskDecision = z
  .object({
    /** Empty for a risk that the clinician wrote. */
    ruleId: z.string().regex(/^(R\d{3})?$/),
    severity: z.enum(riskSeverities),
    decision: z.enum(['accepted', 'edited', 'left-out']),
    /** What the patient reads; of a risk that was left out, what they would have read. */
    statement: printedText(risk_statement_length_max).min(1, 'Enter the text for the patient'),
    /** Why it was left out or, of one that stops, why the treatment goes ahead. */
    reason: optionalText(500),
    /** What made it hold, as the patient reads it. */
    because: z.array(printedText(200)).max(60),
    teeth: z.array(ToothCode).max(52),
  })
  .refine(({ decision, reason }) => decision !== 'left-out' || reason !== '', {
    path: ['reason'],
    message: 'Enter why this risk is left out',
  })
  .refine(({ severity, reason }) => severity !== 'stop' || reason !== '', {
    path: ['reason'],
    message: 'Enter why the treatment goes ahead',
  })
  .refine(({ decision, statement }) => decision === 'left-out' || !unfilledPlaceholder.test(statement), {
    path: ['statement'],
    message: 'Fill in the missing details',
  })
export type RiskDecision = z.infer<typeof RiskDecision>

const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const patientParams = z.object({ patientId: id })
const missingPatient = { 'not-found': notFound('Patient') }
const changedMeanwhile = aborted(
  'Someone else changed this history. Load their changes, then save yours again.',
)
const path = '/api/clinic/patients/{patientId}/history'

export const histories = {
  get: operation({
    method: 'GET',
    path,
    summary: "What is known of a patient's health, when it was reviewed, and what nobody has asked",
    access: 'clinic',
    audit: null,
    input: patientParams,
    output: History,
    refusals: missingPatient,
    example: { patientId: ':patientId' },
  }),
  save: operation({
    method: 'PUT',
    path,
    summary: 'Save answers that changed; every earlier answer is kept',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'history.saved' },
    input: patientParams.extend({
      /** The version that they were made from. */
      version: z.int().min(0),
      source: z.enum(statementSources),
      facts: z.array(HistoryFact).min(1).max(history_facts_saved_max),
      /** The whole history was gone through with the patient. */
      isReviewed: z.boolean().default(false),
    }),
    output: History,
    refusals: {
      ...missingPatient,
      'changed-meanwhile': changedMeanwhile,
      'unknown-question': invalidArgument('This question is no longer in the history. Reload the page.'),
      'asked-twice': invalidArgument('This question has two answers. Answer it once.'),
      'details-without-yes': invalidArgument('Details and teeth belong to the answer yes.'),
      'not-of-teeth': invalidArgument('This question does not apply to single teeth.'),
      'unknown-detail': invalidArgument('This question has no such detail. Reload the page.'),
      'detail-unreadable': invalidArgument(
        'Enter numbers as digits, dates as a day of the calendar, and yes or no where that is asked.',
      ),
    },
    example: {
      patientId: ':patientId',
      version: 0,
      source: 'patient',
      facts: [{ factor: 'warfarin', answer: 'yes', fields: { inrValue: '2.6', inrDate: '2026-11-20' } }],
    },
  }),
  review: operation({
    method: 'POST',
    path: `${path}/reviews`,
    summary: 'Reviewed with the patient, and nothing changed',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'history.reviewed' },
    idempotent: true,
    input: patientParams.extend({ version: z.int().min(0) }),
    output: History,
    refusals: {
      ...missingPatient,
      'changed-meanwhile': changedMeanwhile,
      'nothing-asked': aborted('No questions answered yet. Answer the questions first.'),
    },
    example: { patientId: ':patientId', version: 0 },
  }),
  timeline: operation({
    method: 'GET',
    path: `${path}/timeline`,
    summary: 'Every save and every review of a history, the newest first',
    access: 'clinic',
    audit: null,
    input: patientParams.extend(paging),
    output: paginated(HistoryStep),
    refusals: missingPatient,
    example: { patientId: ':patientId' },
  }),
  risks: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/risks',
    summary: 'What the history adds to the risks of planned treatments, why, and what must still be asked',
    access: 'clinic',
    audit: null,
    input: PlannedTreatments,
    output: PatientRisks,
    refusals: {
      ...missingPatient,
      'template-not-found': notFound('Template'),
      'before-birth': invalidArgument('Choose a day after the patient was born.'),
    },
    example: {
      patientId: ':patientId',
      day: '2026-11-21',
      treatments: [{ templateId: ':templateId', teeth: ['46'] }],
    },
  }),
}
