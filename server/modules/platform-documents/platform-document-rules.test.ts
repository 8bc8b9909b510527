import { expect, test } from 'vitest'
import { acceptanceOf, currentOf } from './platform-document-rules.ts'

const version = (number: number, needsAcceptance = true, asksAgain = false) => ({
  ...{ kind: 'terms' as const, number, needsAcceptance, asksAgain },
})

test.each<[string, ReturnType<typeof version>[], number[], string]>([
  ['nothing accepted', [version(1)], [], 'waiting'],
  ['the only one accepted', [version(1)], [1], 'accepted'],
  ['a new wording, the first accepted', [version(1), version(2)], [1], 'accepted'],
  ['a new one that asks again', [version(1), version(2, true, true)], [1], 'waiting'],
  ['the one that asked again accepted', [version(1), version(2, true, true)], [2], 'accepted'],
  ['a wording after one that asked again', [version(1), version(2, true, true), version(3)], [1], 'waiting'],
  ['the same, accepted between', [version(1), version(2, true, true), version(3)], [2], 'accepted'],
  ['none to accept any more', [version(1), version(2, false)], [], 'not-needed'],
])('%s', (_what, published, accepted, state) =>
  expect(acceptanceOf(currentOf(published)[0]!, published, accepted)).toBe(state),
)
