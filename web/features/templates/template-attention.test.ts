import { describe, expect, test } from 'vitest'
import { attentionReasonsOf, reviewStatus } from './template-attention.ts'

const today = '2026-03-10'
const calm = { status: 'active', hasProposal: false, hasOffer: false, reviewDue: null } as const

test.each([
  ['2026-03-09', 'overdue'],
  ['2026-03-10', 'due'],
  // The clocks change on the way; days stay days.
  ['2026-04-09', 'due'],
  ['2026-04-10', 'later'],
] as const)('a review on %s is %s', (day, standing) => expect(reviewStatus(day, today)).toBe(standing))

describe('what calls for somebody', () => {
  const attentionKinds = (changes: Partial<Parameters<typeof attentionReasonsOf>[0]>) =>
    attentionReasonsOf({ ...calm, ...changes }, today).map(({ text }) => text)

  test('is nothing where all is well', () => {
    expect(attentionKinds({})).toEqual([])
    expect(attentionKinds({ reviewDue: '2027-03-10' })).toEqual([])
  })
  test('is a version that waits, beside the one in use or before there is one', () => {
    expect(attentionKinds({ hasProposal: true })).toEqual(['Waiting for approval'])
    expect(attentionKinds({ status: 'in review' })).toEqual(['Waiting for approval'])
    expect(attentionKinds({ status: 'draft' })).toEqual([])
  })
  test('is a review date, with whether it has passed', () => {
    expect(attentionKinds({ reviewDue: '2026-03-30' })).toEqual(['Review due 30 Mar 2026'])
    expect(attentionKinds({ reviewDue: '2026-03-01' })).toEqual(['Review overdue since 1 Mar 2026'])
  })
  test('the most pressing comes first', () => {
    expect(
      attentionReasonsOf({ ...calm, hasOffer: true, hasProposal: true, reviewDue: '2026-03-01' }, today),
    ).toEqual([
      { kind: 'approval', text: 'Waiting for approval', tone: 'warn' },
      { kind: 'review', text: 'Review overdue since 1 Mar 2026', tone: 'bad' },
      { kind: 'offer', text: 'New wording available', tone: 'brand' },
    ])
  })
})
