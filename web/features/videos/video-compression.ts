import { compressed_video_height_max, compressed_video_width_max } from '../../../contract/limits.ts'
import type { VideoMetadata } from './video-metadata.ts'
import { fitWithin } from './video-metadata.ts'

/** Enough for a treatment room and a face at 1280 by 720. */
const video_bits_per_second = 2_000_000
const audio_bits_per_second = 96_000
/** Whoever saves less than this has waited for nothing. */
const saving_min = 0.1

/** Why a video goes out as it is. */
export type NotCompressedReason = 'small-already' | 'not-possible-here' | 'would-grow' | 'skipped'

/** What is sent: the video made smaller, or the file as it is, and why. */
export type Prepared =
  | { kind: 'compressed'; content: Blob; before: number }
  | { kind: 'original'; content: Blob; why: NotCompressedReason }

/** Whether making a video smaller can be worth the wait: it is larger than what patients see, or richer than it has to be. */
export function shouldCompress(bytes: number, { width, height, duration }: VideoMetadata): boolean {
  if (duration <= 0) return false
  const isLarge = width > compressed_video_width_max || height > compressed_video_height_max
  const bits_a_second = (bytes * 8) / duration
  return isLarge || bits_a_second * (1 - saving_min) > video_bits_per_second + audio_bits_per_second
}

/** The size that a video has once it was made smaller; its codec asks for even numbers. */
export const compressedSize = (
  size: Pick<VideoMetadata, 'width' | 'height'>,
): Pick<VideoMetadata, 'width' | 'height'> =>
  fitWithin(size, compressed_video_width_max, compressed_video_height_max, 2)

/** What is sent once a smaller video has been made. */
export const chooseSmaller = (original: Blob, made: Blob): Prepared =>
  made.size <= original.size * (1 - saving_min)
    ? { kind: 'compressed', content: made, before: original.size }
    : { kind: 'original', content: original, why: 'would-grow' }

type CompressionOptions = {
  /** From 0 to 1. */
  onProgress: (part: number) => void
  /** Stops the work: the file then goes out as it is. */
  skipped: AbortSignal
}

/**
 * Makes a video smaller in this browser where it can: H.264 at most 1280 by 720. AAC sound is copied as it is; whatever
 * cannot be taken over whole, or cannot be encoded here, leaves the file as it is.
 */
export async function compressVideo(
  file: Blob,
  reading: VideoMetadata,
  watching: CompressionOptions,
): Promise<Prepared> {
  const original = (why: NotCompressedReason): Prepared => ({ kind: 'original', content: file, why })
  if (!shouldCompress(file.size, reading)) return original('small-already')
  if (typeof VideoEncoder === 'undefined') return original('not-possible-here')
  try {
    const encodedVideo = await encodeVideo(file, reading, watching)
    if (watching.skipped.aborted) return original('skipped')
    return encodedVideo ? chooseSmaller(file, encodedVideo) : original('not-possible-here')
  } catch (problem) {
    if (watching.skipped.aborted) return original('skipped')
    // A video that this browser cannot take apart may well be played by others.
    console.error(problem)
    return original('not-possible-here')
  }
}

async function encodeVideo(
  file: Blob,
  reading: VideoMetadata,
  watching: CompressionOptions,
): Promise<Blob | null> {
  const bunny = await import('mediabunny')
  const size = compressedSize(reading)
  if (!(await bunny.canEncodeVideo('avc', { ...size, bitrate: video_bits_per_second }))) return null
  const input = new bunny.Input({
    formats: [bunny.MP4, bunny.QTFF, bunny.WEBM, bunny.MATROSKA],
    source: new bunny.BlobSource(file),
  })
  const target = new bunny.BufferTarget()
  const output = new bunny.Output({ format: new bunny.Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  try {
    const sound = await input.getPrimaryAudioTrack()
    const conversion = await bunny.Conversion.init({
      input,
      output,
      video: { ...size, fit: 'contain', codec: 'avc', bitrate: video_bits_per_second, forceTranscode: true },
      // Named, a codec that is there already is copied; nothing else plays in every browser's MP4.
      audio: sound?.codec === 'aac' ? {} : { codec: 'aac', bitrate: audio_bits_per_second },
    })
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return null
    conversion.onProgress = watching.onProgress
    watching.skipped.addEventListener('abort', () => void conversion.cancel(), { once: true })
    if (watching.skipped.aborted) return null
    await conversion.execute()
    return target.buffer && new Blob([target.buffer], { type: 'video/mp4' })
  } finally {
    input.dispose()
  }
}
