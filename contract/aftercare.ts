import { z } from 'zod'
import {
  aftercare_messages_max,
  survey_text_length_max,
  treatments_max,
  worries_a_day_max,
  worry_text_length_max,
} from './limits.ts'
import { aborted, id, instant, invalidArgument, notFound, operation, optionalText, text } from './kit.ts'
import { languageTags } from './languages.ts'
import { worryLevels } from './worry-levels.ts'

/** What somebody is asked about their decision afterwards; each is agreed with from 1, not at all, to 5, fully. */
export const surveyQuestions = ['understood', 'asSaid', 'again', 'regret'] as const
const LikertScale = z.int().min(1).max(5)
/** `time`: whether there was enough of it; it was not asked at first, and is about the way there: no part of a score. */
const SurveyAnswers = z.object({
  understood: LikertScale,
  asSaid: LikertScale,
  again: LikertScale,
  regret: LikertScale,
  time: LikertScale.optional(),
})
export type SurveyAnswers = z.infer<typeof SurveyAnswers>

const worryId = z.string().regex(/^[a-z]{2,20}$/)

/** A worry as its patient sees it afterwards. */
const PatientWorry = z.object({
  id,
  worry: worryId,
  level: z.enum(worryLevels),
  at: instant,
  /** The practice has dealt with it. */
  isSettled: z.boolean(),
})

/** What a patient's page shows of the time after the treatment; the advice itself stands in the frozen text. */
const PatientAftercare = z.object({
  /** When the last treatment was done; null before that. */
  doneAt: instant.nullable(),
  /** Treatment has begun, so that they can say what worries them. */
  mayTell: z.boolean(),
  /** Parts of the frozen text that give the advice, by their places. */
  parts: z.array(z.int()),
  practice: z.object({ name: z.string(), phone: z.string(), outOfHours: z.string() }),
  /** Whether 999 and 111 belong on the page, as for treatments after which something can turn serious. */
  isUrgent: z.boolean(),
  isStopped: z.boolean(),
  survey: z.enum(['none', 'due', 'answered', 'skipped']),
  /** Newest first. */
  worries: z.array(PatientWorry),
})
export type PatientAftercare = z.infer<typeof PatientAftercare>

/**
 * The advice of other consents that the same visit was for: their message was this one. No more of them than the advice,
 * since the link opens one consent.
 */
const RelatedAftercare = z.object({
  consents: z.array(
    z.object({
      title: z.string(),
      sections: z.array(z.object({ title: z.string(), content: z.string() })),
    }),
  ),
  /** Whether 999 and 111 belong on the page for one of these. */
  isUrgent: z.boolean(),
})
export type RelatedAftercare = z.infer<typeof RelatedAftercare>

/** A worry as the practice reads it: what was asked, answered and shown, word for word. */
const ReportedWorry = z.object({
  id,
  worry: z.string(),
  level: z.enum(worryLevels),
  /** When the patient pressed, which may be before it came: there may have been no connection. */
  toldAt: instant,
  at: instant,
  asked: z.array(z.object({ question: z.string(), answer: z.boolean() })),
  shown: z.string(),
  text: z.string(),
  language: z.string(),
  /** The task that is still open for it. */
  taskId: id.nullable(),
  /** Who dealt with it and how; null while nobody has, and where nobody has to. */
  settled: z.object({ by: z.string(), at: instant, note: z.string() }).nullable(),
})
export type ReportedWorry = z.infer<typeof ReportedWorry>

const TreatmentDone = z.object({
  id,
  treatments: z.array(z.object({ place: z.int(), title: z.string() })),
  doneAt: instant,
  by: z.string(),
  /** When somebody said that it was not so; null while it stands. */
  takenBackAt: instant.nullable(),
  /** What comes next and when; null where nothing does. */
  next: z.object({ step: z.string(), at: instant }).nullable(),
  sent: z.array(z.object({ step: z.string(), at: instant })),
})

/** The time after the treatment as the practice sees it. */
export const Aftercare = z.object({
  /** Treatments of the consent that were agreed to, each with whether it was done. */
  treatments: z.array(z.object({ place: z.int(), title: z.string(), isDone: z.boolean() })),
  done: z.array(TreatmentDone),
  /** When the patient asked for no more messages. */
  stoppedAt: instant.nullable(),
  worries: z.array(ReportedWorry),
  survey: z
    .object({ at: instant, answers: SurveyAnswers.nullable(), text: z.string(), isSkipped: z.boolean() })
    .nullable(),
})
export type Aftercare = z.infer<typeof Aftercare>

