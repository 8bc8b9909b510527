import { expect, test } from 'vitest'
import { parseCatalogueQuery, hasFilters } from './catalogue-query.ts'

const queryOf = (text: string) => parseCatalogueQuery(new URLSearchParams(text))

test('the address says what is asked for', () => {
  expect(queryOf('q=crown&type=Dental+Crown&state=none&page=3')).toEqual({
    search: 'crown',
    treatmentType: 'Dental Crown',
    state: 'none',
    page: 3,
  })
})

test('what is malformed counts as absent', () => {
  const nothing = { search: '', treatmentType: '', state: 'all', page: 1 }
  expect(queryOf('state=every&page=-1')).toEqual(nothing)
  expect(hasFilters(queryOf('page=2'))).toBe(false)
  expect(hasFilters(queryOf('state=own'))).toBe(true)
})
