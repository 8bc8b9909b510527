import { expect, it } from 'vitest'
import { clinicDirectoryQuery, isNarrowed } from './clinic-directory-query.ts'

it('reads what the address asks, and leaves out what nobody could mean', () => {
  const asked = 'q=quay&status=suspended&plan=growth-pro&trial=ended&order=activity&page=3'
  const query = clinicDirectoryQuery(new URLSearchParams(asked))
  expect(query).toEqual({
    search: 'quay',
    status: 'suspended',
    plan: 'growth-pro',
    trial: 'ended',
    order: 'activity',
    page: 3,
  })
  expect(isNarrowed(query)).toBe(true)
  const odd = clinicDirectoryQuery(new URLSearchParams('status=x&plan=gold&trial=1&order=up&page=-2'))
  expect(odd).toEqual({ search: '', order: 'name', page: 1 })
  expect(isNarrowed(odd)).toBe(false)
})
