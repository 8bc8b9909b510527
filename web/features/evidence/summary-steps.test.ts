import { expect, test } from 'vitest'
import { summarySteps, type StepFacts } from './summary-steps.ts'

const at = '2026-11-05T21:00:00.000Z'
const signature = { kind: 'drawn', at } as NonNullable<StepFacts['signature']>
const facts: StepFacts = {
  status: 'sent',
  sentAt: at,
  viewedAt: null,
  signature: null,
  discussions: [],
  countersignature: null,
}
const quiet = { reading: null, understanding: null, concerns: [] }
const stepsOf = (changed: Partial<StepFacts>, measures = {}) =>
  summarySteps({ ...facts, ...changed }, { ...quiet, ...measures }, (seconds) => `${seconds} s`).map(
    ({ label, state }) => `${label} ${state}`,
  )

test('what is waited for is the next step', () => {
  expect(stepsOf({})).toEqual([
    'Sent done',
    'Opened next',
    'Read open',
    'Signed open',
    'Conversation open',
    'Countersigned open',
  ])
  expect(stepsOf({ status: 'signed', viewedAt: at, signature })).toContain('Conversation next')
})

test('a step that came out oddly says so', () => {
  const reading = { seconds: 14, opened: 7, parts: 7 }
  const concerns = [{ kind: 'read-quickly' as const, title: '', text: '' }]
  expect(stepsOf({ status: 'signed', signature }, { reading, concerns })).toContain('Read unusual')
})

test('a paper is neither opened nor read on a screen', () => {
  expect(stepsOf({ status: 'signed', signature: { ...signature, kind: 'paper' } })).toEqual([
    'Sent done',
    'Signed done',
    'Conversation next',
    'Countersigned open',
  ])
})
