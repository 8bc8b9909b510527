import { expect, test } from 'vitest'
import type { PlanVideo } from '../../../contract/consent-plan.ts'
import type { Media } from '../../../contract/templates.ts'
import { shownVideoOf, videoSummary, withVideoRequired } from './planned-video.ts'
import { newTreatment } from './treatment-values.ts'

const film: Media = { url: '/api/videos/film/file', videoId: 'film', required: true, transcript: '' }
const valuesWith = (media: Media | null, video: PlanVideo | null) => ({
  treatments: [
    newTreatment(),
    { ...newTreatment(), template: { sections: [{ media: null }, { media }] } as never },
  ],
  video,
})
const chosen: PlanVideo = { show: 'chosen', videoId: 'other', required: false }

test('nothing said: as the template has it', () => {
  expect(shownVideoOf(valuesWith(film, null))).toEqual(film)
  expect(shownVideoOf(valuesWith(null, null))).toBeNull()
  expect(videoSummary(valuesWith(film, null))).toBe('The template’s video, required viewing')
  expect(videoSummary(valuesWith(null, null))).toBe('No video')
})

test('another one, and none, take its place', () => {
  expect(shownVideoOf(valuesWith(film, chosen))).toEqual({ url: '', videoId: 'other', required: false })
  expect(videoSummary(valuesWith(film, chosen))).toBe('A video chosen for this patient, not required')
  expect(shownVideoOf(valuesWith(film, { show: 'none' }))).toBeNull()
  expect(videoSummary(valuesWith(film, { show: 'none' }))).toBe('No video: the template’s is left out')
})

test('whether it has to be watched is said only where the template says otherwise', () => {
  expect(withVideoRequired(valuesWith(film, null), false)).toEqual({ show: 'template', required: false })
  expect(withVideoRequired(valuesWith(film, { show: 'template', required: false }), true)).toBeNull()
  expect(withVideoRequired(valuesWith(film, chosen), true)).toEqual({ ...chosen, required: true })
})
