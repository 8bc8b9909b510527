import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { own_picture_bytes_max, own_picture_side_max, own_pictures_max } from '../../../contract/limits.ts'
import type { PictureAnnotation } from '../../../contract/pictures.ts'
import { teethNames } from '../../../contract/teeth.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile, type HandlerResult, type FileResponse } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { findConsent, lockConsent, findPlannedPositions } from '../consents/index.ts'
import { findPictureProblem } from '../../platform/files/picture-problem.ts'
import { cleanPicture } from './picture-content.ts'
import { placesText, unplannedTeeth } from './picture-rules.ts'
import {
  countPictures,
  deletePicture,
  extensionOf,
  findPicture,
  insertPicture,
  pictureFileName,
  picturesOf,
  pictureView,
  updatePicture,
} from './picture-store.ts'

type PictureInput = { takenOn: string | null; marks: PictureAnnotation[]; elsewhereConfirmed: boolean }

/** Why a picture cannot be kept as it was told of; or for which plan its marks were confirmed. */
async function validatePicture(scope: ClinicScope, consentId: string, told: PictureInput) {
  const { takenOn, marks, elsewhereConfirmed } = told
  if (takenOn !== null && takenOn > (await todayOf(scope))) return refuse('in-future')
  const planned = await findPlannedPositions(scope, consentId)
  const teeth = unplannedTeeth(marks, planned)
  if (teeth.length > 0 && !elsewhereConfirmed) return refuse('marks-elsewhere', { teeth: teethNames(teeth) })
  return { confirmedFor: teeth.length > 0 ? placesText(planned) : null }
}

/** The operations of `contract/pictures.ts`. */
export const pictureHandlers = {
  list: handle(contract.pictures.list, async (scope, { consentId }) => {
    if (!(await findConsent(scope, consentId))) return refuse('not-found')
    return { answer: (await picturesOf(scope, consentId)).map(pictureView) }
  }),

  add: handle(contract.pictures.add, async (scope, { consentId, image, elsewhereConfirmed, ...details }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    if (consent.status !== 'draft') return refuse('wrong-state')
    if ((await countPictures(scope, consentId)) >= own_pictures_max) return refuse('too-many')
    const content = Buffer.from(image, 'base64')
    const clean = content.byteLength <= own_picture_bytes_max && cleanPicture(content, own_picture_side_max)
    if (!clean) return refuse(findPictureProblem(content) ?? 'picture-refused')
    const found = await validatePicture(scope, consentId, { ...details, elsewhereConfirmed })
    if (found instanceof Refusal) return found
    const { bytes, ...picture } = clean
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const kept = { ...details, ...found, ...picture, consentId, sha256, waitingBytes: bytes }
    const made = await insertPicture(scope, kept)
    scope.enqueue('pictures.store', { clinicId: scope.clinicId, pictureId: made.id })
    return { answer: pictureView(made), subject: consentId, details: { pictureId: made.id, sha256 } }
  }),

  change: handle(contract.pictures.change, async (scope, { consentId, pictureId, ...told }) => {
    const { elsewhereConfirmed, ...details } = told
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const before = await findPicture(scope, { consentId, pictureId })
    if (!before) return refuse('picture-not-found')
    if (consent.status !== 'draft') return refuse('wrong-state')
    const found = await validatePicture(scope, consentId, { ...details, elsewhereConfirmed })
    if (found instanceof Refusal) return found
    const changed = await updatePicture(scope, pictureId, { ...details, ...found })
    return {
      answer: pictureView(changed),
      subject: consentId,
      details: { pictureId },
      before: pictureView(before),
    }
  }),

  remove: handle(contract.pictures.remove, async (scope, { consentId, pictureId }) => {
    const consent = await lockConsent(scope, consentId)
    if (!consent) return refuse('not-found')
    const picture = await findPicture(scope, { consentId, pictureId })
    if (!picture) return refuse('picture-not-found')
    if (consent.status !== 'draft') return refuse('wrong-state')
    await deletePicture(scope, pictureId)
    const { sha256 } = picture
    scope.enqueue('pictures.forget', { clinicId: scope.clinicId, pictureId, sha256 })
    return { answer: { done: true as const }, subject: consentId, details: { pictureId, sha256 } }
  }),
}

type PictureKey = { consentId: string; pictureId: string }

type FoundPicture = NonNullable<Awaited<ReturnType<typeof findPicture>>>

/** What a picture is called where people keep it. */
export const pictureName = ({ type }: Pick<FoundPicture, 'type'>): string => `picture.${extensionOf(type)}`

/** The bytes of a picture, from the database until the file store has them. */
export const openPicture =
  (files: Files, picture: Pick<FoundPicture, 'id' | 'sha256' | 'waitingBytes'>) => async () => {
    const { waitingBytes } = picture
    if (waitingBytes) return { stream: Readable.from([waitingBytes]), bytes: waitingBytes.byteLength }
    const file = await files.read(pictureFileName(picture))
    if (!file) throw new Error('A picture is missing from the file store')
    return file
  }

/** Pictures as files: an id always answers the same bytes. */
export function pictureFileHandlers(files: Files) {
  async function answer(
    scope: TenantScope,
    wanted: PictureKey,
  ): Promise<HandlerResult<FileResponse> | Refusal> {
    const picture = await findPicture(scope, wanted)
    if (!picture) return refuse('not-found')
    const { sha256, type } = picture
    return { answer: { open: openPicture(files, picture), type, name: pictureName(picture), etag: sha256 } }
  }
  return [
    handleFile(fileRoutes.pictures.forClinic, answer),
    handleFile(fileRoutes.pictures.forPatient, answer),
    // Whoever reads along holds one consent, and is told no id of it.
    handleFile(fileRoutes.supporters.picture, (scope, { pictureId }) =>
      answer(scope, { consentId: scope.consentIds[0]!, pictureId }),
    ),
  ]
}
