import { expect, test } from 'vitest'
import { findTooth } from '../../../contract/teeth.ts'
import { sidesOf, teethInBrief, toothFullName } from './tooth-words.ts'

test.each([
  [['46'], 'Lower right 6'],
  [['55'], 'Upper right E'],
  [['24', '25'], 'Teeth 24, 25'],
  [[], ''],
  [['99'], ''],
])('%o in a list reads %s', (codes, words) => {
  expect(teethInBrief('names', codes)).toBe(words)
})

test.each([
  ['fdi', 'Tooth 46', 'Teeth 24, 25', '46 (LR6, lower right first molar)'],
  ['palmer', 'Tooth LR6', 'Teeth UL4, UL5', 'LR6 (46, lower right first molar)'],
  ['names', 'Lower right 6', 'Teeth 24, 25', 'lower right first molar (46, LR6)'],
] as const)('a practice that names teeth by %s reads %s, %s and %s', (notation, one, several, full) => {
  expect(teethInBrief(notation, ['46'])).toBe(one)
  expect(teethInBrief(notation, ['24', '25'])).toBe(several)
  expect(toothFullName(notation, findTooth('46')!)).toBe(full)
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
