import { expect, test } from 'vitest'
import { answerTitle, callWords, countUnanswered, type Matters } from './matter-words.ts'

const at = '2026-03-02T10:00:00.000Z'
const matter = { id: 'm', prompt: 'hope', text: '', at, answer: null } as const
const answer = { mode: 'phone', text: '', on: at, by: 'Tom Hughes', at } as const

test('what waits is counted, and an answer says who and how', () => {
  const matters = { matters: [matter, { ...matter, answer }, matter] } as unknown as Matters
  expect(countUnanswered(matters)).toBe(2)
  expect(answerTitle(answer)).toBe('Tom Hughes discussed by phone')
})

test('a wish to be called says when it suits, and what was added', () => {
  expect(callWords({ times: ['morning', 'evening'], text: '', at })).toBe(
    'in the morning or in the early evening',
  )
  expect(callWords({ times: ['any'], text: 'Not on Tuesdays', at })).toBe('at any time: “Not on Tuesdays”')
})
