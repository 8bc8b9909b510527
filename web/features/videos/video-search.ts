import type { Video } from './video-operations.ts'

/** The videos whose name or transcript holds every word, whatever the case; the newest first. */
export function searchVideos(videos: readonly Video[], search: string): Video[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return videos
    .filter(({ name, transcript }) => {
      const text = `${name} ${transcript}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .toSorted((one, other) => other.uploadedAt.localeCompare(one.uploadedAt))
}
