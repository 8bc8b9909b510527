import { z } from 'zod'
import {
  aborted,
  fileRoute,
  id,
  instant,
  isoDate,
  notFound,
  operation,
  paginated,
  paging,
  text,
} from './kit.ts'
import { DataRequest } from './data-requests.ts'
import { record_file_days, record_reason_length_max, record_release_minutes } from './limits.ts'
import { nations } from './retention-rules.ts'

/** Why nobody may decide about a record's end for now, who said so, and when it was lifted. */
const LegalHold = z.object({
  id,
  reason: z.string(),
  setBy: z.string(),
  setAt: instant,
  liftedBy: z.string().nullable(),
  liftedAt: instant.nullable(),
  liftedReason: z.string(),
})

/** A ZIP that is made behind the scenes, can be fetched for a week, and then is gone. */
const RecordFile = z.object({
  id,
  status: z.enum(['preparing', 'ready', 'failed', 'expired']),
  /** From 0 to 100. */
  progress: z.int(),
  bytes: z.int().nullable(),
  sha256: z.string().nullable(),
  failure: z.string().nullable(),
  madeBy: z.string(),
  createdAt: instant,
  expiresAt: instant.nullable(),
})
export type RecordFile = z.infer<typeof RecordFile>

const RecordCorrection = z.object({
  id,
  on: isoDate,
  note: z.string(),
  consentId: id.nullable(),
  requestId: id,
  by: z.string(),
})
export type RecordCorrection = z.infer<typeof RecordCorrection>

const PatientRecord = z.object({
  retention: z.object({
    nation: z.enum(nations),
    lastCareOn: isoDate,
    reviewOn: isoDate,
    reason: z.string(),
    isDue: z.boolean(),
  }),
  /** Newest first; the first one may still stand. */
  holds: z.array(LegalHold),
  requests: z.array(DataRequest),
  /** What was noted as wrong about them, and what is right; what was written before stays as it is. */
  corrections: z.array(RecordCorrection),
  packs: z.array(RecordFile),
})
export type PatientRecord = z.infer<typeof PatientRecord>

const RecordDueForReview = z.object({
  patientId: id,
  firstName: z.string(),
  lastName: z.string(),
  dateOfBirth: isoDate,
  lastCareOn: isoDate,
  reviewOn: isoDate,
  reason: z.string(),
  isHeld: z.boolean(),
  /** Somebody proposed to destroy it, and nobody has decided yet. */
  isProposed: z.boolean(),
})
export type RecordDueForReview = z.infer<typeof RecordDueForReview>

const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const reason = text(record_reason_length_max)
const noPatient = { 'not-found': notFound('Patient') }
const downloadUrl = z.object({ url: z.string() })
const notReady = aborted('This file is not ready yet or has expired. Create a new one.')

/** What is kept of a patient and for how long; copies of it for them, and of everything for the practice. */
/** What the records to look at again are sorted by; a minus turns it round. */
const dueSorts = ['review', '-review', 'name', '-name', 'born', '-born', 'care', '-care'] as const
export type RecordDueSort = (typeof dueSorts)[number]

