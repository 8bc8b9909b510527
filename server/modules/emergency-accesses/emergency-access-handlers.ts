import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { AdminScope, EmergencyScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { LaterAnswer } from '../../platform/http/later-answer.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { Refusal, refuse, Refused } from '../../platform/http/refusal.ts'
import { findConsent, frozenView, type RecordParts } from '../consents/index.ts'
import { fileNameOf } from '../documents/index.ts'
import { matterEntriesOf, mattersView } from '../matters/index.ts'
import { entriesOf, questionsFrom } from '../questions/index.ts'
import { checkEntriesOf, checkView } from '../understanding/index.ts'
import type { EmergencyReader } from './emergency-access-opening.ts'
import { accessView, isRunning, type AccessRecord } from './emergency-access-rules.ts'
import {
  accessesOfConsent,
  deliveriesOf,
  endAccess,
  findMetadata,
  findOwnAccess,
  insertAccess,
  listAccesses,
  openedUnder,
  plainEventsOf,
  recentAccesses,
  sealedFilesOf,
} from './emergency-access-store.ts'
import { metadataView } from './emergency-access-view.ts'

type Wanted = { accessId: string; consentId: string }

/** All of it stands in the practice's own audit log, under the access. */
const underAccess = ({ clinicId, id, consentId, reason }: AccessRecord) => ({
  subject: id,
  details: { consentId, reason },
  by: { clinicId },
})

/** The caller's own access while it runs, or why it opens nothing. */
async function runningAccess(
  scope: AdminScope,
  wanted: Wanted,
): Promise<AccessRecord | Refusal<'not-found' | 'access-ended'>> {
  const access = await findOwnAccess(scope, wanted)
  if (!access) return refuse('not-found')
  return isRunning(access, scope.now) ? access : refuse('access-ended', {}, { clinicId: access.clinicId })
}

/** It ran out between its check and the reading, which the database noticed. */
function endedMeanwhile(): never {
  const { code, message } = contract.emergencyAccesses.record['~orpc'].meta.refusals['access-ended']!
  throw new Refused(code, message, { reason: 'access-ended' })
}

/** The record as the practice sees it. */
async function readRecord(scope: EmergencyScope, access: AccessRecord, parts: RecordParts) {
  const consent = await findConsent(scope, access.consentId)
  const view = consent && (await frozenView(scope, consent, parts))
  if (!view) throw new Error('A record was opened whose text is not fixed')
  return {
    access: accessView(access),
    consent: view,
    questions: questionsFrom(await entriesOf(scope, consent.id)),
    matters: await mattersView(scope, consent, await matterEntriesOf(scope, consent.id)),
    understanding: checkView(consent, await checkEntriesOf(scope, consent.id)),
  }
}

const operations = contract.emergencyAccesses

/** What the practice sees of it. */
const ofPractice = {
  list: handle(operations.list, async (scope, { page, pageSize }) => {
    const { rows, total } = await listAccesses(scope, sliceOf({ page, pageSize }))
    const openedOf = await openedUnder(
      scope,
      rows.map(({ id }) => id),
    )
    const answer = rows.map((row) => ({ ...accessView(row), opened: openedOf(row.id) }))
    return { answer: { rows: answer, total, page, pageSize } }
  }),

  recent: handle(operations.recent, async (scope) => ({
    answer: (await recentAccesses(scope)).map((row) => {
      const { id, consentId, by, from, until, endedAt } = accessView(row)
      return { id, consentId, by, from, until, endedAt }
    }),
  })),
}

type Parts = { readEmergency: EmergencyReader; recordParts: RecordParts }

/** The operations of `contract/emergency-accesses.ts`. */
export const emergencyAccessHandlers = ({ readEmergency, recordParts }: Parts) => ({
  ...ofPractice,

  metadata: handle(operations.metadata, async (scope, { consentId }) => {
    const consent = await findMetadata(scope, consentId)
    if (!consent) return refuse('not-found')
    const accesses = await accessesOfConsent(scope, consent)
    const own = accesses.find((one) => one.adminId === scope.actor.userId && isRunning(one, scope.now))
    const answer = metadataView(consent, {
      events: await plainEventsOf(scope, consent),
      documents: await sealedFilesOf(scope, consent),
      deliveries: await deliveriesOf(scope, consent),
    })
    return { answer: { ...answer, accesses: accesses.map(accessView), running: own?.id ?? null } }
  }),

  open: handle(operations.open, async (scope, { consentId, ...why }) => {
    const consent = await findMetadata(scope, consentId)
    if (!consent) return refuse('not-found')
    const { clinicId, contentHash } = consent
    if (!contentHash) return refuse('not-frozen', {}, { clinicId })
    const before = await accessesOfConsent(scope, consent)
    if (before.some((one) => one.adminId === scope.actor.userId && isRunning(one, scope.now)))
      return refuse('already-open', {}, { clinicId })
    const access = await insertAccess(scope, { clinicId, consentId, ...why })
    return { answer: accessView(access), ...underAccess(access) }
  }),

  end: handle(operations.end, async (scope, wanted) => {
    const running = await runningAccess(scope, wanted)
    if (running instanceof Refusal) return running
    const ended = await endAccess(scope, running)
    return ended ? { answer: accessView(ended), ...underAccess(ended) } : refuse('access-ended')
  }),

  // Written down first: who was let in stands in the log, whatever becomes of the reading.
  record: handle(operations.record, async (scope, wanted) => {
    const access = await runningAccess(scope, wanted)
    if (access instanceof Refusal) return access
    const read = () => readEmergency(scope, access.id, (opened) => readRecord(opened, access, recordParts))
    return { answer: new LaterAnswer(async () => (await read()) ?? endedMeanwhile()), ...underAccess(access) }
  }),
})

/** A sealed record as a file, while an access runs. */
export const emergencyAccessFiles = (files: Files) => [
  handleFile(fileRoutes.emergencyAccesses.document, async (scope, { documentId, ...wanted }) => {
    const access = await runningAccess(scope, wanted)
    if (access instanceof Refusal) return access
    const { clinicId, consentId } = access
    const sealed = await sealedFilesOf(scope, { clinicId, id: consentId })
    const version = sealed.find(({ id }) => id === documentId)
    if (!version) return refuse('not-found', {}, { clinicId })
    const { number, kind, sha256 } = version
    const open = async () => {
      const file = await files.read(fileNameOf(sha256))
      if (!file) throw new Error('A sealed document is missing from the file store')
      return file
    }
    const under = underAccess(access)
    return {
      answer: { open, type: 'application/pdf', name: `consent-${number}-${kind}.pdf`, etag: sha256 },
      ...under,
      details: { ...under.details, documentId, sha256 },
    }
  }),
]
