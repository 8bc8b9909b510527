import { expect, test } from 'vitest'
import { parseCatalogueQuery, hasFilters } from './catalogue-query.ts'

const queryOf = (text: string) => parseCatalogueQuery(new URLSearchParams(text))

test('the address says what is asked for', () => {
  expect(queryOf('q=crown&type=Dental+Crown&state=none&sort=-age&page=3')).toEqual({
    search: 'crown',
    treatmentType: 'Dental Crown',
    state: 'none',
    sort: '-age',
    page: 3,
  })
})

test('what is malformed counts as absent', () => {
  const nothing = { search: '', treatmentType: '', state: 'all', sort: 'type', page: 1 }
  expect(queryOf('state=every&sort=version&page=-1')).toEqual(nothing)
  expect(hasFilters(queryOf('page=2&sort=name'))).toBe(false)
  expect(hasFilters(queryOf('state=own'))).toBe(true)
})
