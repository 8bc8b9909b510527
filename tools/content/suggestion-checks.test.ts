import { join } from 'node:path'
import { expect, it } from 'vitest'
import suggestions from '../../build/content/suggestions.json' with { type: 'json' }
import { phraseFields } from '../../contract/phrases.ts'
import { emitContent } from './content-emission.ts'
import { loadContent } from './content-loader.ts'
import { checkSuggestions } from './suggestion-checks.ts'

const placeholders = ['tooth', 'diagnosis', 'visits', 'price']
const sound = {
  diagnosis: ['deep decay', 'a cracked tooth'],
  visits: ['2 visits', '3 visits'],
}

it('lets sound phrases pass, with abbreviations and numbers of visits', () => {
  expect(checkSuggestions(placeholders, sound)).toEqual([])
  const diagnosis = [
    'X-rays that show decay',
    'MRONJ, dead bone after a medicine',
    'a Hall crown that is worn',
  ]
  expect(checkSuggestions(placeholders, { ...sound, diagnosis })).toEqual([])
})

it.each([
  ['a gap that the text has not', { ...sound, reason: ['it is strong', 'it is quick'] }, 'has no {{reason}}'],
  ['a gap without any', { visits: sound.visits }, 'diagnosis: has 0 phrases'],
  ['a gap with one', { ...sound, visits: ['2 visits'] }, 'visits: has 1 phrases'],
  [
    'a gap with seven',
    { ...sound, diagnosis: ['one', 'two', 'three', 'four', 'five', 'six', 'seven'] },
    'diagnosis: has 7 phrases',
  ],
])('finds %s', (_what, wrong, problem) => {
  expect(checkSuggestions(placeholders, wrong)).toEqual([expect.stringContaining(problem)])
})

it.each([
  [`decay ${'x'.repeat(120)}`, 'longer than 120'],
  [Array(21).fill('decay').join(' '), 'more than 20 words'],
  ['deep decay.', 'leave out the mark'],
  ['deep decay in {{tooth}}', 'has a brace'],
  ['decay and/or a crack', 'slash'],
  ['A worn tooth', 'small letter'],
  ['Worn enamel', 'small letter'],
  ['Deep  Decay', 'there twice'],
  ['decay for 6 months', 'it has a number'],
  ['decay seen in March', 'it has a date'],
  ['decay as Dr Bell found', 'it has a name'],
  ['decay that Anna feels', 'it has a name'],
  ['just a little decay', 'do not write "just"'],
  ['a tooth with a perfect root', 'is a promise'],
  ['a tooth of another color', 'not UK English'],
])('finds what is wrong with "%s"', (phrase, problem) => {
  const found = checkSuggestions(placeholders, { ...sound, diagnosis: ['deep decay', 'a crack', phrase] })
  expect(found.join('\n')).toContain(problem)
})

const { content } = loadContent(join(import.meta.dirname, '../..'))

it('is followed for every gap of the library, which ships them apart from the texts', () => {
  const offered: readonly string[] = phraseFields
  const gaps = content.templates.flatMap(({ shipped, suggestions: own }) => {
    const used = shipped.placeholders.filter((name) => offered.includes(name))
    expect(used).toEqual(expect.arrayContaining(Object.keys(own)))
    expect(used.filter((name) => name !== 'what' && !(name in own))).toEqual([])
    expect(shipped).not.toHaveProperty('suggestions')
    return used
  })
  expect(gaps.length).toBeGreaterThan(1000)
  expect(JSON.parse(emitContent(content, '').get('suggestions.json')!)).toEqual(suggestions)
})
