import { expect, test } from 'vitest'
import {
  agreedTitle,
  declinedOf,
  isAllDeclined,
  titlesAt,
  treatmentsToAnswer,
  unanswered,
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
    expect(unanswered(content, {})).toEqual([])
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
  expect(unanswered(three, answers)).toEqual(open)
  expect(declinedOf(three, answers)).toEqual(declined)
  expect(isAllDeclined(three, answers)).toBe(isAll)
  expect(agreedTitle(three, answers)).toBe(agreed)
  expect(titlesAt(three, declined)).toBe(declined.map((place) => three.treatments![place]!.title).join(', '))
})
