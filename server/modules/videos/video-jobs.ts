import { upload_hours_max } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { JobData, JobScope, PlatformScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import type { JobAuditEntry, RunJob, RunPlatformJob, RunSweep } from '../../platform/jobs/job-runner.ts'
import type { Queues } from '../../platform/jobs/jobs.ts'
import type { MalwareScanner } from '../../platform/malware/malware-scanner.ts'
import type { Converter } from '../../platform/video/converter.ts'
import { convertVideo } from './video-conversion.ts'
import { isRetainedForPractices } from './video-rules.ts'
import { scanVideo } from './video-scan-jobs.ts'
import { isVideoHeld } from './video-scan-rules.ts'
import {
  updateVideo,
  deleteUpload,
  deleteVideo,
  findVideo,
  wasShown,
  lockUpload,
  lockVideo,
  listRemovedVideos,
  findUploadsBegunBefore,
  listUnconvertedVideos,
  type VideoRow,
} from './video-store.ts'

/** A job about the videos of a clinic, or of the platform. */
export type RunOwner = <T>(
  owner: string | null,
  work: (scope: JobScope | PlatformScope, note: (entry: JobAuditEntry) => void) => Promise<T>,
) => Promise<T>

/** Runs a job's work for whoever owns the videos. */
export const createOwnerRunner =
  (runJob: RunJob, runPlatformJob: RunPlatformJob): RunOwner =>
  (owner, work) =>
    owner === null ? runPlatformJob(work) : runJob(owner, work)

export type VideoJobDeps = {
  runOwner: RunOwner
  files: Files
  folder: UploadFolder
  /** Null where nobody scans. */
  scanner: MalwareScanner | null
  /** Null where this server has no ffmpeg. */
  converter: Converter | null
  isInTemplate(scope: JobScope | PlatformScope, videoId: string): Promise<boolean>
}

const swept_max = 200

const ownerOfJob = ({ clinicId }: JobData): string | null => clinicId ?? null
const ownerData = (owner: string | null) => (owner ? { clinicId: owner } : {})

/** Gives the file of a new video to the store; done already, it does nothing. */
async function storeFile({ runOwner, files, folder, converter }: VideoJobDeps, data: JobData) {
  const [owner, videoId] = [ownerOfJob(data), data.videoId!]
  const video = await runOwner(owner, (scope) => findVideo(scope, videoId))
  if (!video?.uploadId || isVideoHeld(video)) return
  await files.putFile(video.publicId, folder.fileOf(video.uploadId), owner)
  await runOwner(owner, async (scope) => {
    await updateVideo(scope, videoId, { uploadId: null })
    if (converter) scope.enqueue('videos.convert', { ...ownerData(owner), videoId })
  })
  await folder.remove(video.uploadId)
}

/** The names under which the store has something of a video. */
const storedFileNames = ({ publicId, playableId, posterId }: VideoRow): string[] =>
  [publicId, playableId, posterId].filter((name) => name !== null)

/** Deletes a video that was taken out of the library, once nothing shows it. */
async function deleteFiles({ runOwner, files, folder, isInTemplate }: VideoJobDeps, data: JobData) {
  const [owner, videoId] = [ownerOfJob(data), data.videoId!]
  const video = await runOwner(owner, async (scope) => {
    const found = await lockVideo(scope, videoId)
    if (!found?.removedAt || isRetainedForPractices(owner)) return undefined
    if ((await wasShown(scope, videoId)) || (await isInTemplate(scope, videoId))) return undefined
    return found
  })
  if (!video) return
  // Nobody can choose it any more, so nothing can come to show it meanwhile.
  for (const name of storedFileNames(video)) await files.remove(name)
  if (video.uploadId) await folder.remove(video.uploadId)
  await runOwner(owner, async (scope, note) => {
    await deleteVideo(scope, videoId)
    note({ action: 'video.deleted', subject: videoId, details: { publicId: video.publicId } })
  })
}

/** Forgets an upload whose time is over; of one that became a video only the row, since its bytes may still be needed. */
async function expireUpload({ runOwner, folder }: VideoJobDeps, data: JobData) {
  const uploadId = data.uploadId!
  const isUnfinished = await runOwner(ownerOfJob(data), async (scope) => {
    const found = await lockUpload(scope, uploadId)
    if (!found || found.createdAt > oldestUpload(scope.now)) return false
    await deleteUpload(scope, uploadId)
    return found.videoId === null
  })
  if (isUnfinished) await folder.remove(uploadId)
}

const oldestUpload = (now: Date): Date => new Date(now.getTime() - upload_hours_max * 60 * minute_ms)

/** The work of this module by the names of its queues. */
export const videoJobs = (deps: VideoJobDeps): Queues => ({
  'videos.scan': (data) => scanVideo(deps, data),
  'videos.store': (data) => storeFile(deps, data),
  'videos.convert': async (data) => {
    const { converter } = deps
    if (converter)
      await convertVideo({ ...deps, converter }, { owner: ownerOfJob(data), videoId: data.videoId! })
  },
  'videos.delete': (data) => deleteFiles(deps, data),
  'videos.forget-bytes': ({ uploadId }) => deps.folder.remove(uploadId!),
  'videos.expire-upload': (data) => expireUpload(deps, data),
})

/** Uploads whose time is over, videos that nothing shows any more, and those that wait for a converter that is here now. */
export const sweepVideos = (runSweep: RunSweep, canTranscode: boolean): Promise<void> =>
  runSweep(async (scope) => {
    for (const { id, ownerClinicId } of await findUploadsBegunBefore(
      scope,
      oldestUpload(scope.now),
      swept_max,
    ))
      scope.enqueue('videos.expire-upload', { ...ownerData(ownerClinicId), uploadId: id })
    for (const { id, ownerClinicId } of await listRemovedVideos(scope, swept_max))
      scope.enqueue('videos.delete', { ...ownerData(ownerClinicId), videoId: id })
    if (!canTranscode) return
    for (const { id, ownerClinicId } of await listUnconvertedVideos(scope, swept_max))
      scope.enqueue('videos.convert', { ...ownerData(ownerClinicId), videoId: id })
  })
