import { expect, test } from 'vitest'
import { dayParamIn, dayRangeBounds } from './day-range.ts'

test.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-02-30', undefined],
  ['0002-03-02', undefined],
  ['yesterday', undefined],
])('an address that says %s means %s', (said, day) => {
  expect(dayParamIn(new URLSearchParams({ from: said }), 'from')).toBe(day)
})

test('days are whole: the last one is in them', () => {
  const { from, until } = dayRangeBounds({ from: '2026-03-02', to: '2026-03-02' })
  expect(new Date(from!).getHours()).toBe(0)
  expect(Date.parse(until!) - Date.parse(from!)).toBe(24 * 3600 * 1000)
  expect(dayRangeBounds({})).toEqual({})
})
