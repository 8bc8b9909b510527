import { expect, test } from 'vitest'
import { addPlanVideo } from './plan-video.ts'

const videoId = '0199d6f2-7c1e-7b3a-9a52-4f1de8a0c312'
const ofTemplate = { url: 'https://films.example/1', required: true, transcript: 'A splint.', autoplay: true }
const sections = [
  { id: 1, title: 'Description', content: '<p>A splint.</p>', media: null },
  { id: 2, title: 'Risks', content: '<p>Few.</p>', media: ofTemplate },
]
const mediaOf = (video: Parameters<typeof addPlanVideo>[1], of = sections) =>
  addPlanVideo(of, video).map(({ media }) => media)

test('nothing said: as the templates have it', () => {
  expect(addPlanVideo(sections, null)).toEqual(sections)
})

test('the video of the template, with another say in whether it is watched first', () => {
  expect(mediaOf({ show: 'template', required: false })).toEqual([null, { ...ofTemplate, required: false }])
})

test('another video stands in the first part, and takes the place of all others', () => {
  expect(mediaOf({ show: 'chosen', videoId, required: true })).toEqual([
    { url: `/api/videos/${videoId}/file`, videoId, required: true, transcript: '' },
    null,
  ])
  expect(mediaOf({ show: 'chosen', videoId, required: true }, [])).toEqual([])
})

test('none: the words stay, every video goes', () => {
  expect(mediaOf({ show: 'none' })).toEqual([null, null])
  expect(addPlanVideo(sections, { show: 'none' }).map(({ content }) => content)).toEqual(
    sections.map(({ content }) => content),
  )
})
