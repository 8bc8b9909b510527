import { upload_hours_max } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope, PlatformScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import type { JobNote, RunJob, RunPlatformJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { Converter } from '../../platform/video/converter.ts'
import { convertVideo } from './video-converting.ts'
import {
  changeVideo,
  deleteUpload,
  deleteVideo,
  findVideo,
  isShown,
  lockUpload,
  lockVideo,
  removedVideos,
  uploadsBegunBefore,
  waitingVideos,
  type VideoRow,
} from './video-store.ts'

/** A job about the videos of a clinic, or of the platform. */
export type RunOwner = <T>(
  owner: string | null,
  work: (scope: JobScope | PlatformScope, note: (entry: JobNote) => void) => Promise<T>,
) => Promise<T>

/** Runs a job's work for whoever owns the videos. */
export const ownerRunner =
  (runJob: RunJob, runPlatformJob: RunPlatformJob): RunOwner =>
  (owner, work) =>
    owner === null ? runPlatformJob(work) : runJob(owner, work)

export type VideoJobParts = {
  runOwner: RunOwner
  files: Files
  folder: UploadFolder
  /** Null where this server has no ffmpeg. */
  converter: Converter | null
  isInTemplate(scope: JobScope | PlatformScope, videoId: string): Promise<boolean>
}

const swept_max = 200

const ownerIn = ({ clinicId }: JobData): string | null => clinicId ?? null
const ofOwner = (owner: string | null) => (owner ? { clinicId: owner } : {})

/** Gives the file of a new video to the store; done already, it does nothing. */
async function storeFile({ runOwner, files, folder, converter }: VideoJobParts, data: JobData) {
  const [owner, videoId] = [ownerIn(data), data.videoId!]
  const video = await runOwner(owner, (scope) => findVideo(scope, videoId))
  if (!video?.uploadId) return
  await files.putFile(video.publicId, folder.fileOf(video.uploadId))
  await runOwner(owner, async (scope) => {
    await changeVideo(scope, videoId, { uploadId: null })
    if (converter) scope.enqueue('videos.convert', { ...ofOwner(owner), videoId })
  })
  await folder.remove(video.uploadId)
}

/** The names under which the store has something of a video. */
const filesOf = ({ publicId, playableId, posterId }: VideoRow): string[] =>
  [publicId, playableId, posterId].filter((name) => name !== null)

/** Deletes a video that was taken out of the library, once nothing shows it. */
async function deleteFiles({ runOwner, files, folder, isInTemplate }: VideoJobParts, data: JobData) {
  const [owner, videoId] = [ownerIn(data), data.videoId!]
  const video = await runOwner(owner, async (scope) => {
    const found = await lockVideo(scope, videoId)
    if (!found?.removedAt) return undefined
    if ((await isShown(scope, videoId)) || (await isInTemplate(scope, videoId))) return undefined
    return found
  })
  if (!video) return
  // Nobody can choose it any more, so nothing can come to show it meanwhile.
  for (const name of filesOf(video)) await files.remove(name)
  if (video.uploadId) await folder.remove(video.uploadId)
  await runOwner(owner, async (scope, note) => {
    await deleteVideo(scope, videoId)
    note({ action: 'video.deleted', subject: videoId, details: { publicId: video.publicId } })
  })
}

/** Forgets an upload whose time is over; of one that became a video only the row, since its bytes may still be needed. */
async function expireUpload({ runOwner, folder }: VideoJobParts, data: JobData) {
  const uploadId = data.uploadId!
  const isUnfinished = await runOwner(ownerIn(data), async (scope) => {
    const found = await lockUpload(scope, uploadId)
    if (!found || found.createdAt > oldestUpload(scope.now)) return false
    await deleteUpload(scope, uploadId)
    return found.videoId === null
  })
  if (isUnfinished) await folder.remove(uploadId)
}

const oldestUpload = (now: Date): Date => new Date(now.getTime() - upload_hours_max * 60 * minute_ms)

/** The work of this module by the names of its queues. */
export const videoJobs = (parts: VideoJobParts): Queues => ({
  'videos.store': (data) => storeFile(parts, data),
  'videos.convert': async (data) => {
    const { converter } = parts
    if (converter)
      await convertVideo({ ...parts, converter }, { owner: ownerIn(data), videoId: data.videoId! })
  },
  'videos.delete': (data) => deleteFiles(parts, data),
  'videos.forget-bytes': ({ uploadId }) => parts.folder.remove(uploadId!),
  'videos.expire-upload': (data) => expireUpload(parts, data),
})

/** Uploads whose time is over, videos that nothing shows any more, and those that wait for a converter that is here now. */
export const sweepVideos = (runSweep: RunSweep, canTranscode: boolean): Promise<void> =>
  runSweep(async (scope) => {
    for (const { id, ownerClinicId } of await uploadsBegunBefore(scope, oldestUpload(scope.now), swept_max))
      scope.enqueue('videos.expire-upload', { ...ofOwner(ownerClinicId), uploadId: id })
    for (const { id, ownerClinicId } of await removedVideos(scope, swept_max))
      scope.enqueue('videos.delete', { ...ofOwner(ownerClinicId), videoId: id })
    if (!canTranscode) return
    for (const { id, ownerClinicId } of await waitingVideos(scope, swept_max))
      scope.enqueue('videos.convert', { ...ofOwner(ownerClinicId), videoId: id })
  })
