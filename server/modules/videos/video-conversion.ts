import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { thumbnail_length_max } from '../../../contract/limits.ts'
import {
  ConversionError,
  type ConvertedVideo,
  type Converter,
  type VideoInfo,
} from '../../platform/video/converter.ts'
import type { VideoJobDeps } from './video-jobs.ts'
import {
  containerOf,
  conversionFailedMessage,
  isPlayableAsIs,
  playableName,
  posterName,
} from './video-rules.ts'
import { isVideoHeld } from './video-scan-rules.ts'
import { updateVideo, findVideo, type VideoChange, type VideoRow } from './video-store.ts'

type ConversionDeps = Pick<VideoJobDeps, 'runOwner' | 'files'> & { converter: Converter }
type VideoRef = { owner: string | null; videoId: string }

/** The pictures and facts that nobody has told yet: what the browser read, or somebody wrote, stays. */
async function factsFrom(
  video: VideoRow,
  probed: VideoInfo,
  { thumbnail }: ConvertedVideo,
): Promise<VideoChange> {
  const picture = `data:image/jpeg;base64,${(await readFile(thumbnail)).toString('base64')}`
  return {
    ...(video.width === null && { width: probed.width }),
    ...(video.height === null && { height: probed.height }),
    ...(video.duration === null && { duration: probed.seconds }),
    ...(video.thumbnail === '' && picture.length <= thumbnail_length_max && { thumbnail: picture }),
  }
}

/** Keeps what was made, and only then says that it is there. */
async function saveConverted(
  { runOwner, files }: ConversionDeps,
  { owner, videoId }: VideoRef,
  video: VideoRow,
  made: ConversionResult,
) {
  const { probed, converted } = made
  const { publicId } = video
  const posterId = posterName(publicId)
  const { size: posterBytes } = await stat(converted.poster)
  await files.putFile(posterId, converted.poster, owner)
  const playable = converted.video && {
    playableId: playableName(publicId),
    playableBytes: converted.video.bytes,
  }
  if (converted.video) await files.putFile(playableName(publicId), converted.video.file, owner)
  const facts = await factsFrom(video, probed, converted)
  const state = { state: 'playable' as const, stateReason: '' }
  await runOwner(owner, (scope) =>
    updateVideo(scope, videoId, { ...facts, ...playable, posterId, posterBytes, ...state }),
  )
}
type ConversionResult = { probed: VideoInfo; converted: ConvertedVideo }

/**
 * Makes a video playable in every browser, and its pictures. What fails by the file's own fault keeps the original and
 * says so; what fails by ours is thrown, and tried again.
 */
export async function convertVideo(deps: ConversionDeps, videoRef: VideoRef): Promise<void> {
  const { runOwner, files, converter } = deps
  const video = await runOwner(videoRef.owner, (scope) => findVideo(scope, videoRef.videoId))
  if (
    !video ||
    video.removedAt ||
    video.uploadId ||
    video.posterId ||
    video.state === 'failed' ||
    isVideoHeld(video)
  )
    return
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-original-'))
  try {
    const file = path.join(folder, 'original')
    const kept = await files.read(video.publicId)
    if (!kept) throw new Error('A video is missing from the file store')
    await pipeline(kept.stream, createWriteStream(file, { mode: 0o600 }))
    const source = { file, container: containerOf(video.format) }
    const isNeeded = (probed: VideoInfo) => !isPlayableAsIs(video.format, probed)
    await converter.convert(source, isNeeded, (probed, converted) =>
      saveConverted(deps, videoRef, video, { probed, converted }),
    )
  } catch (error) {
    if (!(error instanceof ConversionError)) throw error
    const failed = { state: 'failed' as const, stateReason: conversionFailedMessage }
    if (video.state === 'waiting')
      await runOwner(videoRef.owner, (scope) => updateVideo(scope, videoRef.videoId, failed))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
