import { createHash } from 'node:crypto'
import { and, asc, count, eq } from 'drizzle-orm'
import type { PatientPicture } from '../../../contract/pictures.ts'
import { preparedQuery, whereOwn } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, JobScope, TenantScope } from '../../platform/database/transaction.ts'
import { consentPictures } from './picture-schema.ts'
import { shownMarks } from './picture-rules.ts'

export type PictureRow = typeof consentPictures.$inferSelect
type Details = Pick<PictureRow, 'kind' | 'caption' | 'takenOn' | 'alt' | 'marks' | 'confirmedFor'>

type Bytes = Pick<PictureRow, 'id' | 'sha256'>

/**
 * Under which name the file store keeps a picture. Each has a file of its own, also of the same bytes, so that removing
 * one never takes another's away.
 */
export const pictureFileName = ({ id, sha256 }: Bytes): string =>
  `pictures/${createHash('sha256').update(`${id} ${sha256}`).digest('hex')}.img`

const extensions = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const
export const extensionOf = (type: PatientPicture['type']): string => extensions[type]

/** How a row of `consent_pictures` is given away: as the picture that it stands for. */
export const storedPictures = {
  table: 'consent_pictures',
  columns: 'id, sha256, type, consent_id, caption',
  fileOf(row: Record<string, unknown>) {
    const { id, consent_id: consentId, sha256, type, caption } = row
    return {
      storedAs: pictureFileName({ id: String(id), sha256: String(sha256) }),
      name: `pictures/${String(consentId)}-${String(id)}.${extensionOf(type as PatientPicture['type'])}`,
      title: `Picture: ${String(caption)}`,
    }
  },
}

const isPicture = (scope: TenantScope, id: string) =>
  and(eq(consentPictures.clinicId, scope.clinicId), eq(consentPictures.id, id))
const ofConsent = (scope: TenantScope, consentId: string) =>
  and(eq(consentPictures.clinicId, scope.clinicId), eq(consentPictures.consentId, consentId))

/** Everything but the bytes, which nobody lists. */
const { waitingBytes, ...told } = {
  clinicId: consentPictures.clinicId,
  id: consentPictures.id,
  consentId: consentPictures.consentId,
  sha256: consentPictures.sha256,
  type: consentPictures.type,
  width: consentPictures.width,
  height: consentPictures.height,
  kind: consentPictures.kind,
  caption: consentPictures.caption,
  takenOn: consentPictures.takenOn,
  alt: consentPictures.alt,
  marks: consentPictures.marks,
  confirmedFor: consentPictures.confirmedFor,
  waitingBytes: consentPictures.waitingBytes,
}
export type PictureDetails = Omit<PictureRow, 'waitingBytes' | 'createdBy' | 'createdAt' | 'updatedAt'>

const picturesQuery = preparedQuery('pictures_of_consent', (tx) =>
  tx
    .select(told)
    .from(consentPictures)
    .where(whereOwn(consentPictures, consentPictures.consentId, 'consentId'))
    .orderBy(asc(consentPictures.id)),
)

/** The pictures of a consent in the order in which they were added. */
export const picturesOf = (scope: TenantScope, consentId: string): Promise<PictureDetails[]> =>
  picturesQuery(scope, { consentId })

/** A picture as it is shown. */
export const pictureView = ({ marks, ...row }: PictureDetails): PatientPicture => {
  const { id, sha256, type, width, height, kind, caption, takenOn, alt } = row
  return { id, sha256, type, width, height, kind, caption, takenOn, alt, marks: shownMarks(marks) }
}

/** One picture of a consent, with its bytes where the file store does not have them yet. */
export async function findPicture(
  scope: TenantScope,
  { consentId, pictureId }: { consentId: string; pictureId: string },
) {
  const [found] = await scope.tx
    .select({ ...told, waitingBytes })
    .from(consentPictures)
    .where(and(ofConsent(scope, consentId), isPicture(scope, pictureId)))
  return found
}

export async function countPictures(scope: TenantScope, consentId: string): Promise<number> {
  const [counted] = await scope.tx
    .select({ pictures: count() })
    .from(consentPictures)
    .where(ofConsent(scope, consentId))
  return counted!.pictures
}

type Added = Details & Pick<PictureRow, 'consentId' | 'sha256' | 'type' | 'width' | 'height' | 'waitingBytes'>

export async function insertPicture(scope: ClinicScope, added: Added): Promise<PictureDetails> {
  const { clinicId, staffId, now } = scope
  const [made] = await scope.tx
    .insert(consentPictures)
    .values({ ...added, clinicId, createdBy: staffId, createdAt: now, updatedAt: now })
    .returning(told)
  return made!
}

export async function updatePicture(
  scope: ClinicScope,
  id: string,
  details: Details,
): Promise<PictureDetails> {
  const [changed] = await scope.tx
    .update(consentPictures)
    .set({ ...details, updatedAt: scope.now })
    .where(isPicture(scope, id))
    .returning(told)
  return changed!
}

export async function deletePicture(scope: ClinicScope, id: string): Promise<void> {
  await scope.tx.delete(consentPictures).where(isPicture(scope, id))
}

/** The bytes that wait for the file store; undefined where there are none any more. */
export async function findPendingUpload(scope: JobScope, id: string) {
  const [found] = await scope.tx
    .select({ sha256: consentPictures.sha256, bytes: waitingBytes })
    .from(consentPictures)
    .where(isPicture(scope, id))
  return found?.bytes ? { sha256: found.sha256, bytes: found.bytes } : undefined
}

/** The file store has the bytes now. */
export async function clearPendingUpload(scope: JobScope, id: string): Promise<void> {
  await scope.tx.update(consentPictures).set({ waitingBytes: null }).where(isPicture(scope, id))
}

/** Whether the picture is still there. */
export async function pictureExists(scope: JobScope, id: string): Promise<boolean> {
  const [found] = await scope.tx
    .select({ id: consentPictures.id })
    .from(consentPictures)
    .where(isPicture(scope, id))
  return found !== undefined
}
