import type { FrozenContent, FrozenVideo } from '../../../contract/consents.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findVideo, recordShown, type VideoRow } from '../videos/index.ts'

/** What is played, as it is at this moment: its file by its hash, and how it is shown (specification section 3). */
function frozenVideo(media: FrozenVideo, video: VideoRow): FrozenVideo {
  const { publicId, thumbnail, duration, width, height, format, bytes, sha256 } = video
  const { autoplay = false, controls = true } = media
  return {
    ...media,
    // Whoever cannot watch has something to read, also where the template leaves that to the video.
    transcript: media.transcript || video.transcript,
    autoplay,
    controls,
    publicId,
    thumbnail,
    duration,
    width,
    height,
    format,
    size: bytes,
    sha256,
  }
}

/**
 * A text with the facts of its videos, and a note that they are shown, which keeps their files for good; or the name of
 * one that nobody could watch.
 */
export async function withVideos(
  scope: ClinicScope,
  content: FrozenContent,
): Promise<{ content: FrozenContent } | { notPlayable: string }> {
  const shown: string[] = []
  const sections: FrozenContent['sections'] = []
  for (const section of content.sections) {
    const videoId = section.media?.videoId
    if (!section.media || !videoId) {
      sections.push(section)
      continue
    }
    const video = await findVideo(scope, videoId)
    if (video?.state !== 'playable') return { notPlayable: video?.name ?? section.title }
    shown.push(videoId)
    sections.push({ ...section, media: frozenVideo(section.media, video) })
  }
  await recordShown(scope, shown)
  return { content: shown.length > 0 ? { ...content, sections } : content }
}
