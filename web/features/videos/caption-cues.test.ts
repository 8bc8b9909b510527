import { expect, test } from 'vitest'
import { cueProblems, cuesOfTranscript, isTooShort, insertCueAfter, type Cue } from './caption-cues.ts'
import { formatCueTime, shiftTime, parseCueTime, webVttTime } from './caption-times.ts'

test('a transcript is spread over the video by the length of its sentences', () => {
  const cues = cuesOfTranscript('Open  wide. We\nwill now make the tooth go numb..', 60)
  expect(cues.map(({ text }) => text)).toEqual(['Open wide.', 'We', 'will now make the tooth go numb..'])
  expect(cues[0]?.start).toBe(0)
  expect(cues.at(-1)?.end).toBe(60)
  for (const [index, cue] of cues.entries()) {
    expect(cue.end).toBeGreaterThan(cue.start)
    if (index > 0) expect(cue.start).toBe(cues[index - 1]?.end)
  }
  expect(cuesOfTranscript('One two.\nOne two.', 10)).toEqual([
    { start: 0, end: 5, text: 'One two.' },
    { start: 5, end: 10, text: 'One two.' },
  ])
  expect(cuesOfTranscript(' \n ', 10)).toEqual([])
})

test('a long sentence becomes pieces of two lines at most, and no word is lost', () => {
  const sentence = `${'We take an X-ray to see the roots '.repeat(8).trim()}.`
  const cues = cuesOfTranscript(sentence, 60)
  expect(cues.map(({ text }) => text).join(' ')).toBe(sentence)
  expect(Math.max(...cues.map(({ text }) => text.length))).toBeLessThanOrEqual(84)
  expect(cueProblems(cues, 60)).toEqual([])
})

test('what keeps captions from being saved is said at its field', () => {
  const cues: Cue[] = [
    { start: 0, end: 2, text: 'One' },
    { start: 1.5, end: 1.5, text: 'Two' },
    { start: 3, end: 12, text: ' ' },
  ]
  expect(cueProblems(cues, 10)).toEqual([
    { id: 'caption-1-start', text: 'Caption 2 begins before caption 1 ends' },
    { id: 'caption-1-end', text: 'Caption 2 must end after it begins' },
    { id: 'caption-2-end', text: 'Caption 3 ends after the video does' },
    { id: 'caption-2-text', text: 'Caption 3 is empty' },
  ])
  expect(cueProblems([{ start: 0, end: 900, text: 'One' }], null)).toEqual([])
  expect(isTooShort({ start: 0, end: 1, text: 'This is far more than can be read.' })).toBe(true)
  expect(isTooShort({ start: 0, end: 2, text: 'This is not.' })).toBe(false)
})

test('a caption is added in the time that is free', () => {
  const cues: Cue[] = [
    { start: 0, end: 2, text: 'One' },
    { start: 3, end: 4, text: 'Two' },
  ]
  expect(insertCueAfter(cues, 0, 10)[1]).toEqual({ start: 2, end: 3, text: '' })
  expect(insertCueAfter(cues, 1, 10)[2]).toEqual({ start: 4, end: 7, text: '' })
  expect(insertCueAfter([], -1, 2)).toEqual([{ start: 0, end: 2, text: '' }])
})

test.each([
  ['1:02.5', 62.5],
  ['62.5', 62.5],
  [' 0:04,250 ', 4.25],
  ['1:00:01.001', 3601.001],
  ['0:60', null],
  ['soon', null],
  ['', null],
  ['-1', null],
])('%s as a moment is %s', (text, seconds) => expect(parseCueTime(text)).toBe(seconds))

test('moments are written, and moved without going before the beginning', () => {
  expect([0, 4.25, 62.5].map(formatCueTime)).toEqual(['0:00.000', '0:04.250', '1:02.500'])
  expect([4.25, 3601.001].map(webVttTime)).toEqual(['00:00:04.250', '01:00:01.001'])
  expect([shiftTime(4.25, 0.1), shiftTime(4.25, -1), shiftTime(0.05, -1)]).toEqual([4.35, 3.25, 0])
})
