import { expect, test } from 'vitest'
import { nextGridCell } from './grid-navigation.ts'

const size = { rows: 3, columns: 15 }
const at = (row: number, column: number) => ({ row, column })

test.each([
  ['ArrowUp', at(1, 4), at(0, 4)],
  ['ArrowUp', at(0, 4), at(0, 4)],
  ['ArrowDown', at(1, 4), at(2, 4)],
  ['ArrowDown', at(2, 4), at(2, 4)],
  ['ArrowLeft', at(1, 1), at(1, 0)],
  ['ArrowLeft', at(1, 0), at(1, 0)],
  ['ArrowRight', at(1, 13), at(1, 14)],
  ['ArrowRight', at(1, 14), at(1, 14)],
  ['Home', at(2, 9), at(2, 0)],
  ['End', at(2, 0), at(2, 14)],
])('%s from %o leads to %o', (key, from, to) => expect(nextGridCell(from, key, size)).toEqual(to))

test.each(['Tab', 'Enter', 'a'])('%s is left to the browser', (key) => {
  expect(nextGridCell(at(0, 0), key, size)).toBeUndefined()
})
