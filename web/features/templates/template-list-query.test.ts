import { expect, test } from 'vitest'
import { isFiltered, templateListQuery } from './template-list-query.ts'

const read = (query: string) => templateListQuery(new URLSearchParams(query))
const everything = {
  search: '',
  status: 'all',
  treatmentType: '',
  owner: 'all',
  attention: 'all',
  order: 'type',
  page: 1,
}

test('reads search, filters and page of the address', () => {
  expect(
    read('q=root&status=in+review&type=Dental+Crown&owner=personal&attention=review&sort=-uses&page=3'),
  ).toEqual({
    search: 'root',
    status: 'in review',
    treatmentType: 'Dental Crown',
    owner: 'personal',
    attention: 'review',
    order: '-uses',
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

test('where a template was just made the last changed stands first', () => {
  const created = 'created=0197f3a2-6a52-7c11-9d3e-0d1b7f6a4c22'
  expect(read(created).order).toBe('updated')
  expect(read(`${created}&sort=name`).order).toBe('name')
})
