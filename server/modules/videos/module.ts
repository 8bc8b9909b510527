import type { OpenModule } from '../../module.ts'
import { storageErrorCode } from '../../platform/files/storage-error.ts'
import { videoFileHandlers } from './video-file-handlers.ts'
import { adminVideoHandlers, videoHandlers } from './video-handlers.ts'
import { createOwnerRunner, sweepVideos, videoJobs } from './video-jobs.ts'
import { createGrantCheck, videoAddressKey, createVideoFolder } from './video-access.ts'
import { videoUploadHandlers } from './video-upload-handlers.ts'

/** Videos of the platform and of practices. */
export const videos: OpenModule = (core, { isVideoInTemplate: isInTemplate, isLinkLive }) => {
  const { config, runJob, runPlatformJob, runSweep, files, converter } = core
  const [addressKey, folder] = [videoAddressKey(core.rootKey), createVideoFolder(config)]
  const [canTranscode, runOwner] = [converter !== null, createOwnerRunner(runJob, runPlatformJob)]
  const deps = {
    ...{ addressKey, folder, files, canTranscode, isInTemplate, codeOfFault: storageErrorCode },
    store: config.objectStore.off ? ('disk' as const) : ('object store' as const),
  }
  return {
    handlers: { videos: videoHandlers(deps), adminVideos: adminVideoHandlers(deps) },
    files: [
      videoFileHandlers({
        ...{ addressKey, files, folder, runOwner },
        isGrantValid: createGrantCheck(core, (clinicId, linkId) =>
          runJob(clinicId, (scope) => isLinkLive(scope, linkId)),
        ),
      }),
    ],
    uploads: { handled: videoUploadHandlers, folder },
    jobs: videoJobs({ runOwner, files, folder, converter, isInTemplate }),
    // A video goes over a slow line, or is made playable.
    jobSeconds: { 'videos.store': 1800, 'videos.convert': 1800 },
    sweeps: { videos: { seconds: 1800, run: () => sweepVideos(runSweep, canTranscode) } },
  }
}
