import { z } from 'zod'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  optionalText,
  text,
} from './kit.ts'
import { breach_text_length_max, processing_text_length_max } from './limits.ts'

const breachRisks = ['unlikely', 'risk', 'high'] as const
export type BreachRisk = (typeof breachRisks)[number]

const count = z.int().min(0).max(10_000_000).nullable()
const words = text(breach_text_length_max)

/** What is written down about a breach: each once, dated, never changed; the newest of a kind holds. */
const BreachEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('facts'), facts: words, effects: words, people: count, records: count }),
  z.object({ kind: z.literal('assessed'), risk: z.enum(breachRisks), reason: words }),
  z.object({
    kind: z.literal('commissioner-told'),
    at: instant,
    reference: optionalText(100),
    /** Why later than 72 hours, where it was. */
    delay: optionalText(breach_text_length_max),
  }),
  z.object({ kind: z.literal('commissioner-not-told'), reason: words }),
  z.object({ kind: z.literal('people-told'), how: words }),
  z.object({ kind: z.literal('people-not-told'), reason: words }),
  z.object({ kind: z.literal('measures'), measures: words }),
  z.object({ kind: z.literal('noted'), note: words }),
])
export type BreachEntry = z.infer<typeof BreachEntry>

/** What is still to be decided or done about a breach. */
const breachGaps = ['assessment', 'commissioner', 'people', 'measures'] as const
export type BreachGap = (typeof breachGaps)[number]

const Breach = z.object({
  id,
  title: z.string(),
  discoveredAt: instant,
  /** 72 hours after it was discovered. */
  dueAt: instant,
  /** The commissioner is to be told and was not, or nobody has judged the risk, and 72 hours have passed. */
  isOverdue: z.boolean(),
  risk: z.enum(breachRisks).nullable(),
  people: z.int().nullable(),
  gaps: z.array(z.enum(breachGaps)),
  closedAt: instant.nullable(),
})
export type Breach = z.infer<typeof Breach>

const BreachDetail = Breach.extend({
  /** The earliest first. */
  entries: z.array(z.object({ id, said: BreachEntry, by: z.string(), at: instant })),
  closing: z.object({ lessons: z.string(), by: z.string() }).nullable(),
})
export type BreachDetail = z.infer<typeof BreachDetail>

const processingText = text(processing_text_length_max)
const Processing = z.object({
  purpose: text(120),
  lawfulBasis: processingText,
  people: processingText,
  data: processingText,
  recipients: processingText,
  transfers: processingText,
  retention: processingText,
  security: processingText,
})
const ProcessingEntry = Processing.extend({
  /** Of an entry that came with the product, its name there; of the practice's own, its id. */
  key: z.string(),
  origin: z.enum(['shipped', 'changed', 'own']),
  changedBy: z.string().nullable(),
  changedAt: instant.nullable(),
})
export type ProcessingEntry = z.infer<typeof ProcessingEntry>

const SubProcessor = z.object({ service: z.string(), who: z.string(), does: z.string(), data: z.string() })
export type SubProcessor = z.infer<typeof SubProcessor>

const ProcessingRecord = z.object({
  entries: z.array(ProcessingEntry),
  /** Entries that came with the product and that the practice left out. */
  leftOut: z.array(z.object({ key: z.string(), purpose: z.string() })),
  /** Services outside that this installation is set up to use. */
  subProcessors: z.array(SubProcessor),
})
export type ProcessingRecord = z.infer<typeof ProcessingRecord>

const needs = 'accessSettings'
const breachParams = { breachId: id }
const noBreach = {
  'not-found': notFound('Breach'),
  'already-closed': aborted('This breach is already closed. Reload the page.'),
}
const key = z.string().regex(/^[a-z\d-]{1,40}$/)
const noEntry = { 'not-found': notFound('Entry') }

