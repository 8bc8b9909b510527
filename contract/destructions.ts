import { z } from 'zod'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  text,
} from './kit.ts'
import { destruction_proposal_days, destruction_reason_length_max } from './limits.ts'

const destructionStatuses = [
  'proposed',
  'withdrawn',
  /** Nobody confirmed it in time. */
  'lapsed',
  /** Confirmed by a second person; the record goes in a moment. */
  'confirmed',
  /** Between the second person and the act something came that keeps the record. */
  'stopped',
  /** The rows are gone; files and certificate follow in a moment. */
  'erased',
  'done',
] as const
export type DestructionStatus = (typeof destructionStatuses)[number]

/** Why a record may not be destroyed, now. */
const destructionObstacles = ['not-due', 'held', 'request-open', 'appointment-ahead'] as const
export type DestructionObstacle = (typeof destructionObstacles)[number]

const actorAndTime = z.object({ by: z.string(), at: instant })

const Destruction = z.object({
  id,
  status: z.enum(destructionStatuses),
  /** The number of the record: the id that the patient had. */
  patientId: id,
  initials: z.string(),
  /** Who it is, for as long as there is a record. */
  patientName: z.string().nullable(),
  lastCareOn: isoDate,
  reviewOn: isoDate,
  /** The rule that ended the time of this record. */
  rule: z.string(),
  reason: z.string(),
  proposed: actorAndTime,
  /** Until when a second person may confirm it. */
  expiresAt: instant,
  /** The caller proposed it: somebody else has to confirm it. */
  isOwn: z.boolean(),
  withdrawn: actorAndTime.nullable(),
  confirmed: actorAndTime.nullable(),
  stoppedBecause: z.enum(destructionObstacles).nullable(),
  certificate: z
    .object({
      number: z.int(),
      erasedAt: instant,
      /** Rows that were erased, by what they were. */
      counts: z.record(z.string(), z.int()),
      /** Consents whose chain is kept as hashes, and whether all of them still hold. */
      consents: z.int(),
      intact: z.boolean(),
      evidenceHash: z.string(),
      /** Null while the certificate is being drawn. */
      sha256: z.string().nullable(),
    })
    .nullable(),
})
export type Destruction = z.infer<typeof Destruction>

const destructionRefusals = {
  'not-due': aborted('The retention period of this record has not ended.'),
  held: aborted('This record is on hold. Remove the hold first.'),
  'request-open': aborted('There is an open access request for this record. Close the request first.'),
  'appointment-ahead': aborted('This patient has an appointment, so the record cannot be destroyed.'),
}
const needs = 'accessSettings'
const noProposal = { 'not-found': notFound('Proposal') }
const proposalClosed = aborted('This proposal is no longer open.')

/** The end of a patient's record: one person proposes it, another confirms it, and a certificate stays. */
export const destructions = {
  list: operation({
    method: 'GET',
    path: '/api/clinic/destructions',
    summary: 'Records that somebody proposed to destroy, and those that were destroyed, newest first',
    access: 'clinic',
    needs,
    audit: null,
    input: z.object({ ...paging }),
    output: paginated(Destruction),
    example: {},
  }),
  propose: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/destruction',
    summary: `Propose to destroy a record whose time is over; a second person has ${destruction_proposal_days} days to confirm it`,
    access: 'clinic',
    needs,
    audit: { done: 'record.destruction_proposed', refused: 'record.destruction_refused' },
    idempotent: true,
    input: z.object({ patientId: id, reason: text(destruction_reason_length_max) }),
    output: Destruction,
    refusals: {
      'not-found': notFound('Patient'),
      ...destructionRefusals,
      'already-proposed': aborted('Destruction has already been proposed. Reload to see who proposed it.'),
      'names-patient': invalidArgument(
        'Remove the patient’s name from the reason, which is kept on the certificate.',
      ),
    },
    example: { patientId: ':dueId', reason: 'The time for keeping it is over' },
  }),
  withdraw: operation({
    method: 'POST',
    path: '/api/clinic/destructions/{destructionId}/withdrawal',
    summary: 'Take a proposal to destroy a record back',
    access: 'clinic',
    needs,
    audit: { done: 'record.destruction_withdrawn' },
    input: z.object({ destructionId: id }),
    output: Destruction,
    refusals: { ...noProposal, 'not-open': proposalClosed },
    example: { destructionId: ':destructionId' },
  }),
  confirm: operation({
    method: 'POST',
    path: '/api/clinic/destructions/{destructionId}/confirmation',
    summary: 'Confirm, as a second person, that a record is to be destroyed: it cannot be undone',
    access: 'clinic',
    needs,
    stepUp: true,
    audit: { done: 'record.destruction_confirmed', refused: 'record.destruction_refused' },
    input: z.object({ destructionId: id }),
    output: Destruction,
    refusals: {
      ...noProposal,
      'not-open': proposalClosed,
      'same-person': aborted('You proposed this. Another person must confirm it.'),
      'proposer-lost-right': aborted(
        'The proposer no longer has permission. Withdraw the proposal and propose it again.',
      ),
      ...destructionRefusals,
    },
    example: { destructionId: ':destructionId' },
  }),
}

/** The sealed certificate of a destruction. */
export const destructionFiles = {
  certificate: fileRoute({
    path: '/api/clinic/destructions/:destructionId/certificate',
    summary: 'The certificate of a record that was destroyed: a sealed PDF that names no health data',
    access: 'clinic',
    needs,
    audit: { done: 'record.certificate_downloaded' },
    params: z.object({ destructionId: id }),
    refusals: {
      'not-found': notFound('Certificate'),
      'not-ready': aborted('The certificate is still being created. Try again in a moment.'),
    },
    example: { destructionId: ':destroyedId' },
  }),
}
