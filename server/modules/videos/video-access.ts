import type { RootKey } from '../../platform/database/root-key.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { UploadFolder } from '../../platform/files/upload-folder.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import type { RunJob, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { identityAuthenticators } from '../identity/index.ts'
import type { VideoGrant } from './video-addresses.ts'
import { videoFileError } from './video-file-error.ts'
import { createOwnerRunner } from './video-jobs.ts'
import { findVideo, type VideoRow } from './video-store.ts'
import { signedAddressesOf } from './video-view.ts'

/** Where videos are until they are in the store. */
export const createVideoFolder = ({ dataDir }: { dataDir: string }) =>
  new UploadFolder(dataDir, videoFileError)

/** What the addresses of videos are signed with. */
export const videoAddressKey = (rootKey: RootKey): Uint8Array => rootKey.derive('video-addresses')

type UrlGrant = { grant: VideoGrant; now: Date }
type VideoUrlDeps = { rootKey: RootKey; runJob: RunJob; runPlatformJob: RunPlatformJob }

/** Makes out addresses of a video's files to those who watch it with a consent; null where there is no such file. */
export function createVideoUrlSigners({ rootKey, runJob, runPlatformJob }: VideoUrlDeps) {
  const runOwner = createOwnerRunner(runJob, runPlatformJob)
  const key = videoAddressKey(rootKey)
  const shown = (video: VideoRow | undefined, { grant, now }: UrlGrant) => {
    if (!video) return { file: null, captions: null, poster: null }
    const { file, captions, poster } = signedAddressesOf(key, video, { grant, now })
    return { file, captions, poster }
  }
  return {
    async openVideo(asked: { clinicId: string; linkId: string; videoId: string; now: Date }) {
      const { videoId, now, ...link } = asked
      const video = await runOwner(link.clinicId, (scope) => findVideo(scope, videoId))
      return shown(video, { grant: { for: 'link', ...link }, now })
    },
    async openForStaff(scope: ClinicScope, videoId: string) {
      const { clinicId, now } = scope
      return shown(await findVideo(scope, videoId), { grant: { for: 'staff', clinicId }, now })
    },
  }
}

/** Whether whom an address of a video was made out for is still let in: the session in hand, or the link. */
export function createGrantCheck(
  deps: Parameters<typeof identityAuthenticators>[0],
  isLinkLive: (clinicId: string, linkId: string) => Promise<boolean>,
) {
  const openers = identityAuthenticators(deps)
  return async (grant: VideoGrant, request: AuthRequest): Promise<boolean> => {
    if (grant.for === 'link') return isLinkLive(grant.clinicId, grant.linkId)
    if (grant.for === 'admin') return (await openers.admin(request)) !== null
    return (await openers.clinic(request))?.clinicId === grant.clinicId
  }
}
