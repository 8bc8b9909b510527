import { expect, test } from 'vitest'
import type { PhraseChoice } from '../../../contract/phrases.ts'
import type { SentTreatment } from '../consents/index.ts'
import { everydayWords, libraryPhrasesOf } from './phrase-library.ts'
import { phraseRefusal, sentPhrasesOf } from './phrase-pool.ts'
import { listPhrases, offeredPhrases, type PhraseSources } from './phrase-rules.ts'

const [own, colleague] = ['clinician-own', 'clinician-other']
let sentCount = 0

/** A consent of the template, sent after those before it, to a patient of its own unless told otherwise. */
const sentTreatment = (prognosis: string, change: Partial<SentTreatment> = {}): SentTreatment => {
  sentCount += 1
  return {
    ...{ clinicianId: own, patientId: `patient-${sentCount}`, sentAt: new Date(sentCount * 1000) },
    ...{ diagnosis: '', material: '', placeholders: { prognosis } },
    ...{ patientName: 'Eleanor Whitcombe Nell', clinicianName: 'Tom Hughes' },
    ...change,
  }
}
const times = (count: number, prognosis: string, change: Partial<SentTreatment> = {}) =>
  Array.from({ length: count }, () => sentTreatment(prognosis, change))
const choice = (text: string, kind: PhraseChoice) => ({ field: 'prognosis' as const, text, choice: kind })

type Given = Partial<Omit<PhraseSources, 'sent'>> & {
  treatments?: SentTreatment[]
  clinicianId?: string | null
}
const listed = ({ treatments = [], clinicianId = own, ...sources }: Given) =>
  listPhrases({
    ...{ group: [], library: {}, choices: [], names: new Set<string>() },
    ...sources,
    sent: sentPhrasesOf(treatments.toReversed(), clinicianId),
  }).prognosis ?? []
const texts = (given: Given) => listed(given).map(({ text }) => text)

const library = { prognosis: ['good', 'fair', 'poor'] }
const usual = [
  ...times(2, 'fair if you clean well'),
  ...times(3, 'likely to hold'),
  ...times(5, 'as told by the specialist', { clinicianId: colleague }),
  ...times(2, 'not clear yet', { clinicianId: colleague }),
]

test.each<[string, Given, string[]]>([
  ['nothing is known', {}, []],
  ['the library as it is written', { library }, ['good', 'fair', 'poor']],
  [
    'the clinician’s own by number, the practice’s by number, then the library',
    { treatments: usual, library },
    [
      ...['likely to hold', 'fair if you clean well', 'as told by the specialist', 'not clear yet'],
      ...['good', 'fair', 'poor'],
    ],
  ],
  [
    'the group’s after what was sent, before the library',
    {
      treatments: times(2, 'likely to hold'),
      group: ['fair', 'best with a crown', 'likely to hold'].map((text) => ({
        field: 'prognosis' as const,
        text,
      })),
      library,
    },
    ['likely to hold', 'fair', 'best with a crown', 'good', 'poor'],
  ],
  [
    'the practice’s alone by number where no clinician asks',
    { treatments: usual, clinicianId: null },
    ['as told by the specialist', 'likely to hold', 'fair if you clean well', 'not clear yet'],
  ],
  [
    'what is pinned before all, in the order in which it was pinned',
    { treatments: usual.slice(0, 5), library, choices: [choice('poor', 'pinned'), choice('Mine', 'pinned')] },
    ['poor', 'Mine', 'likely to hold', 'fair if you clean well', 'good', 'fair'],
  ],
  [
    'what is hidden last',
    { treatments: usual.slice(0, 5), choices: [choice('Likely to hold.', 'hidden')] },
    ['fair if you clean well', 'Likely to hold.'],
  ],
  [
    'the library’s in its place once it was sent',
    { treatments: [...times(1, 'poor'), ...times(2, 'likely to hold')], library },
    ['likely to hold', 'poor', 'good', 'fair'],
  ],
  [
    'one phrase however it is typed, as it was typed last',
    {
      treatments: [
        ...times(1, 'Likely  to hold.'),
        ...times(1, 'likely to HOLD up'),
        ...times(1, 'likely to hold'),
      ],
    },
    ['likely to hold'],
  ],
])('%s', (_what, given, expected) => {
  expect(texts(given)).toEqual(expected)
})

test('a phrase says whose it is, how often this clinician sent it and whether it was the last', () => {
  const treatments = [
    ...times(2, 'likely to hold'),
    ...times(3, 'good'),
    ...times(1, 'good', { clinicianId: colleague }),
  ]
  expect(
    listed({ treatments, library: { prognosis: ['good', 'fair'] }, choices: [choice('fair', 'pinned')] }),
  ).toEqual([
    { text: 'fair', source: 'library', timesSent: 0, isLast: false, isPinned: true, choice: 'pinned' },
    { text: 'good', source: 'library', timesSent: 3, isLast: true, isPinned: false, choice: null },
    {
      text: 'likely to hold',
      source: 'practice',
      timesSent: 2,
      isLast: false,
      isPinned: false,
      choice: null,
    },
  ])
})

