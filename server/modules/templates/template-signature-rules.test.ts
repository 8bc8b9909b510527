import { expect, test } from 'vitest'
import { judgeReviews } from './template-signature-rules.ts'

const review = (gdcNumber: string, disagreements = 0, reviewedOn = '2026-11-20') => ({
  ...{ reviewerName: `Reviewer ${gdcNumber}`, gdcNumber, reviewedOn, disagreements },
})

test.each([
  ['no review', [], 'awaiting', null],
  ['one that agrees', [review('111111')], 'signed', '111111'],
  ['one that disagrees', [review('111111', 2)], 'disputed', null],
  ['one that disagreed and then agreed', [review('111111'), review('111111', 1)], 'signed', '111111'],
  ['one that agreed and then disagreed', [review('111111', 1), review('111111')], 'disputed', null],
  ['a second reviewer who agrees with all', [review('222222'), review('111111', 1)], 'disputed', null],
  ['two that agree: the newest', [review('222222'), review('111111')], 'signed', '222222'],
] as const)('%s', (_what, newestFirst, state, gdcNumber) => {
  const judged = judgeReviews(newestFirst)
  expect(judged.state).toBe(state)
  expect(judged.signature?.gdcNumber ?? null).toBe(gdcNumber)
})

test('a signature says who and when, and nothing else', () => {
  expect(judgeReviews([review('111111')]).signature).toEqual({
    ...{ reviewerName: 'Reviewer 111111', gdcNumber: '111111', reviewedOn: '2026-11-20' },
  })
})
