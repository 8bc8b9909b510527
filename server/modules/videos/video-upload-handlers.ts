import { uploads } from '../../../contract/index.ts'
import { open_uploads_max } from '../../../contract/limits.ts'
import { handleUpload, type UploadRequest } from '../../platform/http/upload-endpoints.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { refusalOfFile } from './video-rules.ts'
import {
  findStorageLimit,
  countStoredBytes,
  deleteUpload,
  findUpload,
  insertUpload,
  lockLibrary,
  countOpenUploads,
  type VideoSide,
} from './video-store.ts'

type UploadRef = { uploadId: string }

/** Begins an upload where its file may be taken and the plan has room for it. */
async function begin(scope: VideoSide, upload: UploadRequest) {
  const refused = refusalOfFile(upload)
  if (refused) return refuse(refused)
  const { bytes, fileName: name } = upload
  await lockLibrary(scope)
  const open = await countOpenUploads(scope)
  if (open.uploads >= open_uploads_max) return refuse('uploads-too-many')
  const allowed = await findStorageLimit(scope)
  if (allowed !== null && (await countStoredBytes(scope)) + open.bytes + bytes > allowed)
    return refuse('quota-exceeded')
  const uploadId = await insertUpload(scope, { name, bytes })
  return { answer: { uploadId }, subject: uploadId, details: { bytes } }
}

/** Whoever signs in for the same clinic goes on with what was begun, in whichever session that was. */
async function find(scope: VideoSide, { uploadId }: UploadRef) {
  const found = await findUpload(scope, uploadId)
  return found ? { answer: { uploadId }, as: 'nothing' as const } : refuse('not-found')
}

/** Cancels an upload; one that became a video already is not taken away by it. */
async function cancel(scope: VideoSide, { uploadId }: UploadRef) {
  const found = await findUpload(scope, uploadId)
  if (!found || found.videoId) return refuse('not-found')
  await deleteUpload(scope, uploadId)
  return { answer: { uploadId }, as: 'nothing' as const }
}

const uploadOperations = { begin, find, cancel }

/** Resumable uploads of `contract/videos.ts`, for clinics and for the platform. */
export const videoUploadHandlers = [
  handleUpload({ route: uploads.videos.forClinic, ...uploadOperations }),
  handleUpload({ route: uploads.videos.forAdmin, ...uploadOperations }),
]
