import { describe, expect, it } from 'vitest'
import shorthand from '../../../build/content/shorthand.json' with { type: 'json' }
import type { LibraryShorthand } from '../../../build/content/types.d.ts'
import type { ModelAnswer } from './language-model.ts'
import { createNoteReader } from './note-reading.ts'
import { findQuote, suggestionsOf } from './note-suggestions.ts'

const readNote = createNoteReader(shorthand as LibraryShorthand)
const note = 'UL6 irreversible pulpitis, RCT, on  apixaban. Takes a pill for her bones.'
const known = {
  subtypes: new Set(['Molar Root Canal', 'Composite Filling', 'Zirconia Crown']),
  factors: new Set(['doac', 'antiresorptive-low', 'smoker']),
}
const emptyAnswer: ModelAnswer = { treatments: [], factors: [], diagnosis: null, placeholders: [] }
const suggest = (answer: Partial<ModelAnswer>) =>
  suggestionsOf({ ...emptyAnswer, ...answer }, { note, reading: readNote(note), known })

describe('a suggestion of a model', () => {
  it('stands with the words of the note it rests on', () => {
    const words = 'pill for her bones'
    const [one] = suggest({ factors: [{ factor: 'antiresorptive-low', answer: 'unknown', words }] })
    expect(one).toMatchObject({ about: 'factor', factor: 'antiresorptive-low', answer: 'unknown', words })
    expect(note.slice(one!.from, one!.to)).toBe(words)
  })

  it.each<[string, Partial<ModelAnswer>]>([
    ['of words that are not there', { factors: [{ factor: 'smoker', answer: 'yes', words: 'smokes' }] }],
    ['of no words', { factors: [{ factor: 'smoker', answer: 'yes', words: ' ' }] }],
    ['of part of a word', { factors: [{ factor: 'smoker', answer: 'yes', words: 'pulp' }] }],
    ['of a factor that does not exist', { factors: [{ factor: 'tired', answer: 'yes', words: 'pill' }] }],
    ['of a treatment that does not exist', { treatments: [{ subtype: 'Pill', words: 'pill' }] }],
    ['of what was read', { treatments: [{ subtype: 'Molar Root Canal', words: 'RCT' }] }],
    ['against what was read', { factors: [{ factor: 'doac', answer: 'no', words: 'apixaban' }] }],
    ['of a diagnosis without its words', { diagnosis: { text: 'A cracked tooth', words: 'cracked' } }],
    ['of a price that is not there', { placeholders: [{ name: 'price', value: '£1', words: '£1' }] }],
  ])('%s is dropped', (_what, answer) => expect(suggest(answer)).toEqual([]))

  it('is made once of each thing', () => {
    const one = { subtype: 'Zirconia Crown', words: 'pill' }
    expect(suggest({ treatments: [one, { ...one, words: 'bones' }] })).toHaveLength(1)
  })
})

it.each([
  ['on apixaban', 'on  apixaban'],
  ['ON APIXABAN', 'on  apixaban'],
  ['(bones)', null],
  ['.', null],
  ['pixaban', null],
])('the words %j stand in the note as %j', (quoted, expected) => {
  const span = findQuote(note, quoted)
  expect(span && note.slice(span.from, span.to)).toBe(expected)
})
