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
  text,
} from './kit.ts'
import { record_reason_length_max } from './limits.ts'

/** What people may ask of a practice about their own data: Articles 15 to 18, 20 and 21 of the UK GDPR. */
const requestKinds = [
  'access',
  'rectification',
  'erasure',
  'restriction',
  'portability',
  'objection',
] as const
export type DataRequestKind = (typeof requestKinds)[number]

const requestOutcomes = ['answered', 'partly', 'refused', 'withdrawn'] as const
export type DataRequestOutcome = (typeof requestOutcomes)[number]

/** For what the clock stands still: to know who asks, and to know what is asked for. */
const clockStopReasons = ['identity', 'clarification'] as const
export type ClockStop = (typeof clockStopReasons)[number]

/** Why a practice keeps what somebody asked it to erase: Article 17(3)(b), (c) and (e). */
const retentionGrounds = ['legal-duty', 'health-care', 'legal-claims'] as const
export type RetentionGround = (typeof retentionGrounds)[number]

export const DataRequest = z.object({
  id,
  kind: z.enum(requestKinds),
  /** Whose data it is about, where the practice has a record of them. */
  patient: z.object({ id, name: z.string() }).nullable(),
  /** Who asked, and how: 'The patient, by e-mail'. */
  from: z.string(),
  receivedOn: isoDate,
  /** While the clock stands still: as it was when it was stopped. */
  dueOn: isoDate,
  stopped: z.object({ for: z.enum(clockStopReasons), on: isoDate }).nullable(),
  isExtended: z.boolean(),
  isOverdue: z.boolean(),
  identity: z.object({ how: z.string(), by: z.string(), at: instant }).nullable(),
  closed: z
    .object({ outcome: z.enum(requestOutcomes), note: z.string(), by: z.string(), at: instant })
    .nullable(),
})
export type DataRequest = z.infer<typeof DataRequest>

const dataRequestStepKinds = [
  'received',
  'identity-asked',
  'identified',
  'clarification-asked',
  'clarified',
  'extended',
  'noted',
  'corrected',
  'marketing-erased',
  'pack-given',
  'closed',
] as const
export type DataRequestStepKind = (typeof dataRequestStepKinds)[number]

const Step = z.object({
  id,
  kind: z.enum(dataRequestStepKinds),
  /** The day on which it happened. */
  on: isoDate,
  note: z.string(),
  /** The consent that a correction belongs to. */
  consentId: id.nullable(),
  by: z.string(),
  at: instant,
})

const DataRequestDetail = DataRequest.extend({
  /** The earliest first. */
  steps: z.array(Step),
  /** What may be sent to whoever asked for erasure, once it is closed: why what is kept is kept. */
  reply: z.string().nullable(),
  /** Consents of the patient that a correction may belong to, the newest first. */
  consents: z.array(z.object({ id, title: z.string() })),
  /** Packs that can be given as the answer. */
  packs: z.array(z.object({ id, createdAt: instant })),
})
export type DataRequestDetail = z.infer<typeof DataRequestDetail>

const note = text(record_reason_length_max)
const datedNote = { on: isoDate, note }
/** Each is written down once and never changed. */
const DataRequestStepInput = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('identity-asked'), ...datedNote }),
  /** Where it first had to be asked for, the month runs from the day on which it was clear. */
  z.object({ kind: z.literal('identified'), ...datedNote, hadToBeAsked: z.boolean().default(false) }),
  z.object({ kind: z.literal('clarification-asked'), ...datedNote }),
  z.object({ kind: z.literal('clarified'), ...datedNote }),
  z.object({ kind: z.literal('extended'), note }),
  z.object({ kind: z.literal('noted'), note }),
  /** What is wrong and what is right. What was written before stays as it is. */
  z.object({ kind: z.literal('corrected'), note, consentId: id.nullable() }),
  z.object({ kind: z.literal('marketing-erased'), note }),
  z.object({ kind: z.literal('pack-given'), note, packId: id }),
])
export type NewDataRequestStep = z.infer<typeof DataRequestStepInput>

