import type { OpenModule } from '../../module.ts'
import { storageCodeOfFault } from '../../platform/files/storage-fault.ts'
import { videoFileHandlers } from './video-file-handlers.ts'
import { adminVideoHandlers, videoHandlers } from './video-handlers.ts'
import { ownerRunner, sweepVideos, videoJobs } from './video-jobs.ts'
import { grantHolds, videoAddressKey, videoFolder } from './video-opening.ts'
import { videoUploadHandlers } from './video-upload-handlers.ts'

/** Videos of the platform and of practices. */
export const videos: OpenModule = (core, { isVideoInTemplate: isInTemplate, isLinkLive }) => {
  const { config, runJob, runPlatformJob, runSweep, files, converter } = core
  const [addressKey, folder] = [videoAddressKey(core.rootKey), videoFolder(config)]
  const [canTranscode, runOwner] = [converter !== null, ownerRunner(runJob, runPlatformJob)]
  const parts = {
    ...{ addressKey, folder, files, canTranscode, isInTemplate, codeOfFault: storageCodeOfFault },
    store: config.objectStore.off ? ('disk' as const) : ('object store' as const),
  }
  return {
    handlers: { videos: videoHandlers(parts), adminVideos: adminVideoHandlers(parts) },
    files: [
      videoFileHandlers({
        ...{ addressKey, files, folder, runOwner },
        stillHolds: grantHolds(core, (clinicId, linkId) =>
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