const followUpDays = z
  .array(z.int().min(1, 'Enter 1 or more').max(365, 'Enter at most 365'))
  .max(aftercare_messages_max, `Enter at most ${aftercare_messages_max}`)
  .refine((each) => new Set(each).size === each.length, 'Enter each number once')
  .transform((each) => each.toSorted((a, b) => a - b))

/** What a practice decides about the time after a treatment. */
export const AftercarePolicy = z.object({
  isOn: z.boolean(),
  /** Asked once for each consent, some weeks after. */
  survey: z.boolean(),
  /** Who is written to when a patient needs somebody at once; nobody: whoever looks after the consent. */
  alertStaffIds: z.array(id).max(20, 'Choose at most 20 people'),
  /** Hours and days of treatment types that this practice has changed; the others are as shipped. */
  changed: z
    .array(z.object({ treatment: text(120), hours: followUpDays, days: followUpDays }))
    .max(200)
    .refine(
      (types) => new Set(types.map(({ treatment }) => treatment)).size === types.length,
      'Name each treatment once',
    ),
})
export type AftercarePolicy = z.infer<typeof AftercarePolicy>

const AftercarePolicyView = AftercarePolicy.extend({
  /** Who may be chosen: everybody who works here now. */
  people: z.array(z.object({ id, name: z.string() })),
  /** Every type that we ship, as it is shipped. */
  shipped: z.array(
    z.object({
      treatment: z.string(),
      hours: z.array(z.int()),
      days: z.array(z.int()),
      surveyDays: z.int().nullable(),
      none: z.string().nullable(),
    }),
  ),
})
export type AftercarePolicyShown = z.infer<typeof AftercarePolicyView>

/** A worry that waits for the practice. */
const UnresolvedWorry = z.object({
  id,
  taskId: id,
  consentId: id,
  patient: z.object({ id, name: z.string(), phone: z.string() }),
  worry: z.string(),
  level: z.enum(['red', 'amber']),
  toldAt: instant,
})
export type UnresolvedWorry = z.infer<typeof UnresolvedWorry>

/** What patients of one template said afterwards; figures of fewer than five are not shown (rulings 58). */
const TemplateScore = z.object({
  templateId: id,
  name: z.string(),
  /** How many have answered, how well it went from 0 to 100, and what each question came to; null where too few have. */
  figures: z
    .object({ answers: z.int(), score: z.int(), means: z.record(z.enum(surveyQuestions), z.number()) })
    .nullable(),
})
export type TemplateScore = z.infer<typeof TemplateScore>

const consentId = z.object({ consentId: id })
const missingConsent = { 'not-found': notFound('Consent') }
const notTreated = {
  'not-treated': aborted('This treatment is not recorded as done yet. Phone the practice.'),
}
const treatPermissions = { anyOf: ['createConsents', 'finaliseConsents'] } as const
const readPermissions = {
  anyOf: ['createConsents', 'canSendForms', 'sendReminders', 'finaliseConsents'],
} as const

