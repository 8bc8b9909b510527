import { expect, test } from 'vitest'
import { catalogueQuery, isNarrowed } from './catalogue-query.ts'

const queryOf = (text: string) => catalogueQuery(new URLSearchParams(text))

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
  expect(isNarrowed(queryOf('page=2'))).toBe(false)
  expect(isNarrowed(queryOf('state=own'))).toBe(true)
})
