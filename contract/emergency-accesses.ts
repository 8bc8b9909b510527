import { z } from 'zod'
import { Consent, ConsentDocument } from './consents.ts'
import { messageChannels, messageStatuses } from './delivery-states.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  notFound,
  operation,
  optionalText,
  paginated,
  paging,
  text,
} from './kit.ts'
import { emergency_reason_length_max, emergency_reason_length_min } from './limits.ts'
import { Matters } from './matters.ts'
import { Question } from './questions.ts'
import { consentKinds, consentStatuses } from './consent-states.ts'
import { UnderstandingCheck } from './understanding.ts'

/**
 * One consent of a practice, opened from the platform for a reason that is written down (rulings 5): for a while, read
 * only, and told to the practice.
 */

/** Why somebody who runs the platform opens a record. */
const emergencyReasons = ['support', 'safety', 'legal', 'security', 'other'] as const
export type EmergencyReason = (typeof emergencyReasons)[number]

const EmergencyAccess = z.object({
  id,
  consentId: id,
  /** Who opened it. */
  by: z.string(),
  reason: z.enum(emergencyReasons),
  words: z.string(),
  ticket: z.string(),
  from: instant,
  until: instant,
  /** Before its time; null where it runs, or ran until its end. */
  endedAt: instant.nullable(),
})
export type EmergencyAccess = z.infer<typeof EmergencyAccess>

/** What was looked at, as the practice's own audit log has it. */
const accessedRecordKinds = ['record', 'document'] as const

const consentId = z.object({ consentId: id })
const accessEnded = aborted('Access has ended. Open the record again with a reason if you still need it.')
const missingConsent = notFound('Consent')
const missingAccess = notFound('Access')
const emergencyAccessPath = '/api/admin/consents/{consentId}/emergency-accesses/{accessId}' as const
const example = { consentId: ':openedId', accessId: ':accessId' }

export const emergencyAccesses = {
  metadata: operation({
    method: 'GET',
    path: '/api/admin/consents/{consentId}',
    summary:
      'One consent as metadata only: states and times, fingerprints, deliveries, and who opened the record; no patient, no treatment',
    access: 'admin',
    audit: null,
    input: consentId,
    output: z.object({
      id,
      clinicId: id,
      clinicName: z.string(),
      kind: z.enum(consentKinds),
      status: z.enum(consentStatuses),
      createdAt: instant,
      sentAt: instant.nullable(),
      viewedAt: instant.nullable(),
      signedAt: instant.nullable(),
      finalisedAt: instant.nullable(),
      expiresAt: instant.nullable(),
      /** Of the text as it was frozen; null while it is being written. */
      contentHash: z.string().nullable(),
      /** Those whose names say nothing of anybody's health. */
      events: z.array(z.object({ number: z.int(), event: z.string(), at: instant, hash: z.string() })),
      documents: z.array(
        ConsentDocument.extend({
          /** The key that it was sealed with. */
          sealingKeyId: id,
        }),
      ),
      deliveries: z.array(
        z.object({
          id,
          kind: z.string(),
          channel: z.enum(messageChannels),
          status: z.enum(messageStatuses),
          createdAt: instant,
          updatedAt: instant,
        }),
      ),
      /** The newest first. */
      accesses: z.array(EmergencyAccess),
      /** The caller's own that runs; null without one. */
      running: id.nullable(),
    }),
    refusals: { 'not-found': missingConsent },
    example: { consentId: ':consentId' },
  }),
  open: operation({
    method: 'POST',
    path: '/api/admin/consents/{consentId}/emergency-accesses',
    summary:
      'Open the record of one consent for a while, with the reason in words; the practice is told at once',
    access: 'admin',
    audit: { done: 'emergency_access.opened', refused: 'emergency_access.open_refused' },
    stepUp: true,
    input: consentId.extend({
      reason: z.enum(emergencyReasons),
      words: text(emergency_reason_length_max).min(
        emergency_reason_length_min,
        `Enter at least ${emergency_reason_length_min} characters`,
      ),
      ticket: optionalText(60),
    }),
    output: EmergencyAccess,
    refusals: {
      'not-found': missingConsent,
      'not-frozen': aborted('This consent is a draft. There is no record to open.'),
      'already-open': aborted('You already have this record open. Reload the page.'),
    },
    example: {
      consentId: ':consentId',
      reason: 'support',
      words: 'The practice asked why the signed PDF looks empty.',
    },
  }),
  end: operation({
    method: 'POST',
    path: `${emergencyAccessPath}/end`,
    summary: 'End an access of one’s own before its time',
    access: 'admin',
    audit: { done: 'emergency_access.ended' },
    input: consentId.extend({ accessId: id }),
    output: EmergencyAccess,
    refusals: { 'not-found': missingAccess, 'access-ended': accessEnded },
    example,
  }),
  record: operation({
    method: 'GET',
    path: `${emergencyAccessPath}/record`,
    summary:
      'The consent as the practice sees it, while an access of one’s own runs; each reading is audited there',
    access: 'admin',
    audit: { done: 'emergency_access.record_read', refused: 'emergency_access.refused' },
    input: consentId.extend({ accessId: id }),
    output: z.object({
      access: EmergencyAccess,
      consent: Consent,
      questions: z.array(Question),
      matters: Matters,
      understanding: UnderstandingCheck,
    }),
    refusals: { 'not-found': missingAccess, 'access-ended': accessEnded },
    example,
  }),
  list: operation({
    method: 'GET',
    path: '/api/clinic/emergency-accesses',
    summary:
      'Who from the platform opened records of the practice, why, for how long, and what they looked at',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object(paging),
    output: paginated(
      EmergencyAccess.extend({
        opened: z.array(z.object({ what: z.enum(accessedRecordKinds), at: instant, ip: z.string() })),
      }),
    ),
    example: {},
  }),
  recent: operation({
    method: 'GET',
    path: '/api/clinic/emergency-accesses/recent',
    summary: 'Records of the practice that were opened from the platform within the last day',
    access: 'clinic',
    audit: null,
    input: z.object({}),
    output: z.array(
      EmergencyAccess.pick({ id: true, consentId: true, by: true, from: true, until: true, endedAt: true }),
    ),
    example: {},
  }),
}

export const emergencyAccessFiles = {
  document: fileRoute({
    path: '/api/admin/consents/:consentId/emergency-accesses/:accessId/documents/:documentId',
    summary: 'A sealed record as PDF, while an access of one’s own runs',
    access: 'admin',
    audit: { done: 'emergency_access.document_read', refused: 'emergency_access.refused' },
    params: consentId.extend({ accessId: id, documentId: id }),
    refusals: { 'not-found': notFound('Document'), 'access-ended': accessEnded },
    example: { ...example, documentId: ':openedDocumentId' },
  }),
}
