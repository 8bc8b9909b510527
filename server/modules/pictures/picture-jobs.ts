import type { Files } from '../../platform/files/files.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { clearWaiting, isThere, pictureFileName, waitingPicture } from './picture-store.ts'

type JobParts = { runJob: RunJob; files: Files }

/** Takes the file of a picture away that is no longer there. */
async function forgetFile(
  { runJob, files }: JobParts,
  { clinicId, pictureId, sha256 }: JobData,
): Promise<void> {
  const isKept = await runJob(clinicId!, (scope) => isThere(scope, pictureId!))
  if (!isKept) await files.remove(pictureFileName({ id: pictureId!, sha256: sha256! }))
}

/**
 * Gives the bytes of a new picture to the file store; done already, it does nothing. They stay in the database until the
 * store has them, so that a picture is there from the moment it was added.
 */
async function storeFile(parts: JobParts, { clinicId, pictureId }: JobData): Promise<void> {
  const { runJob, files } = parts
  const waiting = await runJob(clinicId!, (scope) => waitingPicture(scope, pictureId!))
  if (!waiting) return
  const { sha256, bytes } = waiting
  await files.put(pictureFileName({ id: pictureId!, sha256 }), bytes)
  await runJob(clinicId!, (scope) => clearWaiting(scope, pictureId!))
  // It may have been removed while it was on its way.
  await forgetFile(parts, { clinicId: clinicId!, pictureId: pictureId!, sha256 })
}

/** The work of this module by the names of its queues. */
export const pictureJobs = (parts: JobParts): Queues => ({
  'pictures.store': (data) => storeFile(parts, data),
  'pictures.forget': (data) => forgetFile(parts, data),
})
