import { expect, it } from 'vitest'
import { frameworksOn } from './compliance-rules.ts'

const named = { title: 'A framework', note: 'A note.' }
const frameworks = [
  { id: 'old', ...named, since: '2024-05-13', until: '2026-12-31' },
  { id: 'new', ...named, since: '2027-01-01', until: null },
  { id: 'drafted', ...named, since: null, until: null },
]

it.each<[string, [string, boolean][]]>([
  [
    '2026-12-31',
    [
      ['old', true],
      ['new', false],
      ['drafted', false],
    ],
  ],
  [
    '2027-01-01',
    [
      ['new', true],
      ['drafted', false],
    ],
  ],
])('on %s a framework begins and another ends by their own days', (today, expected) => {
  expect(frameworksOn(frameworks, today).map(({ id, isInForce }) => [id, isInForce])).toEqual(expected)
})