test('the form offers six at most, and none that is hidden', () => {
  const many = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'].map(
    (word) => `fair, reason ${word}`,
  )
  const choices = [choice(many[0]!, 'hidden')]
  const all = listPhrases({
    sent: new Map(),
    group: [],
    library: { prognosis: many },
    choices,
    names: new Set(),
  })
  expect(all.prognosis).toHaveLength(8)
  const { prognosis } = offeredPhrases(all)
  expect(prognosis!.map(({ text }) => text)).toEqual(many.slice(1, 7))
  expect(prognosis![0]).not.toHaveProperty('choice')
  const hidden = { sent: new Map(), group: [], library: { what: ['a'] }, names: new Set<string>() }
  expect(
    offeredPhrases(listPhrases({ ...hidden, choices: [{ field: 'what', text: 'a', choice: 'hidden' }] })),
  ).toEqual({})
})

test('the phrase sent last is among those offered, in the last place where it ranks lower, unless it is hidden', () => {
  const treatments = [
    ...['one', 'two', 'three', 'four', 'five', 'six'].flatMap((word) => times(3, `fair, reason ${word}`)),
    ...times(2, 'sent of late'),
  ]
  const offered = (choices: PhraseSources['choices']) => {
    const sent = sentPhrasesOf(treatments.toReversed(), own)
    const { prognosis } = offeredPhrases(
      listPhrases({ sent, group: [], library: {}, choices, names: new Set() }),
    )
    return prognosis!.map(({ text, isLast }) => [text, isLast])
  }
  const ranked = texts({ treatments })
  expect(ranked.at(-1)).toBe('sent of late')
  expect(offered([])).toEqual([...ranked.slice(0, 5).map((text) => [text, false]), ['sent of late', true]])
  expect(offered([choice('sent of late', 'hidden')])).toEqual(ranked.slice(0, 6).map((text) => [text, false]))
  expect(offered([choice('sent of late', 'pinned')])[0]).toEqual(['sent of late', true])
})

test('each gap has its own phrases; a material stands in either place', () => {
  const treatments = ['one', 'two'].flatMap((patientId) => [
    sentTreatment('', { patientId, diagnosis: 'deep decay', material: 'gold' }),
    sentTreatment('', { patientId, placeholders: { material: 'zirconia', visits: '2 visits', price: '90' } }),
  ])
  const gaps = listPhrases({
    sent: sentPhrasesOf(treatments, own),
    group: [],
    library: {},
    choices: [],
    names: new Set(),
  })
  const textsByGap = Object.entries(gaps).map(([field, all]) => [field, all!.map(({ text }) => text)])
  expect(Object.fromEntries(textsByGap)).toEqual({
    ...{ diagnosis: ['deep decay'], material: ['gold', 'zirconia'], visits: ['2 visits'] },
  })
})

const names = new Set(['marston'])

test.each([
  ['sent to one patient alone, however often', times(3, 'likely to hold', { patientId: 'one' })],
  ['that names its patient', times(2, 'good, as Whitcombe cleans well')],
  ['that names its patient in small letters', times(2, 'good, as whitcombe cleans well')],
  ['that names one patient it was sent for by what they are called', times(2, 'good for nell')],
  ['that names its clinician', times(2, 'good, hughes thinks')],
  ['that names another patient of the practice', times(2, 'like that of marston')],
  ['with a number', times(2, 'good for 10 years')],
  ['with a date', times(2, 'to be seen in january')],
  ['with an address', times(2, 'see www.example.org')],
  ['longer than a button', times(2, `good ${'and better '.repeat(12)}`)],
])('a phrase is not offered again %s', (_what, treatments) => {
  expect(texts({ treatments, names })).toEqual([])
  // The library's own words stay, whoever they were sent for.
  const [{ placeholders }] = treatments as [SentTreatment]
  const { prognosis = '' } = placeholders
  expect(texts({ treatments, names, library: { prognosis: [prognosis] } })).toEqual([prognosis])
})

test('a refusal says what to take out', () => {
  const none = new Set<string>()
  expect(phraseRefusal('reason', 'asked for by Anna', none)).toBe('phrase-names-somebody')
  expect(phraseRefusal('reason', 'the scan in June', none)).toBe('phrase-has-date')
  expect(phraseRefusal('reason', '3 fillings', none)).toBe('phrase-has-number')
  expect(phraseRefusal('reason', 'a@example.org', none)).toBe('phrase-has-contact')
  expect(phraseRefusal('visits', '3 visits', none)).toBeNull()
})

test('the library’s words in small letters are nobody’s name, and its phrases are those of the nearest entry', () => {
  for (const word of ['may', 'white', 'good', 'crown']) expect(everydayWords().has(word)).toBe(true)
  for (const word of ['jane', 'whitcombe', 'mronj']) expect(everydayWords().has(word)).toBe(false)
  expect(libraryPhrasesOf(['of-our-own', 'molar-root-canal', 'amalgam-filling']).visits).toContain('2 visits')
  expect(libraryPhrasesOf(['of-our-own'])).toEqual({})
})
