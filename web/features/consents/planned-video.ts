import type { PlanVideo } from '../../../contract/consent-plan.ts'
import type { Media } from '../../../contract/templates.ts'
import type { ConsentValues } from './consent-form-values.ts'

type VideoValues = Pick<ConsentValues, 'treatments' | 'video'>
type ShownVideo = Pick<Media, 'url' | 'videoId' | 'required'>

/** The first video that the templates chosen have; null where none has one. */
const templateVideoOf = ({ treatments }: VideoValues): Media | null =>
  treatments.flatMap(({ template }) => template?.sections ?? []).find(({ media }) => media)?.media ?? null

/** What the patient is shown as it stands in the form; null for no video. */
export function shownVideoOf(values: VideoValues): ShownVideo | null {
  const { video } = values
  if (video?.show === 'none') return null
  if (video?.show === 'chosen') return { url: '', videoId: video.videoId, required: video.required }
  const ofTemplate = templateVideoOf(values)
  return ofTemplate && { ...ofTemplate, required: video?.required ?? ofTemplate.required }
}

/** The same video, watched before signing or not; nothing is said where that is as the template says. */
export function withVideoRequired(values: VideoValues, required: boolean): PlanVideo | null {
  const { video } = values
  if (video?.show === 'chosen') return { ...video, required }
  return templateVideoOf(values)?.required === required ? null : { show: 'template', required }
}

/** What there is to know of it while its details are folded away. */
export function videoSummary(values: VideoValues): string {
  const shown = shownVideoOf(values)
  if (!shown) return templateVideoOf(values) ? 'No video: the template’s is left out' : 'No video'
  const which = values.video?.show === 'chosen' ? 'A video chosen for this patient' : 'The template’s video'
  return `${which}, ${shown.required ? 'required viewing' : 'not required'}`
}
