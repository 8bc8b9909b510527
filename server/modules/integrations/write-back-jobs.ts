import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { DropFolder } from '../../platform/files/drop-folder.ts'
import type { Files } from '../../platform/files/files.ts'
import type { JobAuditEntry, RunJob } from '../../platform/jobs/job-runner.ts'
import { documentFileName, findVersionFileName } from '../documents/index.ts'
import { notifyWriteBackFailed } from './write-back-notice.ts'
import { writeBackDeadline, failureText, uniqueFileName, nextWriteBackAt } from './write-back-rules.ts'
import {
  findDocumentsToQueue,
  insertWriteBack,
  lockWriteBack,
  findSimilarNames,
  findDocumentSha256,
  updateWriteBack,
} from './write-back-store.ts'

export type WriteBackDeps = { runJob: RunJob; files: Files; drop: DropFolder }

/** For so long one try may take; whoever finds it still open after that goes on with it. */
const attempt_minutes_max = 2

/** Puts every sealed document of a consent on its way that is not yet. */
export const queueWriteBacks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    for (const document of await findDocumentsToQueue(scope, consentId!)) {
      const name = await findVersionFileName(scope, document)
      const fileName = uniqueFileName(name, await findSimilarNames(scope, name.replace(/\.pdf$/, '')))
      const giveUpAt = writeBackDeadline(scope.now)
      const writeBackId = await insertWriteBack(scope, {
        ...document,
        documentId: document.id,
        fileName,
        giveUpAt,
      })
      if (writeBackId) scope.enqueue('integrations.write-back', { clinicId: clinicId!, writeBackId })
    }
  })

/** A try under way: which one, what it puts where, and whether an earlier one had begun to put it into place. */
type WriteBackAttempt = {
  key: string
  sha256: string
  to: { folder: string; name: string }
  isPlacing: boolean
}

const attemptKey = (writeBackId: string, attempt: number): string => `${writeBackId}.${attempt}`

/**
 * Puts one document into the folder, once. Each try lays the file ready under a key of its own and writes down that it is
 * about to move it; only then it moves it, in one step. Whoever comes after a crash finds that note: what is still ready
 * is moved now, and what is not has arrived, collected or not.
 */
export async function deliverDocument(
  deps: WriteBackDeps,
  { clinicId, writeBackId }: JobData,
): Promise<void> {
  const { runJob, drop } = deps
  const attempt = await runJob(clinicId!, (scope) => claimAttempt(scope, writeBackId!))
  if (!attempt) return
  try {
    if (!attempt.isPlacing && !(await placeFile(deps, clinicId!, writeBackId!, attempt))) return
    await drop.publish(attempt.key, attempt.to)
  } catch (error) {
    const failure = failureText(error)
    await runJob(clinicId!, (scope, note) => recordFailure(scope, note, writeBackId!, failure))
    return
  }
  const attempts = await runJob(clinicId!, (scope, note) => recordDelivered(scope, note, writeBackId!))
  // What tries that died have left ready is not needed any more.
  for (let left = 1; left <= attempts; left++) await drop.discard(attemptKey(writeBackId!, left))
}

async function claimAttempt(scope: JobScope, writeBackId: string): Promise<WriteBackAttempt | null> {
  const row = await lockWriteBack(scope, writeBackId)
  if (!row?.nextAttemptAt || row.nextAttemptAt > scope.now) return null
  const attempts = row.attempts + 1
  const nextAttemptAt = new Date(scope.now.getTime() + attempt_minutes_max * minute_ms)
  await updateWriteBack(scope, writeBackId, { attempts, nextAttemptAt })
  return {
    key: attemptKey(writeBackId, row.placing ?? attempts),
    sha256: await findDocumentSha256(scope, row.documentId),
    to: { folder: scope.clinicId, name: row.fileName },
    isPlacing: row.status === 'placing',
  }
}

/** Lays the file ready and writes down that it is about to be moved; false when another try came first. */
async function placeFile(
  { runJob, files, drop }: WriteBackDeps,
  clinicId: string,
  writeBackId: string,
  { key, sha256 }: WriteBackAttempt,
): Promise<boolean> {
  const pdf = await files.readAll(documentFileName(sha256))
  if (!pdf) throw new Error('A sealed document is missing from the file store')
  await drop.stage(key, pdf)
  const isOurs = await runJob(clinicId, async (scope) => {
    const row = await lockWriteBack(scope, writeBackId)
    if (row?.status !== 'queued' || attemptKey(row.id, row.attempts) !== key) return false
    await updateWriteBack(scope, writeBackId, { status: 'placing', placing: row.attempts })
    return true
  })
  if (!isOurs) await drop.discard(key)
  return isOurs
}

type WriteNote = (entry: JobAuditEntry) => void

/** Answers how many tries it took; none where another one has written down the arrival. */
async function recordDelivered(scope: JobScope, note: WriteNote, writeBackId: string): Promise<number> {
  const row = await lockWriteBack(scope, writeBackId)
  if (row?.status !== 'placing') return 0
  const arrived = { status: 'delivered', failure: null, nextAttemptAt: null, deliveredAt: scope.now } as const
  await updateWriteBack(scope, writeBackId, arrived)
  note({ action: 'document.written_back', subject: row.consentId, details: { documentId: row.documentId } })
  return row.attempts
}

/** A failed move stays a move: it is gone on with, since the file may lie in its place already. */
async function recordFailure(
  scope: JobScope,
  note: WriteNote,
  writeBackId: string,
  failure: string,
): Promise<void> {
  const row = await lockWriteBack(scope, writeBackId)
  if (!row?.nextAttemptAt) return
  const next = nextWriteBackAt(row.attempts, scope.now, row.giveUpAt)
  const status = next ? row.status : 'failed'
  if (!next) await notifyWriteBackFailed(scope)
  await updateWriteBack(scope, writeBackId, { status, failure, nextAttemptAt: next })
  if (!next)
    note({
      action: 'document.write_back_failed',
      subject: row.consentId,
      details: { documentId: row.documentId },
    })
}
