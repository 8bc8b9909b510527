import { expect, test } from 'vitest'
import type { DayListRow } from '../../../contract/day-lists.ts'
import { requiresDay, resultText, sortRows } from './day-list-words.ts'

test('what waits for somebody stands first, then as in the file', () => {
  const rows = (
    [
      [2, 'new'],
      [3, 'who'],
      [4, 'same'],
      [5, 'whose'],
      [6, 'unusable'],
    ] as const
  ).map(([number, outcome]) => ({ number, outcome }) as DayListRow)
  expect(sortRows(rows).map(({ number }) => number)).toEqual([5, 3, 6, 2, 4])
})

test('the day is asked for where no column names it', () => {
  expect(requiresDay([{ field: 'time', dates: null }])).toBe(true)
  expect(requiresDay([{ field: 'time', dates: {} }])).toBe(false)
  expect(requiresDay([{ field: 'day', dates: {} }])).toBe(false)
})

test('what a list did is told without what it did not', () => {
  const none = {
    ...{ booked: 0, updated: 0, unchanged: 0, 'left-out': 0, cancelled: 0, 'patients-added': 0 },
    ...{ removed: 0, restored: 0, kept: 0 },
  }
  expect(resultText({ ...none, booked: 12, 'patients-added': 1 })).toBe('12 booked, 1 patient added')
  expect(resultText(none)).toBe('Nothing')
})
