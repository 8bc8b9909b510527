import { expect, test } from 'vitest'
import { nextCheckStep } from './check-navigation.ts'

test.each([
  ['the next question', 1, ['right', 'open', 'open'], false, 'check-2'],
  ['past what is settled', 1, ['right', 'gap', 'talk', 'open'], false, 'check-4'],
  ['back to one that was left out', 3, ['right', 'again', 'right'], false, 'check-2'],
  ['to the own words at the end', 2, ['right', 'talk'], false, 'check-3'],
  ['straight on where all of it was done before', 1, ['right', 'gap'], true, 'confirm'],
] as const)('the way leads to %s', (_what, number, standings, hasFinished, step) => {
  expect(nextCheckStep(number, standings, hasFinished)).toBe(step)
})