/** What the practice answers for under data protection law: breaches, and what it does with personal data. */
export const dataProtection = {
  duties: operation({
    method: 'GET',
    path: '/api/clinic/duties',
    summary: 'What waits for those who run the practice: requests, breaches, documents to accept',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.object({
      /** Requests that are due within days or overdue. */
      requestsDue: z.int(),
      breachesOpen: z.int(),
      breachesOverdue: z.int(),
      documentsToAccept: z.int(),
    }),
    example: {},
  }),
  listBreaches: operation({
    method: 'GET',
    path: '/api/clinic/breaches',
    summary: 'Breaches of personal data, open ones first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: z.array(Breach),
    example: {},
  }),
  getBreach: operation({
    method: 'GET',
    path: '/api/clinic/breaches/{breachId}',
    summary: 'One breach with everything that was written down about it',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object(breachParams),
    output: BreachDetail,
    refusals: { 'not-found': noBreach['not-found'] },
    example: { breachId: ':breachId' },
  }),
  openBreach: operation({
    method: 'POST',
    path: '/api/clinic/breaches',
    summary:
      'Write down that personal data was lost, seen or changed by somebody who should not; 72 hours run from then',
    access: 'clinic',
    needs,
    audit: { done: 'breach.opened', refused: 'breach.refused' },
    idempotent: true,
    input: z.object({ title: text(120), discoveredAt: instant }),
    output: BreachDetail,
    refusals: { 'in-future': invalidArgument('Enter a time of discovery that is not in the future.') },
    example: { title: 'Letter to the wrong address', discoveredAt: '2025-01-06T09:30:00Z' },
  }),
  addBreachEntry: operation({
    method: 'POST',
    path: '/api/clinic/breaches/{breachId}/entries',
    summary: 'Write down what happened, how it is judged, who was told, or what was done',
    access: 'clinic',
    needs,
    audit: { done: 'breach.entry_added', refused: 'breach.refused' },
    idempotent: true,
    input: z.object({ ...breachParams, said: BreachEntry }),
    output: BreachDetail,
    refusals: {
      ...noBreach,
      'in-future': invalidArgument('Enter a time for notifying the ICO that is not in the future.'),
      'before-discovery': invalidArgument('Enter a time after the breach was discovered.'),
      'delay-unexplained': invalidArgument(
        'Enter the reason for notifying the ICO after more than 72 hours.',
      ),
      'not-assessed': aborted('Assess the risk first.'),
      'must-tell': aborted('At this level of risk, the ICO must be notified.'),
    },
    example: { breachId: ':breachId', said: { kind: 'noted', note: 'Called the courier' } },
  }),
  closeBreach: operation({
    method: 'POST',
    path: '/api/clinic/breaches/{breachId}/closing',
    summary: 'Close a breach, with what was learnt from it',
    access: 'clinic',
    needs,
    audit: { done: 'breach.closed', refused: 'breach.refused' },
    input: z.object({ ...breachParams, lessons: words }),
    output: BreachDetail,
    refusals: {
      ...noBreach,
      incomplete: aborted('Complete the risk assessment, the notifications and the actions taken first.'),
    },
    example: { breachId: ':settledBreachId', lessons: 'Check the address twice' },
  }),
  processing: operation({
    method: 'GET',
    path: '/api/clinic/processing-record',
    summary:
      'What the practice does with personal data (UK GDPR, Article 30), and which services outside it uses',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({}),
    output: ProcessingRecord,
    example: {},
  }),
  saveProcessing: operation({
    method: 'PUT',
    path: '/api/clinic/processing-record/entries',
    summary: 'Change an entry of the processing record, or add one of the practice’s own',
    access: 'clinic',
    needs,
    audit: { done: 'processing_record.changed', refused: 'processing_record.refused' },
    validatesOnlyChanges: true,
    input: Processing.extend({
      /** Null adds one. */
      key: key.nullable(),
    }),
    output: ProcessingRecord,
    refusals: { ...noEntry, 'too-many': aborted('The processing record is full.') },
    example: {
      ...{ key: null, purpose: 'Appointment reminders by post', lawfulBasis: 'Legitimate interests' },
      ...{ people: 'Patients', data: 'Name and address', recipients: 'Royal Mail', transfers: 'None' },
      ...{ retention: 'None: nothing is kept', security: 'Sealed envelopes' },
    },
  }),
  removeProcessing: operation({
    method: 'POST',
    path: '/api/clinic/processing-record/entries/{key}/removal',
    summary: 'Leave an entry out, or take one that came with the product back as it came',
    access: 'clinic',
    needs,
    audit: { done: 'processing_record.entry_removed', refused: 'processing_record.refused' },
    input: z.object({ key, restore: z.boolean().default(false) }),
    output: ProcessingRecord,
    refusals: noEntry,
    example: { key: 'consents' },
  }),
}

/** The processing record as a file. */
export const processingFiles = {
  csv: fileRoute({
    path: '/api/clinic/processing-record.csv',
    summary: 'The processing record as a table',
    access: 'clinic',
    needs,
    audit: { done: 'processing_record.exported' },
    params: z.object({}),
    example: {},
  }),
  pdf: fileRoute({
    path: '/api/clinic/processing-record.pdf',
    summary: 'The processing record to print',
    access: 'clinic',
    needs,
    audit: { done: 'processing_record.exported', refused: 'processing_record.refused' },
    params: z.object({}),
    refusals: { 'cannot-draw': aborted('The PDF could not be created. Try again, or download the CSV.') },
    example: {},
  }),
}
