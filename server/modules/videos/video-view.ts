import type { VideoUrls, VideoAsset, VideoFileKind } from '../../../contract/videos.ts'
import { addressExpiry, signVideoAddress, videoPath, type VideoGrant } from './video-addresses.ts'
import { estimatedCost } from './video-rules.ts'
import type { VideoRow } from './video-store.ts'

/** A video as specification section 3 names its fields. */
export function videoView(video: VideoRow, owner: string | null): VideoAsset {
  const { id, publicId, format, bytes, width, height, duration, thumbnail, name, transcript, sha256 } = video
  const { state, stateReason } = video
  return {
    ...{ id, publicId, format, bytes, width, height, duration, thumbnail, name, transcript, sha256 },
    url: videoPath(id, 'file'),
    originalUrl: videoPath(id, 'original'),
    resourceType: 'video',
    uploadedAt: video.createdAt.toISOString(),
    estimatedCost: estimatedCost(bytes),
    ...{ state, stateReason },
    hasCaptions: video.captions !== '',
    hasPoster: video.posterId !== null,
    isOwn: video.ownerClinicId === owner,
  }
}

type AddressGrant = { grant: VideoGrant; now: Date }

/** Addresses of all the files that a video has, for whom they are made out. */
export function signedAddressesOf(key: Uint8Array, video: VideoRow, { grant, now }: AddressGrant): VideoUrls {
  const sign = (kind: VideoFileKind) => signVideoAddress(key, { videoId: video.id, kind, grant, now })
  return {
    file: video.state === 'playable' ? sign('file') : null,
    original: sign('original'),
    captions: video.captions === '' ? null : sign('captions'),
    poster: video.posterId === null ? null : sign('poster'),
    expiresAt: addressExpiry('captions', now).toISOString(),
  }
}
