import { expect, it } from 'vitest'
import { prefersOtherOption, plannedOption } from './preference-rules.ts'

const options = [
  { title: 'Crown', kind: 'treatment' },
  { title: 'Large filling', kind: 'treatment' },
  { title: 'Leave it as it is', kind: 'no-treatment' },
]

it('knows the option by its name, else by what is recommended', () => {
  expect(plannedOption({ title: 'Large Filling ', options, recommended: 0 })).toBe(1)
  expect(plannedOption({ title: 'Gold crown and post', treatments: [{ title: 'crown' }], options })).toBe(0)
  expect(plannedOption({ title: 'Porcelain crown', options, recommended: 1 })).toBe(1)
  expect(plannedOption({ title: 'Porcelain crown', options })).toBeNull()
  expect(plannedOption({ title: 'Porcelain crown' })).toBeNull()
})

it('tells a leaning towards another option, and says nothing where it cannot know', () => {
  const named = { title: 'Crown', options }
  expect([null, 0, 1, 2, 9].map((option) => prefersOtherOption(named, option))).toEqual([
    false,
    false,
    true,
    true,
    false,
  ])
  const unnamed = { title: 'Something', options }
  expect([0, 1, 2].map((option) => prefersOtherOption(unnamed, option))).toEqual([false, false, true])
})
