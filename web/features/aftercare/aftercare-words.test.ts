import { expect, it } from 'vitest'
import { formatScores, formatStep } from './aftercare-words.ts'

it('says when a message goes out', () => {
  expect(['hours-4', 'day-7', 'survey'].map(formatStep)).toEqual(['after 4 hours', 'on day 7', 'how it went'])
})

it('says of a template what enough patients said, and of others nothing', () => {
  const means = { understood: 5, asSaid: 4, again: 5, regret: 1 }
  const wordsOf = formatScores([
    { templateId: 'a', name: 'A', figures: { answers: 6, score: 94, means } },
    { templateId: 'b', name: 'B', figures: null },
  ])
  expect(wordsOf('a')).toBe('Patient feedback: 94 of 100 (6 answers)')
  expect([wordsOf('b'), wordsOf('c')]).toEqual([undefined, undefined])
})
