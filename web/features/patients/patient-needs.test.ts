import { expect, test } from 'vitest'
import { isNeedsReviewDue, needsOf } from './patient-needs.ts'

test('needs are told in short words, and English needs none', () => {
  const none = { accessNeeds: [], language: 'en', preferredChannel: 'email' as const }
  expect(needsOf(none)).toEqual([])
  expect(
    needsOf({ accessNeeds: ['large-print', 'interpreter'], language: 'pl', preferredChannel: 'none' }),
  ).toEqual(['Polish', 'Large print', 'Interpreter', 'No messages'])
})

test.each([
  [null, null, 'never-asked'],
  ['2026-01-31', null, null],
  ['2026-01-31', '2026-11-22', null],
  ['2026-01-31', '2026-11-21', 'ask-again'],
])('asked on %s, to be asked again on %s: %s', (needsAskedOn, needsReviewOn, due) => {
  expect(isNeedsReviewDue({ needsAskedOn, needsReviewOn }, '2026-11-21')).toBe(due)
})