const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const dataRequestParams = { requestId: id }
const noRequest = {
  'not-found': notFound('Request'),
  'already-closed': aborted('This request is already closed. Reload the page.'),
}
const futureDateRefusal = invalidArgument('Enter today or a date in the past.')

/** What people ask of the practice about their own data, how the time for it runs, and how each was answered. */
/** What requests are sorted by; a minus turns it round. */
const dataRequestSorts = ['due', '-due', '-received', 'received', '-closed', 'closed'] as const
export type DataRequestSort = (typeof dataRequestSorts)[number]

export const dataRequests = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/data-requests',
    summary:
      'What people asked about their data: open, overdue or closed; what is due or was closed first unless sorted otherwise',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: z.object({
      view: z.enum(['open', 'overdue', 'closed']).default('open'),
      kind: z.enum(requestKinds).optional(),
      sort: z.enum(dataRequestSorts).optional(),
      ...paging,
    }),
    output: paginated(DataRequest),
    example: {},
  }),
  get: operation({
    method: 'GET',
    path: '/api/clinic/data-requests/{requestId}',
    summary: 'One request with everything that was done about it',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: z.object(dataRequestParams),
    output: DataRequestDetail,
    refusals: { 'not-found': noRequest['not-found'] },
    example: { requestId: ':requestId' },
  }),
  open: operation({
    method: 'POST',
    path: '/api/clinic/data-requests',
    summary: 'Write down that somebody asked something about their data; one month runs from that day',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'data_request.received', refused: 'data_request.refused' },
    idempotent: true,
    input: z.object({
      kind: z.enum(requestKinds),
      patientId: id.nullable(),
      receivedOn: isoDate,
      from: text(200),
      note: optionalText(record_reason_length_max),
    }),
    output: DataRequestDetail,
    refusals: {
      'not-found': notFound('Patient'),
      'in-future': invalidArgument('Enter the date the request arrived, today or earlier.'),
    },
    example: {
      kind: 'access',
      patientId: ':patientId',
      receivedOn: '2025-01-06',
      from: 'The patient, by e-mail',
    },
  }),
  addStep: operation({
    method: 'POST',
    path: '/api/clinic/data-requests/{requestId}/steps',
    summary: 'Write down what was done about a request; some steps stop the clock, or let it run again',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'data_request.step_added', refused: 'data_request.refused' },
    idempotent: true,
    input: z.object({ ...dataRequestParams, step: DataRequestStepInput }),
    output: DataRequestDetail,
    refusals: {
      ...noRequest,
      'in-future': futureDateRefusal,
      'before-last': invalidArgument('Enter a date on or after the last entry.'),
      'stopped-already': aborted('The clock is already stopped.'),
      'not-stopped': aborted('The clock is already running.'),
      'too-late': aborted('The deadline has passed, so it cannot be stopped or extended.'),
      'already-extended': aborted('This request has already been extended once.'),
      'other-kind': aborted('This step does not apply to this type of request.'),
      'no-patient': aborted('This request is not linked to a patient record.'),
      'consent-missing': notFound('Consent'),
      'pack-missing': notFound('Pack'),
    },
    example: { requestId: ':requestId', step: { kind: 'noted', note: 'Called back' } },
  }),
  close: operation({
    method: 'POST',
    path: '/api/clinic/data-requests/{requestId}/closing',
    summary: 'Write down how a request was answered',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'data_request.closed', refused: 'data_request.refused' },
    input: z.object({
      ...dataRequestParams,
      outcome: z.enum(requestOutcomes),
      note: optionalText(record_reason_length_max),
      /** For erasure: why something is kept. */
      grounds: z.array(z.enum(retentionGrounds)).max(3).default([]),
    }),
    output: DataRequestDetail,
    refusals: {
      ...noRequest,
      'not-identified': aborted('Record the identity check first.'),
      'reason-needed': invalidArgument('Enter the reason for refusal, to give to the person.'),
      'grounds-needed': invalidArgument('Choose a reason for keeping it, to give to the person.'),
    },
    example: { requestId: ':requestId', outcome: 'withdrawn' },
  }),
}
