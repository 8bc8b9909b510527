import { expect, test } from 'vitest'
import type { Cue } from './caption-cues.ts'
import { parseWebVtt, formatWebVtt } from './web-vtt.ts'

test('captions are written as WebVTT, and read back as they were', () => {
  const cues: Cue[] = [
    { start: 0, end: 4.25, text: 'First we make\nthe tooth numb.' },
    { start: 4.25, end: 3600, text: 'It hurts < 5 minutes & then no more --> at all', settings: 'line:0' },
  ]
  const file = formatWebVtt(cues)
  expect(file).toBe(
    'WEBVTT\n\n00:00:00.000 --> 00:00:04.250\nFirst we make\nthe tooth numb.\n\n' +
      '00:00:04.250 --> 01:00:00.000 line:0\nIt hurts &lt; 5 minutes &amp; then no more --&gt; at all\n',
  )
  expect(parseWebVtt(file)).toEqual({ cues })
  expect(formatWebVtt([])).toBe('')
})

test('files of other programs are read: notes, names, carriage returns, marks and short times', () => {
  const file =
    '\uFEFFWEBVTT - Crown\r\nKind: captions\r\n\r\nNOTE made by hand\r\nover two lines\r\n\r\nSTYLE\r\n::cue {}\r\n\r\n' +
    'first\r\n00:01.000 --> 00:02.500 align:start\r\n<v.loud Dr Jones>Open <i>wide</i>.</v>\r\n\r\n\r\n' +
    '00:02.500 --> 00:03.000\r\nThank you &amp; rinse\r\n'
  expect(parseWebVtt(file)).toEqual({
    cues: [
      { start: 1, end: 2.5, text: 'Dr Jones: Open wide.', settings: 'align:start' },
      { start: 2.5, end: 3, text: 'Thank you & rinse' },
    ],
  })
  expect(parseWebVtt('WEBVTT')).toEqual({ cues: [] })
})

test.each([
  ['another file', 'Hello', 1, 'The first line of a WebVTT file is WEBVTT'],
  ['a word that only begins so', 'WEBVTTX\n', 1, 'The first line of a WebVTT file is WEBVTT'],
  [
    'text without times',
    'WEBVTT\n\nHello\n',
    3,
    'Times such as 00:00:01.000 --> 00:00:04.000 are missing here',
  ],
  ['a wrong time', 'WEBVTT\n\n00:01.000 --> soon\nHello\n', 3, 'A time is written as 00:00:04.000'],
  [
    'an end before its beginning',
    'WEBVTT\n\none\n00:02.000 --> 00:01.000\nHello\n',
    4,
    'A caption must end after it begins',
  ],
  ['times without text', 'WEBVTT\n\n00:01.000 --> 00:02.000\n\n', 3, 'This caption is empty'],
])('%s is refused with its line', (_, file, line, fault) =>
  expect(parseWebVtt(file)).toEqual({ line, fault }),
)