/** The time after a treatment: what its patient is told, what worries them, and what they think of it later. */
export const aftercare = {
  own: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/aftercare',
    summary: 'What the patient can read and do after the treatment',
    access: 'patient',
    audit: null,
    input: consentId,
    output: PatientAftercare,
    refusals: missingConsent,
    example: { consentId: ':consentId' },
  }),
  beside: operation({
    method: 'GET',
    path: '/api/patient/consents/{consentId}/aftercare/beside',
    summary: 'The advice of other consents of the same patient that were carried out in the same visit',
    access: 'patient',
    audit: null,
    input: consentId,
    output: RelatedAftercare,
    refusals: missingConsent,
    example: { consentId: ':consentId' },
  }),
  tellWorry: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/worries',
    summary: 'Say what worries after the treatment; what is urgent becomes a task of the practice at once',
    access: 'patient',
    audit: { done: 'aftercare.worry_told' },
    idempotent: true,
    input: consentId.extend({
      /** Made by the page when the patient pressed, so that the same worry sent again is one. */
      key: z.uuid(),
      worry: worryId,
      answers: z.record(worryId, z.boolean()),
      text: optionalText(worry_text_length_max),
      language: z.enum(['en', ...languageTags]).default('en'),
      toldAt: instant,
    }),
    output: PatientAftercare,
    refusals: {
      ...missingConsent,
      ...notTreated,
      'unknown-worry': invalidArgument('Choose what worries you.'),
      unanswered: invalidArgument('Answer each question.'),
      'text-missing': invalidArgument('Tell us what worries you.'),
      'too-many': {
        code: 'resource-exhausted',
        message: `You have told us ${worries_a_day_max} times today. Phone the practice, or 111 when it is closed.`,
      },
    },
    example: {
      consentId: ':treatedId',
      key: '01990000-0000-4000-8000-000000000001',
      worry: 'pain',
      answers: { later: true },
      toldAt: '2026-01-05T09:30:00.000Z',
    },
  }),
  stop: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/aftercare-stop',
    summary: 'Ask for no more messages about what was done so far',
    access: 'patient',
    audit: { done: 'aftercare.stopped' },
    input: consentId,
    output: PatientAftercare,
    refusals: { ...missingConsent, ...notTreated },
    example: { consentId: ':treatedId' },
  }),
  answerSurvey: operation({
    method: 'POST',
    path: '/api/patient/consents/{consentId}/survey',
    summary: 'Answer what is asked some weeks later, or say not to be asked; once',
    access: 'patient',
    audit: { done: 'aftercare.survey_answered' },
    idempotent: true,
    input: consentId.extend({
      /** Null to skip. */
      answers: SurveyAnswers.nullable(),
      text: optionalText(survey_text_length_max),
    }),
    output: PatientAftercare,
    refusals: {
      ...missingConsent,
      ...notTreated,
      'not-due': aborted('This is asked a few weeks after treatment.'),
      'already-answered': aborted('You have answered this already. Thank you.'),
    },
    example: { consentId: ':surveyedId', answers: { understood: 5, asSaid: 4, again: 5, regret: 1 } },
  }),
  ofConsent: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/aftercare',
    summary: 'What was done on a consent, what its patient was sent, worried about and thought of it later',
    access: 'clinic',
    needs: readPermissions,
    audit: null,
    input: consentId,
    output: Aftercare,
    refusals: missingConsent,
    example: { consentId: ':consentId' },
  }),
  recordDone: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/treatments-done',
    summary: 'Say which treatments of a consent were carried out, and when',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'aftercare.treatment_done' },
    idempotent: true,
    input: consentId.extend({
      /** Places of the treatments in the text. */
      places: z.array(z.int().min(0)).min(1, 'Choose what was done').max(treatments_max),
      doneAt: instant.optional(),
    }),
    output: Aftercare,
    refusals: {
      ...missingConsent,
      'wrong-state': aborted('The patient has not agreed to this, or has withdrawn.'),
      'not-agreed': invalidArgument('Choose treatments that the patient agreed to.'),
      'already-done': aborted('This is already recorded. Reload to see it.'),
      'in-future': invalidArgument('Enter a time that has passed.'),
    },
    example: { consentId: ':signedId', places: [0] },
  }),
  takeBackDone: operation({
    method: 'POST',
    path: '/api/clinic/consents/{consentId}/treatments-done/{doneId}/taking-back',
    summary: 'Say that treatments were not carried out after all; nothing more is sent about them',
    access: 'clinic',
    needs: treatPermissions,
    audit: { done: 'aftercare.treatment_done_taken_back' },
    input: consentId.extend({ doneId: id }),
    output: Aftercare,
    refusals: {
      'not-found': notFound('Treatment'),
      'taken-back': aborted('This has already been withdrawn.'),
    },
    example: { consentId: ':treatedId', doneId: ':doneId' },
  }),
  openWorries: operation({
    method: 'GET',
    path: '/api/clinic/worries',
    summary: 'Worries that wait for the practice: urgent ones first, of these the oldest',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'sendReminders'] },
    audit: null,
    input: z.object({}),
    output: z.array(UnresolvedWorry),
    example: {},
  }),
  policy: operation({
    method: 'GET',
    path: '/api/clinic/aftercare-policy',
    summary: 'What this practice sends after treatments, and whom it tells of urgent worries',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: AftercarePolicyView,
    example: {},
  }),
  changePolicy: operation({
    method: 'PUT',
    path: '/api/clinic/aftercare-policy',
    summary: 'Change what is sent after treatments; it holds for what waits already',
    access: 'clinic',
    needs: 'accessSettings',
    audit: { done: 'aftercare.policy_changed' },
    input: AftercarePolicy,
    output: AftercarePolicyView,
    refusals: {
      'staff-not-found': notFound('Member of staff'),
      'unknown-treatment': invalidArgument('Treatment not found: {treatment}.'),
    },
    example: { isOn: true, survey: true, alertStaffIds: [], changed: [] },
  }),
  scores: operation({
    method: 'GET',
    path: '/api/clinic/template-scores',
    summary: 'What patients said some weeks later, template by template; nothing of fewer than five',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({}),
    output: z.array(TemplateScore),
    example: {},
  }),
}
