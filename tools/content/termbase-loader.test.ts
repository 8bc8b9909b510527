import { expect, test } from 'vitest'
import { stringify } from 'yaml'
import { areaName } from '../../contract/teeth.ts'
import type { Problem } from './content-file.ts'
import { loadTermbases } from './termbase-loader.ts'

const said = {
  ...{ factors: null, understanding: [], shorthand: null, library: [], translations: [] },
  plan: { where: 'Where: {place}', days: 'Take 2 days.' },
}
const known = [...Object.values(areaName), 'Where: {place}', 'Take 2 days.']
const pairs = known.map((en) => ({ en, own: `Własne: ${en}` }))
const good = {
  ...{ language: 'pl', status: 'machine', draftedOn: '2026-11-28' },
  list: { comma: ', ', semicolon: '; ', and: ' i ', stop: '.' },
  teeth: {
    place: '{jaw} {side} {tooth}',
    jaws: { upper: 'górny', lower: 'dolny' },
    sides: { left: 'lewy', right: 'prawy' },
    names: Array.from({ length: 8 }, (_, at) => `ząb ${at}`),
    babyNames: Array.from({ length: 5 }, (_, at) => `ząbek ${at}`),
  },
  phrases: pairs,
  typed: [{ en: '{n} visits', own: 'wizyty: {n}' }],
}

function load(change: object = {}, path = 'content/termbases/pl.yaml') {
  const problems: Problem[] = []
  const loaded = loadTermbases(
    [{ path, text: stringify({ ...good, ...change }) }],
    { ...said, medicines: {} },
    problems,
  )
  return { loaded, messages: problems.map(({ message }) => message) }
}
const withOwn = (en: string, own: string) => pairs.map((pair) => (pair.en === en ? { en, own } : pair))

test('a termbase says what the product says of patients, and what is often typed', () => {
  const { loaded, messages } = load()
  expect(messages).toEqual([])
  expect(loaded[0]!.phrases).toHaveLength(known.length + 1)
})

test.each([
  ['a phrase less', { phrases: pairs.slice(0, -1) }, '"Take 2 days." is missing'],
  [
    'one that nobody says any more',
    { phrases: [...pairs, { en: 'Take 3 days.', own: '3 dni.' }] },
    '"Take 3 days." is said nowhere',
  ],
  ['one twice', { typed: [{ en: 'Take 2 days.', own: '2 dni.' }] }, '"Take 2 days." is there twice'],
  [
    'another number',
    { phrases: withOwn('Take 2 days.', '3 dni.') },
    '"Take 2 days." has other numbers in "3 dni."',
  ],
  [
    'another slot',
    { phrases: withOwn('Where: {place}', 'Gdzie: {where}') },
    '"Where: {place}" has other slots in "Gdzie: {where}"',
  ],
  [
    'a place without its side',
    { teeth: { ...good.teeth, place: '{jaw} {tooth}' } },
    'teeth.place lacks {side}',
  ],
])('%s is reported', (_what, change, message) => expect(load(change).messages).toEqual([message]))

test('a file is named by its language', () => {
  expect(load({}, 'content/termbases/ur.yaml').messages).toEqual(['the path must name its language'])
})
