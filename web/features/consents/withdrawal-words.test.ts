import { expect, test } from 'vitest'
import type { Consent } from './consent-form-values.ts'
import { parseWithdrawal, remainingTreatments, treatmentTitles } from './withdrawal-words.ts'

const content = {
  title: 'Three treatments',
  treatments: [{ title: 'Crown' }, { title: 'Filling' }, { title: 'Scale' }],
} as Consent['content']
const signature = { declined: [2] as number[] } as Consent['signature']
const agreed = { content, signature, withdrawals: [] as Consent['withdrawals'] }

test('what stands was neither said no to nor taken back', () => {
  expect(remainingTreatments(agreed).map(({ title }) => title)).toEqual(['Crown', 'Filling'])
  const withdrawals = [{ places: [0], at: '', by: 'Patient', reason: '' }]
  expect(remainingTreatments({ ...agreed, withdrawals })).toEqual([{ place: 1, title: 'Filling' }])
  const alone = { title: 'Crown' } as Consent['content']
  expect(remainingTreatments({ content: alone, signature: null, withdrawals: [] })).toHaveLength(1)
  expect(treatmentTitles(agreed, [0, 2])).toBe('Crown, Scale')
})

const typed = (entries: [string, string][]) => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return data
}

test('several are chosen from, and what the patient said is written down', () => {
  expect(parseWithdrawal(typed([]), 2)).toMatchObject([{ id: 'treatments' }, { id: 'reason' }])
  expect(
    parseWithdrawal(
      typed([
        ['treatments', '1'],
        ['reason', ' Cannot afford it '],
      ]),
      2,
    ),
  ).toEqual({ reason: 'Cannot afford it', treatments: [1] })
  expect(parseWithdrawal(typed([['reason', 'Phoned']]), 1)).toEqual({ reason: 'Phoned' })
})
