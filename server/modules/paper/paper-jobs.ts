import type { JobData } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { deleteUpload, findScanFile, scanStorageName, findPendingUploads } from './paper-store.ts'

type Deps = { runJob: RunJob; files: Files }

/**
 * Puts the files of a consent's scans into the store, each before its bytes leave the database: an interrupted run has
 * them in both and begins again.
 */
export async function storeScanFiles(
  { runJob, files }: Deps,
  { clinicId, consentId }: JobData,
): Promise<void> {
  const ids = await runJob(clinicId!, (scope) => findPendingUploads(scope, consentId!))
  for (const id of ids) {
    const found = await runJob(clinicId!, (scope) => findScanFile(scope, consentId!, id))
    if (!found?.content) continue
    await files.put(scanStorageName(found.file), found.content, clinicId!)
    await runJob(clinicId!, (scope) => deleteUpload(scope, id))
  }
}

/** The pictures of these files of a consent's paper, from wherever their bytes are now. */
export async function readScanPictures(
  { runJob, files }: Deps,
  { clinicId, consentId }: { clinicId: string; consentId: string },
  fileIds: readonly string[],
): Promise<Uint8Array[]> {
  const pictures: Uint8Array[] = []
  for (const id of fileIds) {
    const found = await runJob(clinicId, (scope) => findScanFile(scope, consentId, id))
    const bytes = found && (found.content ?? (await files.readAll(scanStorageName(found.file))))
    if (!bytes) throw new Error('A scan is missing from the file store')
    pictures.push(bytes)
  }
  return pictures
}
