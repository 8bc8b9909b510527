import { describe, expect, it } from 'vitest'
import {
  acceptsViewings,
  isVideoRequired,
  validateReport,
  videoStatusOf,
  videosOf,
  viewingHash,
  areViewingsIntact,
  type NewViewing,
  type ViewingReport,
  type ViewingRow,
} from './viewing-rules.ts'
import { viewingSummary } from './viewing-view.ts'

const startedAt = new Date('2026-11-14T10:00:00Z')
const after = (seconds: number) => new Date(startedAt.getTime() + seconds * 1000)
const video = {
  videoId: 'v',
  part: 1,
  partTitle: 'What it is',
  isRequired: true,
  lengthMs: 60_000,
  transcript: 'It is done like this.',
  sha256: '',
}
const range = (from: number, to: number) => ({ fromMs: from * 1000, toMs: to * 1000 })
const played = (ranges: ViewingReport['ranges'], changed: Partial<ViewingReport> = {}): ViewingReport => ({
  ...{ ranges, speed: 1, withCaptions: false, transcriptMs: 0 },
  ...changed,
})

type Entry = Partial<NewViewing> & { atSeconds: number }
/** A showing that began so many seconds in. */
const start = (atSeconds: number, showing = 'tab', videoId = 'v'): Entry => ({
  ...{ kind: 'started', showing, videoId, atSeconds, showingNumber: 0, said: { device: 'phone' } },
})
/** A report of these ranges that was taken then. */
const playedEntry = (
  atSeconds: number,
  ranges: ViewingReport['ranges'],
  showing = 'tab',
  videoId = 'v',
): Entry => ({
  ...{ kind: 'watched', showing, videoId, atSeconds, showingNumber: atSeconds, said: played(ranges) },
})
const readInstead: Entry = {
  kind: 'read_instead',
  atSeconds: 90,
  said: { reason: 'deaf', hadTranscript: true },
}

/** Entries as they would be stored. */
function rowsOf(entries: Entry[]): ViewingRow[] {
  const rows: ViewingRow[] = []
  for (const [index, { atSeconds, ...entry }] of entries.entries()) {
    const placed = {
      ...{ videoId: 'v', kind: 'watched' as const, showing: 'tab', showingNumber: index, said: {} },
      ...entry,
      ...{ consentId: 'c', number: index + 1, at: after(atSeconds) },
    }
    const hash = viewingHash(placed, rows.at(-1)?.hash ?? '')
    rows.push({ ...placed, clinicId: 'k', id: String(index), hash })
  }
  return rows
}

