import { createHash } from 'node:crypto'
import type { PatientPicture } from '../../../contract/pictures.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import type { TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { hasUncertainAnnotation } from './picture-rules.ts'
import { findPicture, pictureFileName, picturesOf, pictureView } from './picture-store.ts'

/** The pictures of a consent as its patient is shown them, and whether a mark on one is in doubt for what is planned. */
export async function findPictures(
  scope: TenantScope,
  consentId: string,
  planned: Promise<readonly TreatmentSite[]>,
) {
  // Asked together, they are sent together.
  const [rows, sites] = await Promise.all([picturesOf(scope, consentId), planned])
  return {
    ownPictures: rows.map(pictureView),
    hasUncertainAnnotation: rows.some((row) => hasUncertainAnnotation(row, sites)),
  }
}

type Parts = { runJob: RunJob; files: Files }
type Shown = { clinicId: string; consentId: string; picture: PatientPicture }

/**
 * The bytes of a picture that a consent was frozen with.
 * @throws Error where they are missing, or are not those that were frozen
 */
export async function pictureBytes(
  { runJob, files }: Parts,
  { clinicId, consentId, picture }: Shown,
): Promise<Uint8Array> {
  const row = await runJob(clinicId, (scope) => findPicture(scope, { consentId, pictureId: picture.id }))
  const bytes = row?.waitingBytes ?? (await files.readAll(pictureFileName(picture)))
  if (!bytes) throw new Error('A picture of a consent is missing from the file store')
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (sha256 !== picture.sha256) throw new Error('A picture of a consent is not the one that was shown')
  return bytes
}
