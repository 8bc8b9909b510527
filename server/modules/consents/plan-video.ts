import type { PlanVideo } from '../../../contract/consent-plan.ts'
import type { FrozenContent } from '../../../contract/consents.ts'
import { videoPath } from '../videos/index.ts'

type Section = FrozenContent['sections'][number]

/**
 * A wording with the video that its clinician chose: in its first part, and nowhere else. What the video says comes with
 * it when the text is frozen.
 */
export function addPlanVideo(sections: readonly Section[], video: PlanVideo | null): Section[] {
  if (video === null) return [...sections]
  if (video.show === 'template') {
    const { required } = video
    return sections.map((section) =>
      section.media ? { ...section, media: { ...section.media, required } } : section,
    )
  }
  const without = sections.map((section) => (section.media ? { ...section, media: null } : section))
  const [first, ...others] = without
  if (video.show === 'none' || !first) return without
  const { videoId, required } = video
  const media = { url: videoPath(videoId, 'file'), videoId, required, transcript: '' }
  return [{ ...first, media }, ...others]
}
