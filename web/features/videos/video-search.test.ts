import { expect, test } from 'vitest'
import type { Video } from './video-operations.ts'
import { searchVideos } from './video-search.ts'

const videoOf = (name: string, uploadedAt: string, transcript = '') =>
  ({ name, uploadedAt, transcript }) as Video
const videos = [
  videoOf('Crown.mp4', '2026-11-01T00:00:00Z', 'First we make the tooth numb.'),
  videoOf('Bridge.mp4', '2026-11-03T00:00:00Z'),
  videoOf('crown lengthening.webm', '2026-11-02T00:00:00Z'),
]
const names = (search: string) => searchVideos(videos, search).map(({ name }) => name)

test('videos are found by every word of their name and transcript, the newest first', () => {
  expect(names('')).toEqual(['Bridge.mp4', 'crown lengthening.webm', 'Crown.mp4'])
  expect(names(' CROWN ')).toEqual(['crown lengthening.webm', 'Crown.mp4'])
  expect(names('crown numb')).toEqual(['Crown.mp4'])
  expect(names('implant')).toEqual([])
})
