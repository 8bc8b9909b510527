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
  'not-due': aborted('The time of this record is not over. It may not be destroyed yet.'),
  held: aborted('This record is held. Nobody may decide about its end until the hold is lifted.'),
  'request-open': aborted(
    'Somebody asked to see this record and was not answered yet. Close the request first.',
  ),
  'appointment-ahead': aborted('This patient has an appointment. A record in use may not be destroyed.'),
}
const needs = 'accessSettings'
const noProposal = { 'not-found': notFound('Proposal') }
const proposalClosed = aborted(
  'This proposal is not open any more: it was withdrawn, confirmed, or has lapsed.',
)

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
      'already-proposed': aborted('Somebody proposed this already. Reload to see who.'),
      'names-patient': invalidArgument(
        'Take the patient’s name out of the reason: the reason stays on the certificate, the name must not.',
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
      'same-person': aborted('You proposed this yourself. Somebody else has to confirm it.'),
      'proposer-lost-right': aborted(
        'Whoever proposed this may not decide about records any more. Withdraw it, and propose it anew.',
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
      'not-ready': aborted('The certificate is still being made. Try again in a moment.'),
    },
    example: { destructionId: ':destroyedId' },
  }),
}
