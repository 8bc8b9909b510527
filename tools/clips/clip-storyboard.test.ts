import { readFileSync, readdirSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { buildCaptions, parseStoryboard, buildTranscript } from './clip-storyboard.ts'

const folder = 'content/videos'
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8')
const clips = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml'))
  .map((name) => name.replace('.yaml', ''))

/** More than this nobody waits for on a phone. */
const clip_bytes_max = 600_000

describe.each(clips)('the clip %s', (name) => {
  const board = parseStoryboard(read(`${name}.yaml`))

  it('has the captions and the transcript of its storyboard', () => {
    expect(read(`${name}.vtt`)).toBe(buildCaptions(board))
    expect(read(`${name}.txt`)).toBe(buildTranscript(board))
  })

  it('is a small MP4', () => {
    expect(statSync(`${folder}/${name}.mp4`).size).toBeLessThan(clip_bytes_max)
    expect(readFileSync(`${folder}/${name}.mp4`).toString('latin1', 4, 8)).toBe('ftyp')
  })
})

it('captions follow one another', () => {
  const scene = (seconds: number, says: string) => ({ seconds, says, heading: '' })
  expect(buildCaptions({ title: '', subtypes: [], scenes: [scene(4, 'One.'), scene(61.5, 'Two.')] })).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nOne.\n\n00:00:04.000 --> 00:01:05.500\nTwo.\n',
  )
})
