import type { Media, TemplateFields } from '../../../contract/templates.ts'
import { findVideo, videoPath, type VideoRow } from '../videos/index.ts'
import type { TemplateError } from './template-rules.ts'
import type { Wording } from './template-schema.ts'
import type { TemplateSide } from './template-store.ts'

const ownAddress = /^\/api\/videos\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/(?:file|original)$/

/** Which of our own videos is shown; undefined for one that is somewhere else. */
const ownVideoIn = (media: Media | null): string | undefined =>
  media ? (media.videoId ?? ownAddress.exec(media.url)?.[1]) : undefined

/** Our own videos that a text shows, each once. */
export const ownVideosIn = ({ sections }: Pick<Wording, 'sections'>): string[] => [
  ...new Set(sections.flatMap(({ media }) => ownVideoIn(media) ?? [])),
]

/** What is shown beside a section, said in one way: our own by its id, and nothing where it is as always. */
function normaliseMedia(media: Media): Media {
  const videoId = ownVideoIn(media)
  const { url, required, transcript, autoplay, controls } = media
  return {
    url: videoId ? videoPath(videoId, 'file') : url,
    ...{ required, transcript },
    ...(videoId && { videoId }),
    ...(autoplay && { autoplay }),
    ...(controls === false && { controls }),
  }
}

/**
 * What was sent with its videos said in one way, or that one of them is not in the library whoever saves it chooses
 * from. What stood there before may stay, also when it was taken out of the library since.
 */
export async function resolveOwnVideos<F extends TemplateFields>(
  scope: TemplateSide,
  fields: F,
  before: Pick<Wording, 'sections'> = { sections: [] },
): Promise<F | TemplateError> {
  const previousVideoIds = new Set(before.sections.map(({ media }) => ownVideoIn(media)))
  const known = new Map<string, VideoRow | undefined>()
  for (const { media } of fields.sections) {
    const videoId = ownVideoIn(media)
    if (!videoId || known.has(videoId)) continue
    const found = await findVideo(scope, videoId)
    if (!found || (found.removedAt && !previousVideoIds.has(videoId)))
      return { wrong: 'video-unknown', details: { unknown: [media!.url] } }
    known.set(videoId, found)
  }
  const sections = fields.sections.map((section) => ({
    ...section,
    media: section.media && normaliseMedia(section.media),
  }))
  return { ...fields, sections }
}
