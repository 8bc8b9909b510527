import { videoOperations, type Video, type VideoSide } from './video-operations.ts'

/** As many as the storage lists at once (specification section 9). */
const shown_max = 1000

/** The videos of a library. `isWhole`: it holds no more than these. */
export type VideoLibrary = { videos: readonly Video[]; isWhole: boolean }

export async function loadLibrary(side: VideoSide, signal?: AbortSignal): Promise<VideoLibrary> {
  const { items, nextPageToken } = await videoOperations(side).list(
    { maxResults: shown_max },
    { ...(signal && { signal }) },
  )
  return { videos: items, isWhole: nextPageToken === null }
}
