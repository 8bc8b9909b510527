import {
  thumbnail_at_seconds,
  thumbnail_height_max,
  thumbnail_quality,
  thumbnail_seconds_max,
  thumbnail_width_max,
} from '../../../contract/limits.ts'

/** What a browser reads of a video before it is sent. */
export type VideoMetadata = {
  width: number
  height: number
  /** Seconds. */
  duration: number
  /** A JPEG as a data address, or empty where none could be made. */
  thumbnail: string
}

/** A size that fits into another without being stretched or enlarged; `step` is what both sides are whole numbers of. */
export function fitWithin(
  { width, height }: { width: number; height: number },
  widthMax: number,
  heightMax: number,
  step = 1,
): { width: number; height: number } {
  const scale = Math.min(1, widthMax / width, heightMax / height)
  const side = (length: number) => Math.max(step, Math.floor((length * scale) / step + 1e-6) * step)
  return { width: side(width), height: side(height) }
}

/** Where the thumbnail is taken: at 2 seconds, or in the middle of a shorter video. */
export const thumbnailTime = (duration: number): number =>
  duration < thumbnail_at_seconds ? duration / 2 : thumbnail_at_seconds

type MediaEventName = 'loadedmetadata' | 'loadeddata' | 'durationchange' | 'seeked'

function waitForEvent(video: HTMLVideoElement, name: MediaEventName, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = new AbortController()
  const on = { signal: stop.signal }
  video.addEventListener(name, () => resolve(), on)
  video.addEventListener('error', () => reject(new Error('This browser cannot play the video.')), on)
  signal.addEventListener('abort', () => reject(signal.reason as Error), on)
  if (signal.aborted) reject(signal.reason as Error)
  return promise.finally(() => stop.abort())
}

/** Recordings of a browser do not say how long they are until somebody has gone to their end. */
async function durationOf(video: HTMLVideoElement, signal: AbortSignal): Promise<number> {
  if (Number.isFinite(video.duration)) return video.duration
  const known = waitForEvent(video, 'durationchange', signal)
  video.currentTime = Number.MAX_SAFE_INTEGER
  await known
  return Number.isFinite(video.duration) ? video.duration : 0
}

async function thumbnailOf(video: HTMLVideoElement, duration: number, signal: AbortSignal): Promise<string> {
  const arrived = waitForEvent(video, 'seeked', signal)
  video.currentTime = thumbnailTime(duration)
  await arrived
  const size = fitWithin(
    { width: video.videoWidth, height: video.videoHeight },
    thumbnail_width_max,
    thumbnail_height_max,
  )
  const canvas = Object.assign(document.createElement('canvas'), size)
  canvas.getContext('2d')?.drawImage(video, 0, 0, size.width, size.height)
  return canvas.toDataURL('image/jpeg', thumbnail_quality)
}

/**
 * Size, length and thumbnail of a video; null where this browser cannot play it, which is no reason not to send it.
 * A thumbnail that takes longer than its limit is left out.
 */
export async function readVideoMetadata(file: Blob, cancelled: AbortSignal): Promise<VideoMetadata | null> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(thumbnail_seconds_max * 1000)])
  const address = URL.createObjectURL(file)
  const video = Object.assign(document.createElement('video'), { muted: true, preload: 'auto' })
  try {
    const metadataLoaded = waitForEvent(video, 'loadedmetadata', signal)
    video.src = address
    await metadataLoaded
    if (video.videoWidth === 0) return null
    const duration = await durationOf(video, signal)
    const thumbnail = await thumbnailOf(video, duration, signal).catch(() => '')
    return { width: video.videoWidth, height: video.videoHeight, duration, thumbnail }
  } catch {
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}
