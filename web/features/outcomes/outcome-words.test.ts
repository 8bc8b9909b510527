import { expect, test } from 'vitest'
import { describeOutcome, followedText } from './outcome-words.ts'

test('an outcome is told in a line', () => {
  expect(describeOutcome({ result: 'not-known', occurred: [] })).toBe('Outcome not known')
  expect(describeOutcome({ result: 'known', occurred: [] })).toBe('None of the listed risks occurred')
  expect(describeOutcome({ result: 'known', occurred: ['Dry socket', 'Pain'] })).toBe('Dry socket; Pain')
})

test('a share of 79.9 in 100 is not told as the 80 that is asked for', () => {
  const figure = { templateId: '', name: '', followUpDays: 0, state: 'follow-up-low', risks: [] } as const
  expect(followedText({ ...figure, risks: [], treated: 1000, followed: 799 })).toBe('799 of 1000 (79%)')
  expect(followedText({ ...figure, risks: [], treated: 0, followed: 0 })).toBe('0 of 0 (0%)')
})
