import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { refuse } from '../../platform/http/refusal.ts'
import type { VideoGrant } from './video-addresses.ts'
import { findCaptionError } from './video-captions.ts'
import { createUploadFinisher } from './video-upload-finish.ts'
import type { VideoDeps } from './video-deps.ts'
import { isRetainedForPractices, definedMetadataOf, type VideoMetadata } from './video-rules.ts'
import { testStorage } from './video-storage-test.ts'
import {
  findStorageLimit,
  countStoredBytes,
  updateVideo,
  findVideo,
  wasShown,
  listVideos,
  lockVideo,
  ownerOf,
  type VideoChange,
  type VideoRow,
  type VideoSide,
} from './video-store.ts'
import { signedAddressesOf, videoView } from './video-view.ts'

type VideoRef = { videoId: string }
const videoResult = (scope: VideoSide, video: VideoRow) => ({ answer: videoView(video, ownerOf(scope)) })

/** A video in the library that the scope may read. */
async function findLibraryVideo(scope: VideoSide, { videoId }: VideoRef): Promise<VideoRow | undefined> {
  const found = await findVideo(scope, videoId)
  return found?.removedAt === null ? found : undefined
}

async function details(scope: VideoSide, asked: VideoRef) {
  const found = await findLibraryVideo(scope, asked)
  return found ? videoResult(scope, found) : refuse('not-found')
}

/** Changes one of the scope's own; the platform's is everybody's to read and nobody else's to change. */
async function changeOwnVideo(
  scope: VideoSide,
  { videoId }: VideoRef,
  changeOf: () => VideoChange,
): Promise<VideoRow | ReturnType<typeof refuse<'not-found' | 'not-own'>>> {
  const found = await findLibraryVideo(scope, { videoId })
  if (!found) return refuse('not-found')
  if (found.ownerClinicId !== ownerOf(scope)) return refuse('not-own')
  await lockVideo(scope, videoId)
  const changed = changeOf()
  return Object.keys(changed).length > 0 ? (await updateVideo(scope, videoId, changed))! : found
}

const isVideo = (answer: object): answer is VideoRow => 'publicId' in answer

async function describe(scope: VideoSide, { videoId, ...told }: VideoRef & VideoMetadata) {
  const changed = await changeOwnVideo(scope, { videoId }, () => definedMetadataOf(told))
  if (!isVideo(changed)) return changed
  return {
    ...videoResult(scope, changed),
    subject: videoId,
    details: { fields: Object.keys(definedMetadataOf(told)) },
  }
}

type Listing = { prefix: string; pageToken: string; maxResults: number }

const tokenOf = ({ publicId }: VideoRow): string => Buffer.from(publicId).toString('base64url')

async function list(scope: VideoSide, { prefix, pageToken, maxResults: max }: Listing) {
  const after = Buffer.from(pageToken, 'base64url').toString()
  if (pageToken !== '' && !/^videos\/\d+_[\w.-]+$/.test(after)) return refuse('page-unknown')
  const found = await listVideos(scope, { prefix, after, max })
  const items = found.slice(0, max).map((video) => videoView(video, ownerOf(scope)))
  return { answer: { items, nextPageToken: found.length > max ? tokenOf(found[max - 1]!) : null } }
}

const retentionReasons = {
  template: 'A template still uses this video, so its file is kept.',
  consent: 'A consent was sent with this video, so its file is kept as part of that record.',
} as const

/** What both sides can do, each with what is theirs. */
function createOperations(deps: VideoDeps) {
  const { addressKey, canTranscode, isInTemplate } = deps

  async function remove(scope: VideoSide, { videoId }: VideoRef) {
    const removed = await changeOwnVideo(scope, { videoId }, () => ({ removedAt: scope.now }))
    if (!isVideo(removed)) return removed
    const owner = ownerOf(scope)
    const isUsed = isRetainedForPractices(owner) || (await isInTemplate(scope, videoId))
    const ofTemplate = isUsed ? ('template' as const) : null
    const keptFor = (await wasShown(scope, videoId)) ? ('consent' as const) : ofTemplate
    if (!keptFor) scope.enqueue('videos.delete', { ...(owner && { clinicId: owner }), videoId })
    const keptReason = keptFor ? retentionReasons[keptFor] : ''
    return { answer: { done: true as const, keptFor, keptReason }, subject: videoId, details: { keptFor } }
  }

  return {
    list,
    details,
    describe,
    remove,
    finish: createUploadFinisher(deps),
    async usage(scope: VideoSide) {
      const [bytes, allowed] = [await countStoredBytes(scope), await findStorageLimit(scope)]
      return { answer: { bytes, allowed, canTranscode } }
    },
    async addresses(scope: VideoSide, asked: VideoRef) {
      const found = await findLibraryVideo(scope, asked)
      if (!found) return refuse('not-found')
      const owner = ownerOf(scope)
      const grant: VideoGrant = owner ? { for: 'staff', clinicId: owner } : { for: 'admin' }
      return { answer: signedAddressesOf(addressKey, found, { grant, now: scope.now }) }
    },
    async captions(scope: VideoSide, asked: VideoRef) {
      const found = await findLibraryVideo(scope, asked)
      return found ? { answer: { text: found.captions } } : refuse('not-found')
    },
    async saveCaptions(scope: VideoSide, { videoId, text }: VideoRef & { text: string }) {
      const fault = findCaptionError(text)
      if (fault) return refuse('captions-wrong', fault)
      const changed = await changeOwnVideo(scope, { videoId }, () => ({
        captions: text.trim() === '' ? '' : text,
      }))
      return isVideo(changed) ? { ...videoResult(scope, changed), subject: videoId } : changed
    },
  }
}

/** The operations of `contract/videos.ts` that a clinic asks. */
export function videoHandlers(deps: VideoDeps) {
  const work = createOperations(deps)
  return {
    list: handle(contract.videos.list, work.list),
    usage: handle(contract.videos.usage, work.usage),
    finish: handle(contract.videos.finish, work.finish),
    details: handle(contract.videos.details, work.details),
    addresses: handle(contract.videos.addresses, work.addresses),
    describe: handle(contract.videos.describe, work.describe),
    remove: handle(contract.videos.remove, work.remove),
    captions: handle(contract.videos.captions, work.captions),
    saveCaptions: handle(contract.videos.saveCaptions, work.saveCaptions),
  }
}

/** The same for super administrators, about the platform's. */
export function adminVideoHandlers(deps: VideoDeps) {
  const work = createOperations(deps)
  return {
    list: handle(contract.adminVideos.list, work.list),
    usage: handle(contract.adminVideos.usage, work.usage),
    finish: handle(contract.adminVideos.finish, work.finish),
    details: handle(contract.adminVideos.details, work.details),
    addresses: handle(contract.adminVideos.addresses, work.addresses),
    describe: handle(contract.adminVideos.describe, work.describe),
    remove: handle(contract.adminVideos.remove, work.remove),
    captions: handle(contract.adminVideos.captions, work.captions),
    saveCaptions: handle(contract.adminVideos.saveCaptions, work.saveCaptions),
    testStorage: handle(contract.adminVideos.testStorage, async ({ now }) => ({
      // The storage is another computer: asked when the transaction has ended.
      answer: new DeferredResponse(() => testStorage(deps, now)),
    })),
  }
}
