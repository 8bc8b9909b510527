import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { JobAuditEntry } from '../../platform/jobs/job-runner.ts'
import { findConsent, lockConsentForRead } from '../consents/index.ts'
import { documentFileName, findVersionFileName } from '../documents/index.ts'
import { consentNoteOf } from '../integrations/index.ts'
import {
  insertDeliveries,
  listSealed,
  lockDelivery,
  queueState,
  updateDelivery,
  type DeliveryRow,
} from './practice-system-delivery-store.ts'
import { AccessBusyError, type Connected } from './practice-system-access.ts'
import type { SyncDeps } from './practice-system-jobs.ts'
import { writesBack } from './practice-system-open.ts'
import { finalProblems, PracticeSystemError, type SystemWriter } from './practice-system-port.ts'
import { findConnected, findExternalId, lockSystem } from './practice-system-store.ts'

export type DeliveryDeps = SyncDeps & { files: Files }

/** For so long one try may take; whoever finds it still open after that tries again. */
const attempt_minutes_max = 5
const delivery_days_max = 3
const backoff_minutes = [1, 5, 15, 60, 180] as const
/** A system that takes nothing now, or a patient who is matched later, is waited for so long. */
const waiting_minutes = 5
/** Whoever renews the access is done by then. */
const busy_seconds = 10

export const systemDeliveryDeadline = (now: Date): Date =>
  new Date(now.getTime() + delivery_days_max * 24 * 60 * minute_ms)

/** When it is tried again after so many tries; null when its time is over. */
function nextSystemDeliveryAt(
  { attempts, giveUpAt }: Pick<DeliveryRow, 'attempts' | 'giveUpAt'>,
  now: Date,
  retryAfterSeconds: number | null,
): Date | null {
  const minutes = backoff_minutes[Math.min(Math.max(attempts, 1), backoff_minutes.length) - 1]!
  const next = new Date(now.getTime() + (retryAfterSeconds ? retryAfterSeconds * 1000 : minutes * minute_ms))
  return next <= giveUpAt ? next : null
}

/** Puts the state of a consent on its way, and its sealed documents with a note, where a system takes them back. */
export const queueSystemDeliveries = (
  { runJob }: SyncDeps,
  { clinicId, consentId }: JobData,
): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    const system = await findConnected(scope)
    if (!system || system.status === 'checking' || !writesBack(system.system)) return
    const place = { systemId: system.id, consentId: consentId!, giveUpAt: systemDeliveryDeadline(scope.now) }
    const documents = (await listSealed(scope, consentId!)).flatMap(({ id: documentId }) =>
      (['document', 'note'] as const).map((kind) => ({ ...place, kind, documentId })),
    )
    const ids = [...(await insertDeliveries(scope, documents)), await queueState(scope, place)]
    for (const deliveryId of ids)
      scope.enqueue('practice-systems.deliver', { clinicId: clinicId!, deliveryId })
  })

type Attempt = {
  connected: Connected
  revision: number
  write(writer: SystemWriter): Promise<void>
}

/**
 * Tries to write one thing. Its row says so before anybody is called, and no transaction is open meanwhile: if we die
 * there, the next try looks for what this one may have written.
 */
export async function deliverToSystem(deps: DeliveryDeps, { clinicId, deliveryId }: JobData): Promise<void> {
  const { runJob, openPort } = deps
  const attempt = await runJob(clinicId!, (scope) => claimAttempt(scope, deps, deliveryId!))
  if (!attempt) return
  try {
    const { writer } = await openPort(attempt.connected)
    if (!writer) throw new PracticeSystemError('unexpected-answer', 'This system takes nothing back')
    await attempt.write(writer)
  } catch (error) {
    if (error instanceof AccessBusyError) return runJob(clinicId!, (scope) => givenBack(scope, deliveryId!))
    if (!(error instanceof PracticeSystemError)) throw error
    await runJob(clinicId!, (scope, note) => recordFailure(scope, note, deliveryId!, error))
    return
  }
  await runJob(clinicId!, (scope, note) => recordDelivered(scope, note, deliveryId!, attempt.revision))
}

