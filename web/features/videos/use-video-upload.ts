import { useSyncExternalStore } from 'react'
import { useSessionUser } from '../identity/index.ts'
import { deleteCompressedVideo, cacheCompressedVideo, getCompressedVideo } from './compressed-video-cache.ts'
import { fingerprintOf, saveUpload, readStoredUpload } from './stored-upload.ts'
import { VideoUpload } from './resumable-video-upload.ts'
import { compressVideo } from './video-compression.ts'
import { uploadEndpoint, videoOperations, type Video, type VideoSide } from './video-operations.ts'
import { readVideoMetadata, type VideoMetadata } from './video-metadata.ts'
import { dropUpload, sendVideo } from './tus-upload.ts'

/** What was read of a video as the server is told it. */
const readingInput = (reading: VideoMetadata | null) =>
  reading && {
    width: reading.width,
    height: reading.height,
    ...(reading.duration > 0 && { duration: reading.duration }),
    thumbnail: reading.thumbnail,
  }

/** Of one person, who alone is offered to go on with it. */
const memoryKey = (side: VideoSide, personId: string) => `video-upload:${personId}:${side}`

function createUpload(side: VideoSide, personId: string): VideoUpload<Video> {
  const key = memoryKey(side, personId)
  return new VideoUpload<Video>({
    endpoint: uploadEndpoint(side),
    read: readVideoMetadata,
    compress: compressVideo,
    send: sendVideo,
    deleteUpload: dropUpload,
    finish: (uploadId, reading) => videoOperations(side).finish({ uploadId, ...readingInput(reading) }),
    fingerprintOf,
    memory: {
      read: () => readStoredUpload(localStorage, key, new Date()),
      write: (kept) => saveUpload(localStorage, key, kept),
      keepContent: cacheCompressedVideo,
      keptContent: getCompressedVideo,
      forgetContent: deleteCompressedVideo,
    },
    now: () => new Date(),
  })
}

/** Those of this visit: an upload goes on while its screen is closed, and is there when it is opened again. */
const uploads = new Map<string, VideoUpload<Video>>()

function uploadFor(side: VideoSide, personId: string, place: string): VideoUpload<Video> {
  const key = `${side}:${personId}:${place}`
  const found = uploads.get(key)
  if (found) return found
  const newUpload = createUpload(side, personId)
  uploads.set(key, newUpload)
  newUpload.subscribe(enableUnloadWarning)
  return newUpload
}

const warnBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Whoever closes the tab during an upload is asked first. */
function enableUnloadWarning(): void {
  const isAnyUnderWay = [...uploads.values()].some(({ isInProgress }) => isInProgress)
  if (isAnyUnderWay) addEventListener('beforeunload', warnBeforeUnload)
  else removeEventListener('beforeunload', warnBeforeUnload)
}

/** The upload that belongs to a place on a screen, such as a template. */
export function useVideoUpload(side: VideoSide, place: string) {
  const { uid } = useSessionUser()
  const course = uploadFor(side, uid, place)
  return { course, standing: useSyncExternalStore(course.subscribe, course.standing) }
}
