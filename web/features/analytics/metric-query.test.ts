import { expect, it } from 'vitest'
import { metricHref, parseMetricQuery } from './metric-query.ts'

const asked = (query: string) => parseMetricQuery(new URLSearchParams(query))

it('an address without anything shows this year’s overview', () => {
  expect(asked('')).toEqual({ view: 'overview', asked: { period: 'year' } })
})

it.each([
  'view=nothing&period=decade',
  'period=months',
  'period=months&from=2026-06&to=2026-01',
  'period=months&from=2026-13&to=2026-14',
])('%s counts as absent', (query) => {
  expect(asked(query)).toEqual({ view: 'overview', asked: { period: 'year' } })
})

it('own months are kept, and leave with the others', () => {
  const query = { view: 'reading', asked: { period: 'months', from: '2026-01', to: '2026-03' } } as const
  expect(asked('view=reading&period=months&from=2026-01&to=2026-03')).toEqual(query)
  expect(asked(metricHref(query))).toEqual(query)
  expect(asked('period=month&from=2026-01')).toEqual({ view: 'overview', asked: { period: 'month' } })
})