async function claimAttempt(
  scope: JobScope,
  { files }: DeliveryDeps,
  deliveryId: string,
): Promise<Attempt | null> {
  const row = await lockDelivery(scope, deliveryId)
  if (!row?.nextAttemptAt || row.nextAttemptAt > scope.now) return null
  const system = await lockSystem(scope, row.systemId)
  const consent = await lockConsentForRead(scope, row.consentId)
  const patientId = consent && (await findExternalId(scope, row.systemId, consent.patientId))
  const wait = (failure: string): Promise<null> => postpone(scope, row, failure)
  if (!system?.secret || system.status !== 'active') return wait('The connection is paused')
  if (system.problem !== null && finalProblems.includes(system.problem))
    return wait('The connection needs attention')
  // With another secret it may be another practice's records that are opened.
  if (system.accountConfirmedAt === null) return wait('The connection is not tested yet')
  if (!consent || !patientId) return wait('The patient is not matched to a patient of the practice system')
  await updateDelivery(scope, deliveryId, {
    attempts: row.attempts + 1,
    nextAttemptAt: new Date(scope.now.getTime() + attempt_minutes_max * minute_ms),
  })
  const connected = { ...system, secret: system.secret }
  return { connected, revision: row.revision, write: await writingOf(scope, row, { patientId, files }) }
}

/** Somebody else renews the access: it is tried in a moment, and this was none. */
async function givenBack(scope: JobScope, deliveryId: string): Promise<void> {
  const row = await lockDelivery(scope, deliveryId)
  if (row?.status !== 'queued') return
  const nextAttemptAt = new Date(scope.now.getTime() + busy_seconds * 1000)
  await updateDelivery(scope, deliveryId, { attempts: Math.max(row.attempts - 1, 0), nextAttemptAt })
}

/** Waits without counting a try, until its time is over. */
async function postpone(scope: JobScope, row: DeliveryRow, failure: string): Promise<null> {
  const next = new Date(scope.now.getTime() + waiting_minutes * minute_ms)
  const isOver = next > row.giveUpAt
  await updateDelivery(scope, row.id, {
    ...{ failure, status: isOver ? 'failed' : 'queued', nextAttemptAt: isOver ? null : next },
  })
  return null
}

async function writingOf(
  scope: JobScope,
  { kind, consentId, documentId }: DeliveryRow,
  { patientId, files }: { patientId: string; files: Files },
): Promise<Attempt['write']> {
  const consent = (await findConsent(scope, consentId))!
  if (kind === 'state') {
    const changed = consent.updatedAt.toISOString().slice(0, 19)
    return (writer) => writer.writeState(patientId, `${consent.status} ${changed}Z ${consentId}`)
  }
  const document = (await listSealed(scope, consentId)).find(({ id }) => id === documentId)!
  if (kind === 'note') {
    const mark = `Document ${documentId}`
    const text = `${(await consentNoteOf(scope, consent)) ?? ''}\n${mark}`
    return (writer) => writer.writeNote(patientId, { text, mark })
  }
  const stem = (await findVersionFileName(scope, { consentId, ...document })).replace(/\.pdf$/, '')
  // With the document's id, by which a second try knows that the first one arrived.
  const name = `${stem} ${documentId}.pdf`
  return async (writer) => {
    const pdf = await files.readAll(documentFileName(document.sha256))
    if (!pdf) throw new Error('A sealed document is missing from the file store')
    await writer.writeDocument(patientId, { name, pdf })
  }
}

type WriteNote = (entry: JobAuditEntry) => void

async function recordDelivered(
  scope: JobScope,
  note: WriteNote,
  deliveryId: string,
  revision: number,
): Promise<void> {
  const row = await lockDelivery(scope, deliveryId)
  if (row?.status !== 'queued') return
  // It has changed meanwhile: what was written is not what stands now.
  if (row.revision !== revision) {
    await updateDelivery(scope, deliveryId, { nextAttemptAt: scope.now })
    return
  }
  const arrived = { status: 'delivered', failure: null, nextAttemptAt: null, deliveredAt: scope.now } as const
  await updateDelivery(scope, deliveryId, arrived)
  note({
    ...{ action: 'practice_system.written_to', subject: row.consentId },
    details: { kind: row.kind, deliveryId },
  })
}

async function recordFailure(
  scope: JobScope,
  note: WriteNote,
  deliveryId: string,
  error: PracticeSystemError,
): Promise<void> {
  const row = await lockDelivery(scope, deliveryId)
  if (row?.status !== 'queued') return
  const next = nextSystemDeliveryAt(row, scope.now, error.retryAfterSeconds)
  const status = next ? 'queued' : 'failed'
  await updateDelivery(scope, deliveryId, { status, failure: error.message, nextAttemptAt: next })
  if (next) return
  note({
    ...{ action: 'practice_system.write_failed', subject: row.consentId },
    details: { kind: row.kind, deliveryId },
  })
}
