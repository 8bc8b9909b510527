import { expect, it } from 'vitest'
import { everyMonth, monthName, monthsOfPeriod, segmentsOf } from './figure-periods.ts'

const london = 'Europe/London'

it('the running month, quarter and year are those of the practice’s clocks', () => {
  // Half past midnight on 1 July in London, still June by UTC.
  const now = new Date('2026-06-30T23:30:00Z')
  expect(monthsOfPeriod({ period: 'month' }, now, london)).toEqual({ from: '2026-07', to: '2026-07' })
  expect(monthsOfPeriod({ period: 'month' }, now, 'UTC')).toEqual({ from: '2026-06', to: '2026-06' })
  expect(monthsOfPeriod({ period: 'quarter' }, now, london)).toEqual({ from: '2026-07', to: '2026-07' })
  expect(monthsOfPeriod({ period: 'year' }, now, london)).toEqual({ from: '2026-01', to: '2026-07' })
  const own = { period: 'months', from: '2024-11', to: '2025-02' } as const
  expect(monthsOfPeriod(own, now, london)).toEqual({ from: '2024-11', to: '2025-02' })
})

it('a period is every month of it', () => {
  expect(everyMonth({ from: '2025-11', to: '2026-02' })).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})

it('a long period is read in years and quarters, and no month twice', () => {
  expect(segmentsOf({ from: '2024-11', to: '2026-04' })).toEqual([
    { span: 'month', start: '2024-11-01' },
    { span: 'month', start: '2024-12-01' },
    { span: 'year', start: '2025-01-01' },
    { span: 'quarter', start: '2026-01-01' },
    { span: 'month', start: '2026-04-01' },
  ])
  expect(segmentsOf({ from: '2026-02', to: '2026-03' }).map(({ span }) => span)).toEqual(['month', 'month'])
})

it('five years that begin and end anywhere are at most twelve pieces', () => {
  for (let first = 0; first < 12; first++) {
    const from = `2021-${String(first + 1).padStart(2, '0')}`
    const to = everyMonth({ from, to: '2026-12' })[59]!
    const pieces = segmentsOf({ from, to })
    const months = pieces.reduce((sum, { span }) => sum + { month: 1, quarter: 3, year: 12 }[span], 0)
    expect(months).toBe(60)
    expect(pieces.length).toBeLessThanOrEqual(12)
  }
})

it('a month has its name', () => {
  expect(monthName('2026-10')).toBe('October 2026')
})
