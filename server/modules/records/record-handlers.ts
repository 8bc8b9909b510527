import {
  records,
  recordFileRoutes,
  type PatientRecord,
  type RecordCorrection,
} from '../../../contract/records.ts'
import { retentionFor } from '../../../contract/retention-rules.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { settingsOf, timeZoneOf } from '../clinics/index.ts'
import { findConsent } from '../consents/index.ts'
import { findPatient } from '../patients/index.ts'
import { viewRequests } from './data-request-handlers.ts'
import { correctionsOf, requestsOf, type DataRequestStepRow } from './data-request-store.ts'
import { careOf, listDue } from './record-due-store.ts'
import { endOfRelease, fileView, holdView, isReady, isReleasedTo, nameOfFile } from './record-rules.ts'
import {
  endHold,
  findFile,
  holdsOf,
  insertFile,
  insertHold,
  listFiles,
  updateFile,
  type FileRow,
} from './record-store.ts'

const correctionView = (step: DataRequestStepRow): RecordCorrection => {
  const { id, on, note, consentId, requestId, byName: by } = step
  return { id, on, note, consentId, requestId, by }
}

/** What is kept of a patient, as the screen shows it. */
async function recordOf(scope: ClinicScope, patientId: string): Promise<PatientRecord> {
  const timeZone = await timeZoneOf(scope)
  const { nation, retention: own } = await settingsOf(scope)
  const care = await careOf(scope, patientId, timeZone)
  const { reviewOn, reason } = retentionFor({ ...care, nation, own })
  const isDue = reviewOn <= dayAt(scope.now, timeZone)
  return {
    retention: { nation, lastCareOn: care.lastCareOn, reviewOn, reason, isDue },
    holds: (await holdsOf(scope, patientId)).map(holdView),
    requests: await viewRequests(scope, await requestsOf(scope, patientId)),
    corrections: (await correctionsOf(scope, { patientId })).map(correctionView),
    packs: (await listFiles(scope, patientId)).map((file) => fileView(file, scope.now)),
  }
}

/** The record again after something was written down about it. */
const done = async (
  scope: ClinicScope,
  patientId: string,
  details: Record<string, unknown> = {},
): Promise<HandlerResult<PatientRecord>> => ({
  answer: await recordOf(scope, patientId),
  subject: patientId,
  details,
})

/** Lets the caller fetch a file for a few minutes. */
async function release(scope: ClinicScope, file: FileRow) {
  if (!isReady(file, scope.now)) return refuse('not-ready')
  const releasedUntil = endOfRelease(scope.now)
  await updateFile(scope, file.id, { releasedTo: scope.staffId, releasedUntil })
  const answer = { url: `/api/clinic/record-files/${file.id}` }
  return { answer, subject: file.patientId ?? file.id, details: { fileId: file.id } }
}

async function beginFile(scope: ClinicScope, kind: FileRow['kind'], patientId: string | null) {
  const file = await insertFile(scope, { kind, patientId })
  if (!file) return null
  scope.enqueue('records.make-file', { clinicId: scope.clinicId, fileId: file.id })
  const subject = patientId ?? file.id
  return { answer: fileView(file, scope.now), subject, details: { fileId: file.id } }
}

const holdHandlers = {
  setHold: handle(records.setHold, async (scope, { patientId, reason }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return (await insertHold(scope, patientId, reason)) ? done(scope, patientId) : refuse('already-held')
  }),

  liftHold: handle(records.liftHold, async (scope, { patientId, reason }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return (await endHold(scope, patientId, reason)) ? done(scope, patientId) : refuse('not-held')
  }),
}

/** The operations of `contract/records.ts`. */
export const recordHandlers = {
  ...holdHandlers,

  ofPatient: handle(records.ofPatient, async (scope, { patientId }) =>
    (await findPatient(scope, patientId))
      ? { answer: await recordOf(scope, patientId) }
      : refuse('not-found'),
  ),

  corrections: handle(records.corrections, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    return { answer: (await correctionsOf(scope, { consentId })).map(correctionView) }
  }),

  listDue: handle(records.listDue, async (scope, { page, pageSize, sort }) => {
    const timeZone = await timeZoneOf(scope)
    const { nation, retention: own } = await settingsOf(scope)
    const filter = { nation, own, timeZone, today: dayAt(scope.now, timeZone), sort }
    const { rows, total } = await listDue(scope, filter, sliceOf({ page, pageSize }))
    const due = rows.map(({ diedOn, ...row }) => ({
      ...row,
      ...retentionFor({ ...row, diedOn, nation, own }),
    }))
    return { answer: { rows: due, total, page, pageSize } }
  }),

  makePack: handle(records.makePack, async (scope, { patientId }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    return (await beginFile(scope, 'pack', patientId))!
  }),

  releasePack: handle(records.releasePack, async (scope, { fileId }) => {
    const file = await findFile(scope, fileId)
    return file?.kind === 'pack' ? release(scope, file) : refuse('not-found')
  }),

  listExports: handle(records.listExports, async (scope) => ({
    answer: (await listFiles(scope, null)).map((file) => fileView(file, scope.now)),
  })),

  makeExport: handle(
    records.makeExport,
    async (scope) => (await beginFile(scope, 'export', null)) ?? refuse('already-preparing'),
  ),

  releaseExport: handle(records.releaseExport, async (scope, { exportId }) => {
    const file = await findFile(scope, exportId)
    return file?.kind === 'export' ? release(scope, file) : refuse('not-found')
  }),
}

/** Packs and exports as files, for whoever proved a moment ago who they are. */
export const recordFileHandler = (files: Files) =>
  handleFile(recordFileRoutes.download, async (scope, { fileId }) => {
    const file = await findFile(scope, fileId)
    if (!file) return refuse('not-found')
    if (!isReady(file, scope.now) || !isReleasedTo(file, scope.staffId, scope.now))
      return refuse('not-released')
    const open = async () => {
      const found = await files.read(nameOfFile(file.sha256!))
      if (!found) throw new Error('A record file is missing from the file store')
      return found
    }
    const timeZone = await timeZoneOf(scope)
    const name = `${file.kind === 'pack' ? 'patient-record' : 'clinic-export'}-${dayAt(file.createdAt, timeZone)}.zip`
    return {
      answer: { open, type: 'application/zip', name, etag: file.sha256! },
      subject: file.patientId ?? file.id,
      details: { fileId: file.id, sha256: file.sha256 },
    }
  })
