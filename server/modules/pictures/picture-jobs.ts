import type { Files } from '../../platform/files/files.ts'
import type { JobData } from '../../platform/database/transaction.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import { clearPendingUpload, pictureExists, pictureFileName, findPendingUpload } from './picture-store.ts'

type JobDeps = { runJob: RunJob; files: Files }

/** Takes the file of a picture away that is no longer there. */
async function deleteFile(
  { runJob, files }: JobDeps,
  { clinicId, pictureId, sha256 }: JobData,
): Promise<void> {
  const isKept = await runJob(clinicId!, (scope) => pictureExists(scope, pictureId!))
  if (!isKept) await files.remove(pictureFileName({ id: pictureId!, sha256: sha256! }))
}

/**
 * Gives the bytes of a new picture to the file store; done already, it does nothing. They stay in the database until the
 * store has them, so that a picture is there from the moment it was added.
 */
async function storeFile(deps: JobDeps, { clinicId, pictureId }: JobData): Promise<void> {
  const { runJob, files } = deps
  const waiting = await runJob(clinicId!, (scope) => findPendingUpload(scope, pictureId!))
  if (!waiting) return
  const { sha256, bytes } = waiting
  await files.put(pictureFileName({ id: pictureId!, sha256 }), bytes, clinicId!)
  await runJob(clinicId!, (scope) => clearPendingUpload(scope, pictureId!))
  // It may have been removed while it was on its way.
  await deleteFile(deps, { clinicId: clinicId!, pictureId: pictureId!, sha256 })
}

/** The work of this module by the names of its queues. */
export const pictureJobs = (deps: JobDeps): Queues => ({
  'pictures.store': (data) => storeFile(deps, data),
  'pictures.forget': (data) => deleteFile(deps, data),
})
