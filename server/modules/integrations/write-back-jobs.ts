import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope } from '../../platform/database/transaction.ts'
import type { Drop } from '../../platform/files/drop-folder.ts'
import type { Files } from '../../platform/files/files.ts'
import type { JobNote, RunJob } from '../../platform/jobs/job-runner.ts'
import { fileNameOf, nameOfVersion } from '../documents/index.ts'
import { tellOfFailure } from './write-back-notice.ts'
import { callPeopleAfter, failureText, freeName, nextPlacing } from './write-back-rules.ts'
import {
  documentsToQueue,
  insertWriteBack,
  lockWriteBack,
  namesLike,
  sha256Of,
  updateWriteBack,
} from './write-back-store.ts'

export type WriteBackParts = { runJob: RunJob; files: Files; drop: Drop }

/** For so long one try may take; whoever finds it still open after that goes on with it. */
const try_minutes_max = 2

/** Puts every sealed document of a consent on its way that is not yet. */
export const queueWriteBacks = (runJob: RunJob, { clinicId, consentId }: JobData): Promise<void> =>
  runJob(clinicId!, async (scope) => {
    for (const document of await documentsToQueue(scope, consentId!)) {
      const name = await nameOfVersion(scope, document)
      const fileName = freeName(name, await namesLike(scope, name.replace(/\.pdf$/, '')))
      const giveUpAt = callPeopleAfter(scope.now)
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
type Try = { key: string; sha256: string; to: { folder: string; name: string }; isPlacing: boolean }

const keyOf = (writeBackId: string, attempt: number): string => `${writeBackId}.${attempt}`

/**
 * Puts one document into the folder, once. Each try lays the file ready under a key of its own and writes down that it is
 * about to move it; only then it moves it, in one step. Whoever comes after a crash finds that note: what is still ready
 * is moved now, and what is not has arrived, collected or not.
 */
export async function writeBack(parts: WriteBackParts, { clinicId, writeBackId }: JobData): Promise<void> {
  const { runJob, drop } = parts
  const attempt = await runJob(clinicId!, (scope) => takeTry(scope, writeBackId!))
  if (!attempt) return
  try {
    if (!attempt.isPlacing && !(await lay(parts, clinicId!, writeBackId!, attempt))) return
    await drop.place(attempt.key, attempt.to)
  } catch (error) {
    const failure = failureText(error)
    await runJob(clinicId!, (scope, note) => concludeFailure(scope, note, writeBackId!, failure))
    return
  }
  const attempts = await runJob(clinicId!, (scope, note) => concludeArrival(scope, note, writeBackId!))
  // What tries that died have left ready is not needed any more.
  for (let left = 1; left <= attempts; left++) await drop.discard(keyOf(writeBackId!, left))
}

async function takeTry(scope: JobScope, writeBackId: string): Promise<Try | null> {
  const row = await lockWriteBack(scope, writeBackId)
  if (!row?.nextAttemptAt || row.nextAttemptAt > scope.now) return null
  const attempts = row.attempts + 1
  const nextAttemptAt = new Date(scope.now.getTime() + try_minutes_max * minute_ms)
  await updateWriteBack(scope, writeBackId, { attempts, nextAttemptAt })
  return {
    key: keyOf(writeBackId, row.placing ?? attempts),
    sha256: await sha256Of(scope, row.documentId),
    to: { folder: scope.clinicId, name: row.fileName },
    isPlacing: row.status === 'placing',
  }
}

/** Lays the file ready and writes down that it is about to be moved; false when another try came first. */
async function lay(
  { runJob, files, drop }: WriteBackParts,
  clinicId: string,
  writeBackId: string,
  { key, sha256 }: Try,
): Promise<boolean> {
  const pdf = await files.readAll(fileNameOf(sha256))
  if (!pdf) throw new Error('A sealed document is missing from the file store')
  await drop.prepare(key, pdf)
  const isOurs = await runJob(clinicId, async (scope) => {
    const row = await lockWriteBack(scope, writeBackId)
    if (row?.status !== 'queued' || keyOf(row.id, row.attempts) !== key) return false
    await updateWriteBack(scope, writeBackId, { status: 'placing', placing: row.attempts })
    return true
  })
  if (!isOurs) await drop.discard(key)
  return isOurs
}

type Note = (entry: JobNote) => void

/** Answers how many tries it took; none where another one has written down the arrival. */
async function concludeArrival(scope: JobScope, note: Note, writeBackId: string): Promise<number> {
  const row = await lockWriteBack(scope, writeBackId)
  if (row?.status !== 'placing') return 0
  const arrived = { status: 'delivered', failure: null, nextAttemptAt: null, deliveredAt: scope.now } as const
  await updateWriteBack(scope, writeBackId, arrived)
  note({ action: 'document.written_back', subject: row.consentId, details: { documentId: row.documentId } })
  return row.attempts
}

/** A failed move stays a move: it is gone on with, since the file may lie in its place already. */
async function concludeFailure(
  scope: JobScope,
  note: Note,
  writeBackId: string,
  failure: string,
): Promise<void> {
  const row = await lockWriteBack(scope, writeBackId)
  if (!row?.nextAttemptAt) return
  const next = nextPlacing(row.attempts, scope.now, row.giveUpAt)
  const status = next ? row.status : 'failed'
  if (!next) await tellOfFailure(scope)
  await updateWriteBack(scope, writeBackId, { status, failure, nextAttemptAt: next })
  if (!next)
    note({
      action: 'document.write_back_failed',
      subject: row.consentId,
      details: { documentId: row.documentId },
    })
}
