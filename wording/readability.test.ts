import { expect, it } from 'vitest'
import { sentencesToMeasure } from './plain-text.ts'
import { measureReadability, countSyllables } from './readability.ts'

it.each([
  ['tooth', 1],
  ['numb', 1],
  ['cheese', 1],
  ['table', 2],
  ['whole', 1],
  ['needed', 2],
  ['moved', 1],
  ['houses', 2],
  ['injection', 3],
  ['infection', 3],
  ['10-15', 1],
  ['the', 1],
])('counts the syllables of %s as %i', (word, count) => {
  expect(countSyllables(word)).toBe(count)
})

it('measures by the published formulas', () => {
  const reading = measureReadability('We numb the tooth. An infection can spread.')
  expect(reading).toMatchObject({
    words: 8,
    sentences: 2,
    longestSentence: 'We numb the tooth.',
    longestSentenceWords: 4,
  })
  expect(reading.grade).toBeCloseTo(0.39 * 4 + 11.8 * (10 / 8) - 15.59)
  expect(reading.smog).toBeCloseTo(1.043 * Math.sqrt(15) + 3.1291)
})

it('ends a sentence at a colon, a line and a stop, and counts a placeholder as one word', () => {
  expect(sentencesToMeasure('We found: {{diagnosis}}. It hurts!\nStop')).toEqual([
    'We found:',
    'word.',
    'It hurts!',
    'Stop',
  ])
})

it('measures an empty text without failing', () => {
  expect(measureReadability('')).toMatchObject({ words: 0, sentences: 0, longestSentence: '' })
})
