import { expect, it } from 'vitest'
import { parseClinicDirectoryQuery, hasFilters } from './clinic-directory-query.ts'

it('reads what the address asks, and leaves out what nobody could mean', () => {
  const asked = 'q=quay&status=suspended&plan=growth-pro&trial=ended&order=activity&page=3'
  const query = parseClinicDirectoryQuery(new URLSearchParams(asked))
  expect(query).toEqual({
    search: 'quay',
    status: 'suspended',
    plan: 'growth-pro',
    trial: 'ended',
    order: 'activity',
    page: 3,
  })
  expect(hasFilters(query)).toBe(true)
  const odd = parseClinicDirectoryQuery(new URLSearchParams('status=x&plan=gold&trial=1&order=up&page=-2'))
  expect(odd).toEqual({ search: '', order: 'name', page: 1 })
  expect(hasFilters(odd)).toBe(false)
})
