import { expect, test } from 'vitest'
import { checkEntryText, checkSummary } from './understanding-words.ts'

const questions = [1, 2, 3].map((id) => ({ id: String(id), standing: 'open' as const, attempts: 0 }))
const check = { hasBegun: true, isDone: false, right: 2, needsTalk: false, questions }

test.each([
  [{ hasBegun: false, right: 0 }, '3 questions are offered after reading. The patient has answered none.'],
  [{}, '2 of 3 right so far.'],
  [{ isDone: true }, '2 of 3 right.'],
  [{ needsTalk: true }, 'Something is not clear to the patient. Discuss it and record the explanation here.'],
])('where it stands: %j', (change, words) => {
  expect(checkSummary({ ...check, ...change })).toBe(words)
})

test('what was said, by whom', () => {
  const answers = [{ text: 'For one hour' }, { text: 'For 24 hours' }]
  const entry = { kind: 'answered', answer: 1, isRight: true, by: '' } as const
  expect(checkEntryText(entry, answers)).toBe('“For 24 hours”, right')
  expect(checkEntryText({ ...entry, answer: 0, isRight: false }, answers)).toBe('“For one hour”, not right')
  const said = { answer: null, isRight: null, by: 'Tom Hughes' }
  expect(checkEntryText({ ...said, kind: 'talk' })).toBe('Prefers to talk about it')
  expect(checkEntryText({ ...said, kind: 'explained' })).toBe('Tom Hughes explained it')
  expect(checkEntryText({ ...said, kind: 'finished' })).toBe('In the patient’s own words')
})