describe('a forged report', () => {
  const free = { ...video, isRequired: false }
  it.each<
    [
      string,
      { report: ViewingReport; entries?: Entry[]; at: number; of?: typeof video; showing?: string },
      string,
    ]
  >([
    [
      'of a video that was never begun',
      { report: played([range(0, 1)]), entries: [], at: 60 },
      'not-started',
    ],
    [
      'in a showing of another video',
      { report: played([range(0, 1)]), entries: [start(0, 'tab', 'other')], at: 60 },
      'not-started',
    ],
    [
      'in a showing that nobody began',
      { report: played([range(0, 1)]), at: 60, showing: 'made up' },
      'not-started',
    ],
    ['past the end', { report: played([range(0, 61)]), at: 300 }, 'past-the-end'],
    ['wholly past the end', { report: played([range(0, 60), range(60, 90)]), at: 300 }, 'past-the-end'],
    ['of more video than time has passed', { report: played([range(0, 60)]), at: 30 }, 'too-fast'],
    ['of all of it at once', { report: played([range(0, 60)]), at: 0 }, 'too-fast'],
    [
      'of more than the time that earlier reports have left',
      { report: played([range(30, 60)]), entries: [start(0), playedEntry(30, [range(0, 30)])], at: 31 },
      'too-fast',
    ],
    [
      'that says the same stretch over and over in no time',
      { report: played([range(0, 20), range(0, 20), range(0, 20)]), at: 20 },
      'too-fast',
    ],
    [
      'slowly, of more than that takes',
      { report: played([range(0, 30)], { speed: 0.5 }), at: 30 },
      'too-fast',
    ],
    [
      'from two tabs in parallel',
      {
        report: played([range(30, 60)]),
        entries: [start(0), start(1, 'two'), playedEntry(31, [range(0, 30)])],
        at: 32,
        showing: 'two',
      },
      'too-fast',
    ],
    [
      'from the tab that was begun first, of time that the other one has told of',
      {
        report: played([range(30, 60)]),
        entries: [start(0), start(1, 'two'), playedEntry(31, [range(0, 30)], 'two')],
        at: 32,
      },
      'too-fast',
    ],
    [
      'of two videos at the same time',
      {
        report: played([range(0, 30)]),
        entries: [start(0), start(0, 'two', 'w'), playedEntry(30, [range(0, 30)], 'two', 'w')],
        at: 31,
      },
      'too-fast',
    ],
    [
      'of a transcript that stood there longer than the page',
      { report: played([], { transcriptMs: 40_000 }), at: 30 },
      'too-fast',
    ],
    ['while the clock was set back', { report: played([range(0, 5)]), at: -60 }, 'too-fast'],
    ['that begins in the middle', { report: played([range(30, 40)]), at: 300 }, 'skipped-ahead'],
    ['with a gap in it', { report: played([range(0, 10), range(12, 20)]), at: 300 }, 'skipped-ahead'],
    [
      'with a gap behind all that was watched',
      { report: played([range(31.1, 40)]), entries: [start(0), playedEntry(30, [range(0, 30)])], at: 300 },
      'skipped-ahead',
    ],
    ['of the end alone', { report: played([range(59, 60)]), at: 300 }, 'skipped-ahead'],
    ['that was played backwards', { report: played([range(20, 10)]), at: 300 }, 'range-wrong'],
    ['of no length', { report: played([range(10, 10)]), at: 300 }, 'range-wrong'],
    ['from before the beginning', { report: played([range(-10, 10)]), at: 300 }, 'range-wrong'],
    ['to nowhere', { report: played([range(0, NaN)]), at: 300 }, 'range-wrong'],
    ['from nowhere', { report: played([range(NaN, 10)]), at: 300 }, 'range-wrong'],
    ['without an end', { report: played([range(0, Infinity)]), at: 300 }, 'range-wrong'],
    ['at no speed', { report: played([range(0, 10)], { speed: 0 }), at: 300 }, 'range-wrong'],
    ['at a speed of minus one', { report: played([range(0, 10)], { speed: -1 }), at: 300 }, 'range-wrong'],
    [
      'at a speed that is no number',
      { report: played([range(0, 10)], { speed: NaN }), at: 300 },
      'range-wrong',
    ],
    [
      'of a transcript that was never there',
      { report: played([], { transcriptMs: -1 }), at: 300 },
      'range-wrong',
    ],
    ['faster than it is', { report: played([range(0, 10)], { speed: 1.25 }), at: 300 }, 'speed-too-high'],
    [
      'faster than it may be watched, of a video that nobody has to',
      { report: played([range(0, 60)], { speed: 2 }), at: 28, of: free },
      'too-fast',
    ],
  ])('%s is refused', (_what, { report, entries = [start(0)], at, of = video, showing = 'tab' }, fault) => {
    expect(validateReport(report, { video: of, entries: rowsOf(entries), showing, now: after(at) })).toBe(
      fault,
    )
  })
})

