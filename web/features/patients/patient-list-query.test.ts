import { expect, test } from 'vitest'
import { parsePatientListQuery } from './patient-list-query.ts'

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
