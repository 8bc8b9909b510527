import { expect, it } from 'vitest'
import type { FrozenUnderstandingCheck } from '../../../contract/consents.ts'
import { describeUnderstanding, understandingBefore } from './document-understanding.ts'

const question: FrozenUnderstandingCheck['questions'][number] = {
  ...{ id: 'treatment-1-1', question: 'Can the tooth be put back?', explanation: 'It cannot.', part: 1 },
  answers: [
    { text: 'Yes', right: false },
    { text: 'No', right: true },
  ],
}
const polish = { language: 'pl' as const, question: 'Czy?', answers: ['Tak', 'Nie'], explanation: 'Nie.' }

const outcomeOf = (asked: FrozenUnderstandingCheck['questions'][number]) => {
  const understanding = { isBeforeSigning: false, questions: [asked, { ...asked, id: 'treatment-1-2' }] }
  const told = understandingBefore(new Date('2026-11-28T10:00:00Z'), { understanding }, [], false)
  return describeUnderstanding(told!, String).outcome
}

it('says in which language questions were asked besides English, and that nobody checked it', () => {
  const offered = '2 questions were offered. The patient signed without answering them.'
  expect(outcomeOf(question)).toBe(offered)
  expect(outcomeOf({ ...question, beside: polish })).toBe(
    `${offered} Questions were shown in Polish above the English (machine translation, not checked).`,
  )
})