describe('a true report', () => {
  it.each<
    [string, { report: ViewingReport; entries?: Entry[]; at: number; of?: typeof video; showing?: string }]
  >([
    ['of the first ten seconds', { report: played([range(0, 10)]), at: 10 }],
    ['that nothing was played since', { report: played([]), at: 10 }],
    ['of all of it', { report: played([range(0, 60)]), at: 60 }],
    ['of a file that ends a little later than it says', { report: played([range(0, 60.4)]), at: 61 }],
    ['watched slowly', { report: played([range(0, 30)], { speed: 0.5 }), at: 60 }],
    ['watched twice', { report: played([range(0, 30), range(0, 30)]), at: 60 }],
    [
      'that goes on a second further than it was',
      { report: played([range(31, 40)]), entries: [start(0), playedEntry(30, [range(0, 30)])], at: 60 },
    ],
    [
      'that goes back',
      { report: played([range(5, 20)]), entries: [start(0), playedEntry(30, [range(0, 30)])], at: 60 },
    ],
    [
      'that waited for a connection, behind another one',
      { report: played([range(30, 50)]), entries: [start(0), playedEntry(500, [range(0, 30)])], at: 500 },
    ],
    [
      'of this page, where one of the page before came late',
      {
        report: played([range(20, 30)]),
        entries: [start(0), start(100, 'two'), playedEntry(101, [range(0, 20)])],
        at: 110,
        showing: 'two',
      },
    ],
    [
      'of a video that nobody has to watch, played faster',
      { report: played([range(0, 60)], { speed: 2 }), at: 30, of: { ...video, isRequired: false } },
    ],
  ])('%s is taken', (_what, { report, entries = [start(0)], at, of = video, showing = 'tab' }) => {
    expect(
      validateReport(report, { video: of, entries: rowsOf(entries), showing, now: after(at) }),
    ).toBeNull()
  })
})

describe('a video', () => {
  it.each<[string, Entry[], string]>([
    ['nobody began', [], 'unwatched'],
    ['that was opened', [start(0)], 'unwatched'],
    ['that was begun', [start(0), playedEntry(10, [range(0, 10)])], 'begun'],
    ['of which a little less than enough was seen', [playedEntry(54, [range(0, 53.9)])], 'begun'],
    ['of which enough was seen', [playedEntry(54, [range(0, 54)])], 'watched'],
    [
      'of which the same half was seen twice',
      [playedEntry(30, [range(0, 30)]), playedEntry(60, [range(0, 30)])],
      'begun',
    ],
    [
      'of which overlapping stretches are enough',
      [playedEntry(30, [range(0, 40)]), playedEntry(60, [range(30, 54)])],
      'watched',
    ],
    [
      'that was gone through in steps of a second to its end',
      [
        playedEntry(
          60,
          Array.from({ length: 60 }, (_none, at) => range(at, at + 0.1)),
        ),
        playedEntry(61, [range(59, 60)]),
      ],
      'begun',
    ],
    ['whose transcript was read', [start(0), readInstead], 'read'],
    [
      'whose transcript was read, and that was watched then',
      [readInstead, playedEntry(60, [range(0, 60)])],
      'watched',
    ],
    ['another of which was watched', [playedEntry(60, [range(0, 60)], 'tab', 'other')], 'unwatched'],
  ])('%s is told so', (_what, entries, standing) =>
    expect(videoStatusOf(rowsOf(entries), video)).toBe(standing),
  )

  it('of a few seconds is watched where its last second is missing', () =>
    expect(videoStatusOf(rowsOf([playedEntry(5, [range(0, 4.1)])]), { videoId: 'v', lengthMs: 5000 })).toBe(
      'watched',
    ))

  it('whose length nobody knows is never watched', () =>
    expect(videoStatusOf(rowsOf([playedEntry(60, [range(0, 60)])]), { videoId: 'v', lengthMs: null })).toBe(
      'begun',
    ))
})

