import { open } from 'node:fs/promises'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { VideoDeps } from './video-deps.ts'
import { initialState, formatOf, definedMetadataOf, type VideoMetadata } from './video-rules.ts'
import { pendingState } from './video-scan-rules.ts'
import {
  findStorageLimit,
  countStoredBytes,
  updateVideo,
  findVideoByHash,
  findVideo,
  finishUpload,
  insertVideo,
  lockLibrary,
  lockUpload,
  ownerOf,
  type VideoChange,
  type VideoRow,
  type VideoSide,
} from './video-store.ts'
import { videoView } from './video-view.ts'

type FinishedUpload = { uploadId: string } & VideoMetadata

/** Only what is not known of a video yet: the same file uploaded again does not undo what somebody has written. */
const onlyMissing = (video: VideoRow, told: VideoChange): VideoChange =>
  Object.fromEntries(
    Object.entries(told).filter(([name]) => {
      const known = video[name as keyof VideoChange]
      return known === null || known === ''
    }),
  )

async function readHeader(folder: UploadFolder, uploadId: string): Promise<Buffer> {
  const handle = await open(folder.fileOf(uploadId), 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/**
 * Takes a finished upload into the library. Its bytes are on this disk and were looked at while they came; from here the
 * store is given them by a job, and until then they are shown from where they are.
 */
export const createUploadFinisher =
  ({ folder, canTranscode, isScanned }: Pick<VideoDeps, 'folder' | 'canTranscode' | 'isScanned'>) =>
  async (scope: VideoSide, { uploadId, ...said }: FinishedUpload) => {
    const upload = await lockUpload(scope, uploadId)
    if (!upload) return refuse('not-found')
    const owner = ownerOf(scope)
    const done = (video: VideoRow) => ({ answer: videoView(video, owner), subject: video.id })
    if (upload.videoId) {
      const video = await findVideo(scope, upload.videoId)
      return video ? { ...done(video), as: 'nothing' as const } : refuse('not-found')
    }
    const whole = await folder.complete(uploadId)
    if (!whole) return refuse('upload-unfinished')
    await lockLibrary(scope)
    const same = await findVideoByHash(scope, whole.sha256)
    const told = definedMetadataOf(said)
    const ofOwner = owner ? { clinicId: owner } : {}
    if (same) {
      const missing = onlyMissing(same, told)
      const video = Object.keys(missing).length > 0 ? (await updateVideo(scope, same.id, missing))! : same
      await finishUpload(scope, uploadId, video.id)
      scope.enqueue('videos.forget-bytes', { ...ofOwner, uploadId })
      return { ...done(video), details: { isSameFile: true } }
    }
    const allowed = await findStorageLimit(scope)
    if (allowed !== null && (await countStoredBytes(scope)) + whole.bytes > allowed)
      return refuse('quota-exceeded')
    const format = formatOf(await readHeader(folder, uploadId))!
    const { bytes, sha256 } = whole
    const state = isScanned ? pendingState() : initialState(format, canTranscode)
    const { name } = upload
    const video = await insertVideo(scope, { ...told, ...state, name, format, bytes, sha256, uploadId })
    await finishUpload(scope, uploadId, video.id)
    scope.enqueue(isScanned ? 'videos.scan' : 'videos.store', { ...ofOwner, videoId: video.id })
    return { ...done(video), details: { publicId: video.publicId, bytes, sha256 } }
  }
