import { z } from 'zod'
import { ConsentOutcomes } from './analytics.ts'
import { aborted, fileRoute, operation } from './kit.ts'
import { figure_months_max } from './limits.ts'

const Month = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Enter a year and month, as in 2026-03')
const monthNumber = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5))

/** What is looked at: the running month, quarter or year, or months from the first to the last. */
export const MetricsPeriod = z
  .object({
    period: z.enum(['month', 'quarter', 'year', 'months']).default('year'),
    from: Month.optional(),
    to: Month.optional(),
  })
  .refine(({ period, from, to }) => period !== 'months' || (from !== undefined && to !== undefined), {
    message: 'Enter the first and the last month',
    path: ['from'],
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'The last month is before the first',
    path: ['to'],
  })
  .refine(
    ({ from, to }) =>
      from === undefined || to === undefined || monthNumber(to) - monthNumber(from) < figure_months_max,
    { message: `Enter at most ${figure_months_max} months`, path: ['to'] },
  )
export type MetricsPeriod = z.infer<typeof MetricsPeriod>

/** The first and the last month that were looked at. */
const period = z.object({ from: Month, to: Month })

/** What became of the consents of a group, all sent in the same time. */
const GroupFigures = ConsentOutcomes.extend({
  /** With at least one question from the patient. */
  questions: z.int(),
  /** Went through the questions about what they understood; and for how many something stayed unclear. */
  checked: z.int(),
  unclear: z.int(),
  /** Within which of `timeToSignBuckets` half of the signatures came; null where too few are signed. */
  halfSigned: z.string().nullable(),
})
export type GroupFigures = z.infer<typeof GroupFigures>

/** A group by its name; no figures where it is too small, or would tell those of a small one. */
const group = <T extends z.ZodType>(figures: T) =>
  z.object({
    key: z.string(),
    name: z.string(),
    figures: figures.nullable(),
    /** Why it has no figures, for people to read; '' where it has. */
    hiddenReason: z.string(),
  })

const Overview = z.object({
  period,
  /** Whether any consent was sent; the total is null where so few were that they tell of people. */
  isEmpty: z.boolean(),
  total: GroupFigures.nullable(),
  /** Oldest first, without a gap. */
  months: z.array(group(GroupFigures)),
  /** In the order of `timeToSignBuckets`; null where too few are signed. */
  timeToSign: z.array(z.object({ measure: z.string(), consents: z.int() })).nullable(),
  reminders: z.object({ reminded: z.int(), signedAfter: z.int(), signedSoonAfter: z.int() }).nullable(),
  refusals: z.int().nullable(),
  /** Plans that were changed while treatment ran. */
  addenda: z.int().nullable(),
})
export type Overview = z.infer<typeof Overview>

const Groups = z.object({
  period,
  isEmpty: z.boolean(),
  total: GroupFigures.nullable(),
  /** Most consents first; those without figures last. */
  groups: z.array(group(GroupFigures)),
})
export type Groups = z.infer<typeof Groups>

const SectionFigures = z.object({
  read: z.int(),
  /** On average of those who read it. */
  seconds: z.int(),
  /** Patients who have not decided, or not in time, and read this last. */
  leftOff: z.int(),
  asked: z.int(),
})
const QuestionFigures = z.object({ answered: z.int(), missed: z.int(), unclear: z.int() })
const ReachFigures = z.object({ sent: z.int(), opened: z.int(), signed: z.int() })

const ReadingFigures = z.object({
  period,
  isEmpty: z.boolean(),
  /** Most read first. */
  sections: z.array(group(SectionFigures)),
  /** Of the questions about what was understood those that most answered wrongly at first. */
  questions: z.array(group(QuestionFigures)),
  understanding: z.object({ checked: z.int(), unclear: z.int() }).nullable(),
  languages: z.array(group(ReachFigures)),
  formats: z.array(group(ReachFigures)),
})
export type ReadingFigures = z.infer<typeof ReadingFigures>

const Scores = z.object({ understood: z.number(), asSaid: z.number(), again: z.number(), regret: z.number() })
/** What patients said weeks later: the mean from 1 to 5, and the share of those who agreed. */
const FeedbackFigures = z.object({ answers: z.int(), means: Scores, agreed: Scores })
export type FeedbackFigures = z.infer<typeof FeedbackFigures>

const Feedback = z.object({
  period,
  isEmpty: z.boolean(),
  total: FeedbackFigures.nullable(),
  months: z.array(group(FeedbackFigures)),
  treatments: z.array(group(FeedbackFigures)),
})
export type Feedback = z.infer<typeof Feedback>

/** What every screen of the figures has in common. */
const metricsOperation = <T extends z.ZodType>(name: string, summary: string, output: T) =>
  operation({
    method: 'GET',
    path: `/api/clinic/analytics/${name}`,
    summary,
    access: 'clinic',
    needs: 'viewStats',
    audit: null,
    statementsMax: 2,
    readsOnce: true,
    reads: 'replica',
    input: MetricsPeriod,
    output,
    example: { period: 'months', from: '2026-01', to: '2026-06' },
  })

export const clinicFigures = {
  overview: metricsOperation('overview', 'Outcomes of a practice’s consents, by month sent', Overview),
  treatments: metricsOperation('treatments', 'The same by treatment', Groups),
  clinicians: metricsOperation('clinicians', 'The same by clinician', Groups),
  reading: metricsOperation(
    'reading',
    'Where patients stop reading, ask questions and misunderstand',
    ReadingFigures,
  ),
  feedback: metricsOperation('feedback', 'Patient feedback on their decision, weeks later', Feedback),
}

/** The tables of the screens, each a file of its own. */
export const metricsTables = [
  'months',
  'time-to-sign',
  'reminders',
  'treatments',
  'clinicians',
  'sections',
  'questions',
  'languages',
  'formats',
  'feedback-months',
  'feedback-treatments',
] as const
export type MetricsTable = (typeof metricsTables)[number]

const metricsFileRoute = {
  access: 'clinic',
  needs: 'viewStats',
  reads: 'replica',
  audit: { done: 'analytics.exported' },
} as const

export const clinicFigureFiles = {
  table: fileRoute({
    ...metricsFileRoute,
    path: '/api/clinic/analytics/tables/:table.csv',
    summary: 'One table of the figures of a practice as CSV',
    params: MetricsPeriod.safeExtend({ table: z.enum(metricsTables) }),
    example: { table: 'months', period: 'months', from: '2026-01', to: '2026-06' },
  }),
  report: fileRoute({
    ...metricsFileRoute,
    path: '/api/clinic/analytics/figures.pdf',
    summary: 'All figures of a practice as a document',
    params: MetricsPeriod,
    refusals: { 'cannot-draw': aborted('The document could not be created. Try again in a moment.') },
    example: { period: 'months', from: '2026-01', to: '2026-06' },
  }),
}
