import { useSyncExternalStore } from 'react'
import { useSessionUser } from '../identity/index.ts'
import { forgetContent, keepContent, keptContent } from './kept-content.ts'
import { fingerprintOf, keepUpload, readKeptUpload } from './kept-upload.ts'
import { UploadCourse } from './upload-course.ts'
import { compressVideo } from './video-compression.ts'
import { uploadEndpoint, videoOperations, type Video, type VideoSide } from './video-operations.ts'
import { readVideo, type VideoReading } from './video-reading.ts'
import { dropUpload, sendVideo } from './video-sending.ts'

/** What was read of a video as the server is told it. */
export const toldOf = (reading: VideoReading | null) =>
  reading && {
    width: reading.width,
    height: reading.height,
    ...(reading.duration > 0 && { duration: reading.duration }),
    thumbnail: reading.thumbnail,
  }

/** Of one person, who alone is offered to go on with it. */
const memoryKey = (side: VideoSide, personId: string) => `video-upload:${personId}:${side}`

function newCourse(side: VideoSide, personId: string): UploadCourse<Video> {
  const key = memoryKey(side, personId)
  return new UploadCourse<Video>({
    endpoint: uploadEndpoint(side),
    read: readVideo,
    compress: compressVideo,
    send: sendVideo,
    drop: dropUpload,
    finish: (uploadId, reading) => videoOperations(side).finish({ uploadId, ...toldOf(reading) }),
    fingerprintOf,
    memory: {
      read: () => readKeptUpload(localStorage, key, new Date()),
      write: (kept) => keepUpload(localStorage, key, kept),
      keepContent,
      keptContent,
      forgetContent,
    },
    now: () => new Date(),
  })
}

/** Those of this visit: an upload goes on while its screen is closed, and is there when it is opened again. */
const courses = new Map<string, UploadCourse<Video>>()

function courseOf(side: VideoSide, personId: string, place: string): UploadCourse<Video> {
  const key = `${side}:${personId}:${place}`
  const found = courses.get(key)
  if (found) return found
  const made = newCourse(side, personId)
  courses.set(key, made)
  made.subscribe(guardTab)
  return made
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Whoever closes the tab during an upload is asked first. */
function guardTab(): void {
  const isAnyUnderWay = [...courses.values()].some(({ isUnderWay }) => isUnderWay)
  if (isAnyUnderWay) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}

/** The upload that belongs to a place on a screen, such as a template. */
export function useUploadCourse(side: VideoSide, place: string) {
  const { uid } = useSessionUser()
  const course = courseOf(side, uid, place)
  return { course, standing: useSyncExternalStore(course.subscribe, course.standing) }
}
