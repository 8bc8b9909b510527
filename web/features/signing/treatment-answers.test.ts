import { expect, test } from 'vitest'
import type { PatientConsent } from '../../../contract/signing.ts'
import {
  agreedTitle,
  answeredOf,
  declinedOf,
  isAllDeclined,
  isPartlyTakenBack,
  stateOf,
  titlesAt,
  treatmentsToAnswer,
  unansweredOf,
} from './treatment-answers.ts'

type Content = Parameters<typeof agreedTitle>[0]
const treatment = (title: string) => ({ title }) as NonNullable<Content['treatments']>[number]
const one: Content = { title: 'Crown', treatments: [treatment('Crown')] }
const three: Content = {
  title: 'Crown, Filling and Whitening',
  treatments: ['Crown', 'Filling', 'Whitening'].map(treatment),
}

test('one treatment is answered by the signature itself, and so is a text from before there could be several', () => {
  for (const content of [one, { title: 'Crown' }]) {
    expect(treatmentsToAnswer(content)).toEqual([])
    expect(unansweredOf(content, {})).toEqual([])
    expect(isAllDeclined(content, {})).toBe(false)
    expect(agreedTitle(content, {})).toBe('Crown')
  }
})

test.each([
  [{}, [0, 1, 2], [], false, 'Crown, Filling and Whitening'],
  [{ 0: 'yes', 2: 'no' }, [1], [2], false, 'Crown, Filling'],
  [{ 0: 'yes', 1: 'yes', 2: 'yes' }, [], [], false, 'Crown, Filling and Whitening'],
  [{ 0: 'no', 1: 'yes', 2: 'no' }, [], [0, 2], false, 'Filling'],
  [{ 0: 'no', 1: 'no', 2: 'no' }, [], [0, 1, 2], true, ''],
] as const)('three treatments answered %o', (answers, open, declined, isAll, agreed) => {
  expect(unansweredOf(three, answers)).toEqual(open)
  expect(declinedOf(three, answers)).toEqual(declined)
  expect(isAllDeclined(three, answers)).toBe(isAll)
  expect(agreedTitle(three, answers)).toBe(agreed)
  expect(titlesAt(three, declined)).toBe(declined.map((place) => three.treatments![place]!.title).join(', '))
})

const [crown, filling, whitening] = three.treatments!
const treatmentStates = (status: PatientConsent['status'], declined: number[], ...taken: number[][]) =>
  answeredOf({
    ...{ status, content: three, signature: { declined } },
    withdrawals: taken.map((places, day) => ({ places, at: `2026-11-2${day}T09:00:00.000Z` })),
  } as unknown as PatientConsent)

test('of several treatments those that stand, were taken back and were said no to are told apart', () => {
  const all = { stands: [crown, filling, whitening], takenBack: [], declined: [] }
  expect(stateOf(treatmentStates('signed', []))).toEqual(all)
  expect(stateOf(treatmentStates('finalised', [2], [0]))).toEqual({
    stands: [filling],
    takenBack: [{ at: '2026-11-20T09:00:00.000Z', treatments: [crown] }],
    declined: [whitening],
  })
  expect(
    stateOf(treatmentStates('verbal', [], [0], [1])).takenBack.map(({ treatments }) => treatments),
  ).toEqual([[crown], [filling]])
  expect([treatmentStates('signed', [2]), treatmentStates('signed', [], [1])].map(isPartlyTakenBack)).toEqual(
    [false, true],
  )
})

test('of what is agreed to no longer nothing stands, and nothing is told apart', () => {
  for (const status of ['withdrawn', 'voided', 'superseded', 'viewed'] as const) {
    expect(isPartlyTakenBack(treatmentStates(status, [], [0]))).toBe(false)
    expect(stateOf(treatmentStates(status, [], [0])).stands).toEqual([])
  }
})
