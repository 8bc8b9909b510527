import { expect, test } from 'vitest'
import { parsePatientListQuery, sortOfColumn } from './patient-list-query.ts'

const read = (query: string) => parsePatientListQuery(new URLSearchParams(query))

test('the address holds search, status, order and page', () => {
  expect(read('q=whit&status=archived&sort=-born&page=2')).toEqual({
    ...{ search: 'whit', status: 'archived', sort: '-born', page: 2 },
  })
})

test.each(['', 'status=deleted&page=0', 'page=-3', 'page=2.5', 'sort=phone'])(
  'what is absent or malformed falls back: %s',
  (query) => {
    expect(read(query)).toEqual({ search: '', status: 'active', sort: 'name', page: 1 })
  },
)

test.each([
  ['name', 'name', { next: '-name', direction: 'ascending' }],
  ['name', '-name', { next: 'name', direction: 'descending' }],
  ['born', 'name', { next: 'born', direction: null }],
  ['phone', 'name', undefined],
] as const)('the header of %s, sorted by %s, leads on', (key, sort, expected) => {
  expect(sortOfColumn(key, sort)).toEqual(expected)
})
