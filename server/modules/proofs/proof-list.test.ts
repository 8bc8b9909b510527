import { expect, test } from 'vitest'
import { evidenceRecords, describeRelatedEvent } from './proof-list.ts'

test.each([
  [
    'authority.decided',
    { signers: ['parent'] },
    'Decided who may sign: somebody with parental responsibility',
  ],
  ['authority.decided', { signers: [], kind: 'stop' }, 'Decided who may sign: nobody yet'],
  ['capacity.assessed', { result: 'lacks' }, 'Found that the patient cannot decide this'],
  ['capacity.decided', { choice: 'go-ahead' }, 'Decided for the patient: the treatment goes ahead'],
  ['consent.read', { opened: 3, parts: 5 }, 'Read on screen: 3 of 5 parts opened'],
  ['matter.thinking', { remindDays: 3 }, 'The patient is thinking about it; reminder after 3 days'],
  [
    'question.asked',
    { about: 'Risks', blocking: true },
    'Question about “Risks”, to be answered before signing',
  ],
  ['question.added', { about: 'Risks', blocking: false }, 'Follow-up question about “Risks”'],
  ['question.answered', { mode: 'call' }, 'Question about the whole form answered by phone'],
  [
    'understanding.checked',
    { right: 5, questions: 6, finished: true },
    'Understanding questions completed: 5 of 6 right',
  ],
  [
    'understanding.checked',
    { right: 1, questions: 6, finished: false },
    'Understanding questions completed: 1 of 6 right, not finished',
  ],
  ['understanding.explained', {}, 'Unclear points were discussed'],
  ['question.settled', { why: 'have-answer' }, 'The patient has their answer'],
  ['viewing.watched', { part: 1 }, 'The video of part 1 was watched'],
  ['viewing.read_instead', { part: 2 }, 'The transcript of the video of part 2 was read instead'],
  ['consent.signed', {}, undefined],
  ['toString', {}, undefined],
])('%s %o', (event, details, words) => {
  expect(describeRelatedEvent({ event, details })).toBe(words)
})

test('a part of a bundle for each noun that the events tell of, whatever is left of it', () => {
  const events = ['consent.sent', 'question.asked', 'matter.told', 'capacity.assessed']
  const told = events.map((event) => ({ event, details: {} }))
  const capacity = { assessments: [{ hash: 'b' }], decisions: [] }
  const parts = evidenceRecords({ questions: [{ hash: 'a' }], matters: [], capacity } as never, told)
  expect(parts.map(({ noun, rows }) => [noun, rows.length])).toEqual([
    ['capacity', 1],
    ['matters', 0],
    ['questions', 1],
  ])
  expect(parts[1]!.tells).toContain('matter.leaned')
})
