import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { files as fileRoutes } from '../../../contract/index.ts'
import { other_cache_days, picture_cache_days, video_cache_days } from '../../../contract/limits.ts'
import type { VideoFileKind } from '../../../contract/videos.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ByteRange, Files } from '../../platform/files/files.ts'
import type { UploadFolder } from '../../platform/files/upload-folder.ts'
import { handleFile, type AuthRequest } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { isValidSignature, readGrant, type VideoGrant } from './video-addresses.ts'
import { isVideoHeld } from './video-scan-rules.ts'
import { findVideo, type VideoRow } from './video-store.ts'
import type { RunOwner } from './video-jobs.ts'

type VideoFileDeps = {
  addressKey: Uint8Array
  files: Files
  folder: UploadFolder
  runOwner: RunOwner
  /** Whether the session or link that an address was made out for is still open. */
  isGrantValid(grant: VideoGrant, request: AuthRequest): Promise<boolean>
}

const day_seconds = day_ms / 1000

type StoredFile = { storedAs: string; bytes: number; type: string; uploadId?: string | null; days: number }

const originalFile = ({ publicId, bytes, format, uploadId }: VideoRow): StoredFile => ({
  ...{ storedAs: publicId, bytes, type: format, uploadId },
  days: video_cache_days,
})

/** Which stored file stands for each kind; null where the video has none. Captions are text, and not here. */
function storedFileOf(video: VideoRow, kind: Exclude<VideoFileKind, 'captions'>): StoredFile | null {
  if (isVideoHeld(video)) return null
  if (kind === 'original') return originalFile(video)
  if (kind === 'poster') {
    const { posterId, posterBytes } = video
    if (!posterId || posterBytes === null) return null
    return { storedAs: posterId, bytes: posterBytes, type: 'image/jpeg', days: picture_cache_days }
  }
  if (video.state !== 'playable') return null
  const { playableId, playableBytes } = video
  if (!playableId || playableBytes === null) return originalFile(video)
  return { storedAs: playableId, bytes: playableBytes, type: 'video/mp4', days: video_cache_days }
}

/** The uploaded file, opened at once: the store may be given it, and it be gone from here, at any moment. */
const openUploadedFile = (file: string): Promise<FileHandle | null> => open(file, 'r').catch(() => null)

/** The files of videos, at signed addresses. */
export function videoFileHandlers({
  addressKey,
  files,
  folder,
  runOwner,
  isGrantValid: verifyRelatedRecords,
}: VideoFileDeps) {
  /** From the store; until it has the file, from where it was uploaded to. */
  async function openPart({ storedAs, uploadId }: StoredFile, part: ByteRange | null): Promise<Readable> {
    const here = uploadId ? await openUploadedFile(folder.fileOf(uploadId)) : null
    if (here) return here.createReadStream(part ? { start: part.first, end: part.last } : {})
    const found = await files.read(storedAs, part ?? undefined)
    if (!found) throw new Error('A video is missing from the file store')
    return found.stream
  }

  const captionsAnswer = ({ captions }: VideoRow) => {
    const text = Buffer.from(captions)
    return {
      openPart: async (part: ByteRange | null) =>
        Readable.from([part ? text.subarray(part.first, part.last + 1) : text], { objectMode: false }),
      bytes: text.byteLength,
      type: 'text/vtt; charset=utf-8',
      etag: createHash('sha256').update(text).digest('hex'),
      cacheSeconds: other_cache_days * day_seconds,
    }
  }

  return handleFile(fileRoutes.videos.file, async ({ now, visit }, asked, { cookie }) => {
    const { videoId, kind, ...said } = asked
    const grant = readGrant(said.grant)
    if (!grant || !isValidSignature(addressKey, { videoId, kind, ...said })) return refuse('not-found')
    if (now.getTime() >= said.expires * 1000) return refuse('address-expired')
    // A player asks by itself for part after part: that keeps no session awake.
    const session = {
      ...{
        cookie,
        visit,
        unattended: true,
        mayRecall: false,
        authorization: '',
        setupToken: null,
        params: {},
      },
    }
    if (!(await verifyRelatedRecords(grant, session))) return refuse('address-expired')
    const owner = grant.for === 'admin' ? null : grant.clinicId
    const video = await runOwner(owner, (scope) => findVideo(scope, videoId))
    if (!video) return refuse('not-found')
    if (kind === 'captions')
      return video.captions === '' ? refuse('not-found') : { answer: captionsAnswer(video) }
    const kept = storedFileOf(video, kind)
    if (!kept) return refuse('not-found')
    return {
      answer: {
        openPart: (part: ByteRange | null) => openPart(kept, part),
        bytes: kept.bytes,
        type: kept.type,
        // A stored name is given once, and what it holds never changes.
        etag: createHash('sha256').update(kept.storedAs).digest('hex'),
        cacheSeconds: kept.days * day_seconds,
      },
    }
  })
}
