import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope, EmergencyScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { Refusal, refuse, RefusedError } from '../../platform/http/refusal.ts'
import { findConsent, frozenView, type RecordDeps } from '../consents/index.ts'
import { documentFileName } from '../documents/index.ts'
import { listMatterEntries, mattersView } from '../matters/index.ts'
import { entriesOf, questionsFrom } from '../questions/index.ts'
import { listCheckEntries, checkView } from '../understanding/index.ts'
import type { EmergencyReader } from './emergency-access-reader.ts'
import { accessView, isAccessActive, type AccessRecord } from './emergency-access-rules.ts'
import {
  listAccessesOfConsent,
  listDeliveriesOfConsent,
  endAccess,
  findConsentMetadata,
  findOwnAccess,
  insertAccess,
  listAccesses,
  listReadsByAccess,
  listMetadataEvents,
  listRecentAccesses,
  listSealedFiles,
} from './emergency-access-store.ts'
import { metadataView } from './emergency-access-view.ts'

type AccessParams = { accessId: string; consentId: string }

/** All of it stands in the practice's own audit log, under the access. */
const auditedUnderAccess = ({ clinicId, id, consentId, reason }: AccessRecord) => ({
  subject: id,
  details: { consentId, reason },
  by: { clinicId },
})

/** The caller's own access while it runs, or why it opens nothing. */
async function findActiveAccess(
  scope: AdminScope,
  wanted: AccessParams,
): Promise<AccessRecord | Refusal<'not-found' | 'access-ended'>> {
  const access = await findOwnAccess(scope, wanted)
  if (!access) return refuse('not-found')
  return isAccessActive(access, scope.now)
    ? access
    : refuse('access-ended', {}, { clinicId: access.clinicId })
}

/** It ran out between its check and the reading, which the database noticed. */
function throwAccessExpired(): never {
  const { code, message } = contract.emergencyAccesses.record['~orpc'].meta.refusals['access-ended']!
  throw new RefusedError(code, message, { reason: 'access-ended' })
}

/** The record as the practice sees it. */
async function readConsentRecord(scope: EmergencyScope, access: AccessRecord, deps: RecordDeps) {
  const consent = await findConsent(scope, access.consentId)
  const view = consent && (await frozenView(scope, consent, deps))
  if (!view) throw new Error('A record was opened whose text is not fixed')
  return {
    access: accessView(access),
    consent: view,
    questions: questionsFrom(await entriesOf(scope, consent.id)),
    matters: await mattersView(scope, consent, await listMatterEntries(scope, consent.id)),
    understanding: checkView(consent, await listCheckEntries(scope, consent.id)),
  }
}

const operations = contract.emergencyAccesses

/** What the practice sees of it. */
const clinicHandlers = {
  list: handle(operations.list, async (scope, { page, pageSize }) => {
    const { rows, total } = await listAccesses(scope, sliceOf({ page, pageSize }))
    const openedOf = await listReadsByAccess(
      scope,
      rows.map(({ id }) => id),
    )
    const answer = rows.map((row) => ({ ...accessView(row), opened: openedOf(row.id) }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  recent: handle(operations.recent, async (scope) => ({
    answer: (await listRecentAccesses(scope)).map((row) => {
      const { id, consentId, by, from, until, endedAt } = accessView(row)
      return { id, consentId, by, from, until, endedAt }
    }),
  })),
}

type EmergencyAccessDeps = { readEmergency: EmergencyReader; recordDeps: RecordDeps }

/** The operations of `contract/emergency-accesses.ts`. */
export const emergencyAccessHandlers = ({ readEmergency, recordDeps }: EmergencyAccessDeps) => ({
  ...clinicHandlers,

  metadata: handle(operations.metadata, async (scope, { consentId }) => {
    const consent = await findConsentMetadata(scope, consentId)
    if (!consent) return refuse('not-found')
    const accesses = await listAccessesOfConsent(scope, consent)
    const own = accesses.find((one) => one.adminId === scope.actor.userId && isAccessActive(one, scope.now))
    const answer = metadataView(consent, {
      events: await listMetadataEvents(scope, consent),
      documents: await listSealedFiles(scope, consent),
      deliveries: await listDeliveriesOfConsent(scope, consent),
    })
    return { answer: { ...answer, accesses: accesses.map(accessView), running: own?.id ?? null } }
  }),

  open: handle(operations.open, async (scope, { consentId, ...why }) => {
    const consent = await findConsentMetadata(scope, consentId)
    if (!consent) return refuse('not-found')
    const { clinicId, contentHash } = consent
    if (!contentHash) return refuse('not-frozen', {}, { clinicId })
    const before = await listAccessesOfConsent(scope, consent)
    if (before.some((one) => one.adminId === scope.actor.userId && isAccessActive(one, scope.now)))
      return refuse('already-open', {}, { clinicId })
    const access = await insertAccess(scope, { clinicId, consentId, ...why })
    return { answer: accessView(access), ...auditedUnderAccess(access) }
  }),

  end: handle(operations.end, async (scope, wanted) => {
    const running = await findActiveAccess(scope, wanted)
    if (running instanceof Refusal) return running
    const ended = await endAccess(scope, running)
    return ended ? { answer: accessView(ended), ...auditedUnderAccess(ended) } : refuse('access-ended')
  }),

  // Written down first: who was let in stands in the log, whatever becomes of the reading.
  record: handle(operations.record, async (scope, wanted) => {
    const access = await findActiveAccess(scope, wanted)
    if (access instanceof Refusal) return access
    const read = () =>
      readEmergency(scope, access.id, (opened) => readConsentRecord(opened, access, recordDeps))
    return {
      answer: new DeferredResponse(async () => (await read()) ?? throwAccessExpired()),
      ...auditedUnderAccess(access),
    }
  }),
})

/** A sealed record as a file, while an access runs. */
export const emergencyAccessFiles = (files: Files) => [
  handleFile(fileRoutes.emergencyAccesses.document, async (scope, { documentId, ...wanted }) => {
    const access = await findActiveAccess(scope, wanted)
    if (access instanceof Refusal) return access
    const { clinicId, consentId } = access
    const sealed = await listSealedFiles(scope, { clinicId, id: consentId })
    const version = sealed.find(({ id }) => id === documentId)
    if (!version) return refuse('not-found', {}, { clinicId })
    const { number, kind, sha256 } = version
    const open = async () => {
      const file = await files.read(documentFileName(sha256))
      if (!file) throw new Error('A sealed document is missing from the file store')
      return file
    }
    const under = auditedUnderAccess(access)
    return {
      answer: { open, type: 'application/pdf', name: `consent-${number}-${kind}.pdf`, etag: sha256 },
      ...under,
      details: { ...under.details, documentId, sha256 },
    }
  }),
]
