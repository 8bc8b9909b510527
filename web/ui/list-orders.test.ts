import { expect, test } from 'vitest'
import { columnSort, sortIn, sortRows } from './list-orders.ts'

const orders = {
  labels: { name: 'Name, A to Z', '-name': 'Name, Z to A', '-day': 'Newest first', day: 'Oldest first' },
  fallback: 'name',
} as const

test.each([
  ['', 'name'],
  ['sort=-day', '-day'],
  ['sort=toString', 'name'],
  ['sort=price', 'name'],
])('an address with "%s" asks for %s', (query, sort) => {
  expect(sortIn(new URLSearchParams(query), orders)).toBe(sort)
})

test.each([
  ['name', '', 'ascending', '?sort=-name'],
  ['name', 'sort=-name', 'descending', '?'],
  ['name', 'sort=-day&page=3', null, '?'],
  ['name', 'sort=-day&after=3', null, '?'],
  ['day', '', null, '?sort=-day'],
  ['day', 'sort=-day&q=x', 'descending', '?sort=day&q=x'],
  ['day', 'sort=day', 'ascending', '?sort=-day'],
])('the header of %s, at "%s", stands %s and leads to %s', (key, query, direction, href) => {
  expect(columnSort(key, new URLSearchParams(query), orders)).toEqual({ direction, href })
})

test('a list is not sorted by a column that is none of these', () => {
  expect(columnSort('status', new URLSearchParams(), orders)).toBeUndefined()
})

test('rows are sorted by a fact, those without it last either way', () => {
  const rows = [{ size: 10 }, { size: null }, { size: 9 }]
  const facts = { size: ({ size }: { size: number | null }) => size }
  expect(sortRows(rows, 'size', facts).map(({ size }) => size)).toEqual([9, 10, null])
  expect(sortRows(rows, '-size', facts).map(({ size }) => size)).toEqual([10, 9, null])
  expect(sortRows(rows, 'none', facts)).toEqual(rows)
})