export const records = {
  ofPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/record',
    summary:
      'How long a patient’s record is kept and why, holds on it, requests for it, and packs made of it',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: z.object({ patientId: id }),
    output: PatientRecord,
    refusals: noPatient,
    example: { patientId: ':patientId' },
  }),
  corrections: operation({
    method: 'GET',
    path: '/api/clinic/consents/{consentId}/corrections',
    summary:
      'What was noted as wrong in a consent, and what is right, the newest first; the consent stays as it was',
    access: 'clinic',
    audit: null,
    input: z.object({ consentId: id }),
    output: z.array(RecordCorrection),
    refusals: { 'not-found': notFound('Consent') },
    example: { consentId: ':consentId' },
  }),
  listDue: operation({
    method: 'GET',
    path: '/api/clinic/records-due',
    summary:
      'Records whose time has come to be looked at again, the earliest first unless sorted otherwise; nothing is deleted by itself',
    access: 'clinic',
    needs: 'accessSettings',
    audit: null,
    input: z.object({ ...paging, sort: z.enum(dueSorts).default('review') }),
    output: paginated(RecordDueForReview),
    example: {},
  }),
  setHold: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/legal-hold',
    summary: 'Hold a patient’s record: nobody may decide about its end until the hold is lifted',
    access: 'clinic',
    needs: 'overrideConsents',
    audit: { done: 'record.hold_set' },
    idempotent: true,
    input: z.object({ patientId: id, reason }),
    output: PatientRecord,
    refusals: { ...noPatient, 'already-held': aborted('This record is already on hold.') },
    example: { patientId: ':patientId', reason: 'A claim was announced' },
  }),
  liftHold: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/legal-hold/lifting',
    summary: 'Lift the hold on a patient’s record, with the reason',
    access: 'clinic',
    needs: 'overrideConsents',
    stepUp: true,
    audit: { done: 'record.hold_lifted' },
    input: z.object({ patientId: id, reason }),
    output: PatientRecord,
    refusals: { ...noPatient, 'not-held': aborted('This record is not on hold.') },
    example: { patientId: ':patientId', reason: 'The claim was settled' },
  }),
  makePack: operation({
    method: 'POST',
    path: '/api/clinic/patients/{patientId}/access-packs',
    summary: `Make a ZIP of everything kept of a patient; it can be fetched for ${record_file_days} days`,
    access: 'clinic',
    needs: editPermissions,
    stepUp: true,
    audit: { done: 'record.pack_asked' },
    idempotent: true,
    input: z.object({ patientId: id }),
    output: RecordFile,
    refusals: noPatient,
    example: { patientId: ':patientId' },
  }),
  releasePack: operation({
    method: 'POST',
    path: '/api/clinic/access-packs/{fileId}/release',
    summary: `Fetch a pack within ${record_release_minutes} minutes, having proved who you are`,
    access: 'clinic',
    needs: editPermissions,
    stepUp: true,
    audit: { done: 'record.pack_released' },
    input: z.object({ fileId: id }),
    output: downloadUrl,
    refusals: { 'not-found': notFound('Pack'), 'not-ready': notReady },
    example: { fileId: ':fileId' },
  }),
  listExports: operation({
    method: 'GET',
    path: '/api/clinic/exports',
    summary: 'Copies of everything of this clinic, newest first',
    access: 'clinic',
    needs: 'canManageBilling',
    audit: null,
    input: z.object({}),
    output: z.array(RecordFile),
    example: {},
  }),
  makeExport: operation({
    method: 'POST',
    path: '/api/clinic/exports',
    summary: 'Make a ZIP of every record and every document of this clinic; one at a time',
    access: 'clinic',
    needs: 'canManageBilling',
    stepUp: true,
    audit: { done: 'clinic.export_asked' },
    idempotent: true,
    input: z.object({}),
    output: RecordFile,
    refusals: { 'already-preparing': aborted('An export is already being prepared.') },
    example: {},
  }),
  releaseExport: operation({
    method: 'POST',
    path: '/api/clinic/exports/{exportId}/release',
    summary: `Fetch an export within ${record_release_minutes} minutes, having proved who you are`,
    access: 'clinic',
    needs: 'canManageBilling',
    stepUp: true,
    audit: { done: 'clinic.export_released' },
    input: z.object({ exportId: id }),
    output: downloadUrl,
    refusals: { 'not-found': notFound('Export'), 'not-ready': notReady },
    example: { exportId: ':exportId' },
  }),
}

/** The ZIPs themselves, for whoever proved just now who they are. */
export const recordFileRoutes = {
  download: fileRoute({
    path: '/api/clinic/record-files/:fileId',
    summary: 'A pack or an export that was released to the caller',
    access: 'clinic',
    audit: { done: 'record.file_downloaded' },
    params: z.object({ fileId: id }),
    refusals: {
      'not-found': notFound('File'),
      'not-released': aborted('Confirm it’s you first: select this file again.'),
    },
    example: { fileId: ':fileId' },
  }),
}
