import { expect, test } from 'vitest'
import { billingNoticeKinds } from '../../../contract/billing-states.ts'
import { noticeText } from './billing-words.ts'

const at = '2026-12-31T09:00:00.000Z'
const told = (paidByGroup: string | null, awaitedGroup: string | null = null) =>
  billingNoticeKinds.map((kind) => noticeText({ kind, at, sent: 60, limit: 50, paidByGroup, awaitedGroup }))

test('a practice whose group pays is not told to choose a plan', () => {
  expect(told(null).filter(({ text }) => text.includes('Choose a plan'))).toHaveLength(2)
  for (const { text } of told('Coastal')) expect(text).not.toMatch(/choose a plan|card/i)
})

test('a practice whose group is to pay reads that it does not yet, and whom to ask', () => {
  const awaiting = told(null, 'Coastal')
  for (const { text } of awaiting) expect(text).not.toMatch(/choose a plan|card/i)
  const trial = awaiting.filter(({ text }) =>
    text.includes('Coastal has not put this practice on its bill yet'),
  )
  expect(trial.map(({ title }) => title)).toEqual(['Your trial has ended', 'Your trial ends on 31 Dec 2026'])
  for (const { text } of trial) expect(text).toContain('Ask an administrator of the group')
})

test('a practice reads whose payment failed, and until when its plan continues', () => {
  const [own] = told(null)
  const [ofGroup] = told('Coastal')
  expect(own!.title).toBe('A payment failed')
  expect(ofGroup!.title).toBe('A payment by Coastal failed')
  expect(ofGroup!.text).toBe(own!.text)
  expect(ofGroup!.text).toContain('until 31 Dec 2026')
})
