import { expect, test } from 'vitest'
import { sidesOf, teethInBrief } from './tooth-words.ts'

test.each([
  [['46'], 'Lower right 6'],
  [['55'], 'Upper right E'],
  [['24', '25'], 'Teeth 24, 25'],
  [[], ''],
  [['99'], ''],
])('%o in a list reads %s', (codes, words) => {
  expect(teethInBrief(codes)).toBe(words)
})

test.each([
  [['46', '18'], ['right']],
  [['75'], ['left']],
  [
    ['11', '21'],
    ['right', 'left'],
  ],
  [[], []],
])('%o stand on the sides %o', (codes, sides) => {
  expect(sidesOf(codes)).toEqual(sides)
})
