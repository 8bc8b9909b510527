import { expect, test } from 'vitest'
import { aboutWords, answerModesFor, entryTitle } from './question-words.ts'

const blank = { mode: null, why: null, by: '' }

test.each([
  [{ ...blank, kind: 'asked' }, 'Question from the patient'],
  [{ ...blank, kind: 'added' }, 'Follow-up question from the patient'],
  [{ ...blank, kind: 'answered', mode: 'message', by: 'Priya Nair' }, 'Priya Nair answered in writing'],
  [{ ...blank, kind: 'answered', mode: 'call', by: 'Priya Nair' }, 'Priya Nair answered by phone'],
  [{ ...blank, kind: 'answered', mode: 'visit', by: 'Priya Nair' }, 'Priya Nair answered in person'],
  [{ ...blank, kind: 'settled', why: 'have-answer' }, 'The patient has their answer'],
  [{ ...blank, kind: 'settled', why: 'not-needed' }, 'Answer no longer needed'],
] as const)('%o is told as “%s”', (entry, title) => {
  expect(entryTitle(entry)).toBe(title)
})

test('a question is about a part or about the whole form', () => {
  expect(aboutWords({ partTitle: 'Risks' })).toBe('Risks')
  expect(aboutWords({ partTitle: '' })).toBe('The whole form')
})

test('what the patient cannot open is answered by speaking, and what has ended not at all', () => {
  const ways = (status: Parameters<typeof answerModesFor>[0]) =>
    answerModesFor(status).map(({ value }) => value)
  expect(ways('viewed')).toEqual(['message', 'call', 'visit'])
  expect(ways('signed')).toEqual(['message', 'call', 'visit'])
  expect(ways('declined')).toEqual(['call', 'visit'])
  expect(ways('superseded')).toEqual([])
})
