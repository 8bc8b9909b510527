import { open } from 'node:fs/promises'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { VideoParts } from './video-parts.ts'
import { firstState, formatOf, toldOf, type Told } from './video-rules.ts'
import {
  bytesAllowed,
  bytesKept,
  changeVideo,
  findSameFile,
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

type Finished = { uploadId: string } & Told

/** Only what is not known of a video yet: the same file uploaded again does not undo what somebody has written. */
const missingOf = (video: VideoRow, told: VideoChange): VideoChange =>
  Object.fromEntries(
    Object.entries(told).filter(([name]) => {
      const known = video[name as keyof VideoChange]
      return known === null || known === ''
    }),
  )

async function headOf(folder: UploadFolder, uploadId: string): Promise<Buffer> {
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
export const finishUploadOf =
  ({ folder, canTranscode }: Pick<VideoParts, 'folder' | 'canTranscode'>) =>
  async (scope: VideoSide, { uploadId, ...said }: Finished) => {
    const upload = await lockUpload(scope, uploadId)
    if (!upload) return refuse('not-found')
    const owner = ownerOf(scope)
    const done = (video: VideoRow) => ({ answer: videoView(video, owner), subject: video.id })
    if (upload.videoId) {
      const video = await findVideo(scope, upload.videoId)
      return video ? { ...done(video), as: 'nothing' as const } : refuse('not-found')
    }
    const whole = await folder.seal(uploadId)
    if (!whole) return refuse('upload-unfinished')
    await lockLibrary(scope)
    const same = await findSameFile(scope, whole.sha256)
    const told = toldOf(said)
    const ofOwner = owner ? { clinicId: owner } : {}
    if (same) {
      const missing = missingOf(same, told)
      const video = Object.keys(missing).length > 0 ? (await changeVideo(scope, same.id, missing))! : same
      await finishUpload(scope, uploadId, video.id)
      scope.enqueue('videos.forget-bytes', { ...ofOwner, uploadId })
      return { ...done(video), details: { isSameFile: true } }
    }
    const allowed = await bytesAllowed(scope)
    if (allowed !== null && (await bytesKept(scope)) + whole.bytes > allowed) return refuse('quota-exceeded')
    const format = formatOf(await headOf(folder, uploadId))!
    const { bytes, sha256 } = whole
    const state = firstState(format, canTranscode)
    const { name } = upload
    const video = await insertVideo(scope, { ...told, ...state, name, format, bytes, sha256, uploadId })
    await finishUpload(scope, uploadId, video.id)
    scope.enqueue('videos.store', { ...ofOwner, videoId: video.id })
    return { ...done(video), details: { publicId: video.publicId, bytes, sha256 } }
  }
