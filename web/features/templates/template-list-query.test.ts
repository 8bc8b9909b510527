import { expect, test } from 'vitest'
import { isFiltered, templateListQuery } from './template-list-query.ts'

const read = (query: string) => templateListQuery(new URLSearchParams(query))
const everything = { search: '', status: 'all', treatmentType: '', owner: 'all', attention: 'all', page: 1 }

test('reads search, filters and page of the address', () => {
  expect(read('q=root&status=in+review&type=Dental+Crown&owner=personal&attention=review&page=3')).toEqual({
    search: 'root',
    status: 'in review',
    treatmentType: 'Dental Crown',
    owner: 'personal',
    attention: 'review',
    page: 3,
  })
})

test.each(['', 'status=gone', 'owner=theirs', 'attention=none', 'page=0', 'page=x', 'q=+', 'type=+'])(
  'ignores %j',
  (query) => expect(read(query)).toEqual(everything),
)

test('a treatment type is not longer than any can be', () => {
  expect(read(`type=${'x'.repeat(500)}`).treatmentType).toHaveLength(120)
})

test.each([
  ['', false],
  ['page=2', false],
  ['q=root', true],
  ['status=draft', true],
  ['type=Other', true],
  ['owner=own', true],
  ['attention=offer', true],
])('whether %j filters: %s', (query, filtered) => expect(isFiltered(read(query))).toBe(filtered))
