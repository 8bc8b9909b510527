import { expect, it } from 'vitest'
import type { Viewing } from '../../../contract/viewings.ts'
import { deviceKind } from './viewing-device.ts'
import { viewingDetails, rangeText, durationInWords, viewingSentence } from './viewing-words.ts'

const viewing: Viewing = {
  ...{ videoId: 'v', part: 1, partTitle: 'What it is', isRequired: true, standing: 'watched' },
  ...{ lengthSeconds: 65, seenSeconds: 64.6, playedSeconds: 70, ranges: [{ fromMs: 0, toMs: 64_600 }] },
  ...{
    showings: [],
    speeds: [],
    withCaptions: false,
    transcriptSeconds: 0,
    watchedAt: null,
    readInstead: null,
  },
}
const read = { reason: 'deaf', at: '2026-11-14T10:00:00.000Z', hadTranscript: true } as const

it.each([
  [0, '0 s'],
  [59.6, '1 min 0 s'],
  [65, '1 min 5 s'],
])('%d seconds are %s', (seconds, text) => expect(durationInWords(seconds)).toBe(text))

it('a stretch is told from where to where', () =>
  expect(rangeText({ fromMs: 7000, toMs: 65_400 })).toBe('0:07 to 1:05'))

it.each<[Partial<Viewing>, string]>([
  [{}, 'Watched: 1 min 5 s of 1 min 5 s seen.'],
  [{ standing: 'begun', seenSeconds: 20 }, 'Begun: 20 s of 1 min 5 s seen.'],
  [{ standing: 'begun', seenSeconds: 20, lengthSeconds: null }, 'Begun: 20 s seen.'],
  [{ standing: 'unwatched', seenSeconds: 0 }, 'Not watched yet.'],
  [
    { standing: 'read', seenSeconds: 0, readInstead: read },
    'Transcript read instead: they are deaf or hard of hearing.',
  ],
  [
    { standing: 'read', seenSeconds: 5, readInstead: { ...read, reason: 'blind', hadTranscript: false } },
    '5 s of 1 min 5 s seen. Could not watch it, and there was no transcript to read: they are blind or cannot see it well. Discuss it with the patient.',
  ],
])('%o is said as it is', (changed, sentence) =>
  expect(viewingSentence({ ...viewing, ...changed })).toBe(sentence),
)

it('says in which ways it was watched', () => {
  const showings = ['phone', 'phone', 'tablet'].map((device) => ({
    at: read.at,
    device,
  })) as Viewing['showings']
  expect(
    viewingDetails({ ...viewing, showings, speeds: [0.5], withCaptions: true, transcriptSeconds: 12 }),
  ).toEqual([
    'On a phone and a tablet, started or resumed 3 times',
    'Also at 0.5×',
    'With captions',
    'Transcript open for 12 s',
  ])
  expect(viewingDetails(viewing)).toEqual([])
})

it.each([
  [false, 400, 'computer'],
  [true, 390, 'phone'],
  [true, 768, 'tablet'],
] as const)('touched %s with a side of %d is a %s', (isTouched, shorterSide, kind) =>
  expect(deviceKind({ isTouched, shorterSide })).toBe(kind),
)
