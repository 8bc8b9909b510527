import { expect, test } from 'vitest'
import { parseClinicalReviewQuery } from './clinical-review-query.ts'

test.each([
  ['', { search: '', page: 1, show: 'all', sort: 'due' }],
  [
    '?q=crown&page=3&show=outdated-source&sort=-reviewed',
    { search: 'crown', page: 3, show: 'outdated-source', sort: '-reviewed' },
  ],
  ['?page=-1&show=everything&sort=colour', { search: '', page: 1, show: 'all', sort: 'due' }],
])('%s', (address, query) => {
  expect(parseClinicalReviewQuery(new URLSearchParams(address))).toEqual(query)
})