describe('a text', () => {
  const media = { url: '/v', required: true, transcript: 'Said.', videoId: 'v', duration: 60, sha256: 'f' }
  const section = (told: Partial<typeof media> | null) => ({
    ...{ id: 1, title: 'What it is', content: '' },
    media: told && { ...media, ...told },
  })
  const { videoId: _none, ...elsewhere } = media

  it('has its own videos, each once, and waits for those that are required and whose length is known', () => {
    const sections = [
      section(null),
      section({ required: false }),
      { ...section(null), media: elsewhere },
      section({ videoId: 'w', duration: 0 }),
      section({}),
    ]
    expect(videosOf({ sections })).toMatchObject([
      { videoId: 'v', part: 2, isRequired: true, lengthMs: 60_000 },
      { videoId: 'w', part: 4, isRequired: false, lengthMs: null },
    ])
    expect(videosOf(null)).toEqual([])
  })

  it.each<[string, Partial<typeof media> | null, Entry[], boolean]>([
    ['without a video', null, [], false],
    ['with a required one', {}, [], true],
    ['with a required one that was begun', {}, [playedEntry(10, [range(0, 10)])], true],
    ['with a required one that was watched', {}, [playedEntry(60, [range(0, 60)])], false],
    ['with a required one that was read', {}, [readInstead], false],
    ['with one that is not required', { required: false }, [], false],
  ])('%s: signing waits', (_what, changed, entries, isDue) =>
    expect(isVideoRequired({ sections: [section(changed)] }, rowsOf(entries))).toBe(isDue),
  )

  it('is told of as it was watched', () => {
    const slowly = {
      ...playedEntry(90, [range(0, 20), range(10, 30)]),
      said: played([range(0, 20), range(10, 30)], { speed: 0.5, withCaptions: true, transcriptMs: 4000 }),
    }
    const entries = rowsOf([start(0), slowly, start(100, 'two'), playedEntry(130, [range(30, 60)], 'two')])
    expect(viewingSummary({ sections: [section({})] }, entries)).toEqual([
      {
        ...{ videoId: 'v', part: 1, partTitle: 'What it is', isRequired: true, standing: 'watched' },
        ...{ lengthSeconds: 60, seenSeconds: 60, playedSeconds: 70, ranges: [range(0, 60)], speeds: [0.5] },
        showings: [
          { at: after(0).toISOString(), device: 'phone' },
          { at: after(100).toISOString(), device: 'phone' },
        ],
        ...{
          withCaptions: true,
          transcriptSeconds: 4,
          watchedAt: after(130).toISOString(),
          readInstead: null,
        },
      },
    ])
  })
})

it.each([
  ['sent', null, true],
  ['viewed', null, true],
  ['viewed', -1, false],
  ['viewed', 1, true],
  ['verbal', null, true],
  ['signed', null, false],
  ['declined', null, false],
] as const)('of a text that is %s (ending %s) it is noted: %s', (status, ends, expected) => {
  expect(acceptsViewings({ status, expiresAt: ends === null ? null : after(ends) }, startedAt)).toBe(expected)
})

describe('the record', () => {
  const rows = rowsOf([start(0), playedEntry(60, [range(0, 60)]), playedEntry(70, [range(0, 5)])])
  const events = [{ event: 'viewing.watched', details: { entry: 2, hash: rows[1]!.hash } }]

  it('holds with the entries as they were, also those that came after', () => {
    expect(areViewingsIntact(rows, events)).toBe(true)
    expect(areViewingsIntact(rows, [])).toBe(true)
    expect(areViewingsIntact([], [])).toBe(true)
  })

  it.each([
    ['more watched', [rows[0]!, { ...rows[1]!, said: played([range(0, 59)]) }, rows[2]!]],
    ['another time of arrival', [{ ...rows[0]!, at: after(1) }, rows[1]!, rows[2]!]],
    ['an entry less in front', [rows[1]!, rows[2]!]],
    ['an entry less behind', [rows[0]!]],
    ['other entries that are linked by themselves', rowsOf([start(0), playedEntry(60, [range(0, 9)])])],
  ])('does not hold with %s', (_what, changed) => expect(areViewingsIntact(changed, events)).toBe(false))
})
