import type { OpenModule } from '../../module.ts'
import { storageErrorCode } from '../../platform/files/storage-error.ts'
import { videoFileHandlers } from './video-file-handlers.ts'
import { adminVideoHandlers, videoHandlers } from './video-handlers.ts'
import { sweepVideoScans } from './video-scan-jobs.ts'
import { createOwnerRunner, sweepVideos, videoJobs } from './video-jobs.ts'
import { createGrantCheck, videoAddressKey, createVideoFolder } from './video-access.ts'
import { videoUploadHandlers } from './video-upload-handlers.ts'

/** Videos of the platform and of practices. */
export const videos: OpenModule = (core, { isVideoInTemplate: isInTemplate, isLinkLive }) => {
  const { config, runJob, runPlatformJob, runSweep, files, converter, scanner } = core
  const [addressKey, folder] = [videoAddressKey(core.rootKey), createVideoFolder(config)]
  const [canTranscode, runOwner] = [converter !== null, createOwnerRunner(runJob, runPlatformJob)]
  const isScanned = scanner !== null
  const deps = {
    isScanned,
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
    jobs: videoJobs({ runOwner, files, folder, scanner, converter, isInTemplate }),
    // A video goes over a slow line, or is made playable.
    jobSeconds: { 'videos.store': 1800, 'videos.convert': 1800, 'videos.scan': 300 },
    sweeps: {
      videos: { seconds: 1800, run: () => sweepVideos(runSweep, canTranscode) },
      'videos.scans': { seconds: 60, run: () => sweepVideoScans(runSweep, isScanned) },
    },
  }
}
