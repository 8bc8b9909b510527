import { describe, expect, it } from 'vitest'
import {
  changeOf,
  changesBetween,
  monthsBefore,
  monthStart,
  trialEnd,
  trialLastDay,
  trialStateOf,
} from './directory-rules.ts'

describe('a trial', () => {
  it.each([
    ['2026-01-31', 'Europe/London', '2026-02-01T00:00:00.000Z'],
    ['2026-06-30', 'Europe/London', '2026-06-30T23:00:00.000Z'],
    ['2026-10-24', 'Europe/London', '2026-10-24T23:00:00.000Z'],
  ])('whose last day is %s in %s is over at %s', (day, zone, end) => {
    const endsAt = trialEnd(day, zone)
    expect(endsAt?.toISOString()).toBe(end)
    expect(trialLastDay(endsAt, zone)).toBe(day)
  })

  it('runs until that moment, and there may be none', () => {
    const end = new Date('2026-02-01T00:00:00.000Z')
    expect(trialStateOf(end, new Date(end.getTime() - 1))).toBe('running')
    expect(trialStateOf(end, end)).toBe('ended')
    expect(trialStateOf(null, end)).toBe('none')
    expect(trialEnd(null, 'Europe/London')).toBeNull()
    expect(trialLastDay(null, 'Europe/London')).toBeNull()
  })
})

it('counts months back over the turn of a year, by the clock of the practice', () => {
  const lateInJune = new Date('2026-06-30T23:30:00.000Z')
  expect(monthsBefore(lateInJune, 'Europe/London', 2)).toEqual(['2026-07', '2026-06'])
  expect(monthsBefore(new Date('2026-02-10T00:00:00.000Z'), 'UTC', 4)).toEqual([
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  expect(monthStart('2026-07', 'Europe/London').toISOString()).toBe('2026-06-30T23:00:00.000Z')
})

describe('what changed', () => {
  it('is named with what was and what is, and nothing else', () => {
    const before = { name: 'Old', phone: '1', address: '' }
    expect(changesBetween(before, { name: 'New', phone: '1', address: '' })).toEqual({
      before: { name: 'Old' },
      after: { name: 'New' },
    })
    expect(changesBetween(before, before)).toEqual({ before: {}, after: {} })
  })

  it('is told from the audit log in the order of its fields, with its reason', () => {
    const at = new Date('2026-01-05T10:00:00.000Z')
    const details = {
      before: { plan: 'starter', trialUntil: '2026-01-31' },
      after: { plan: 'growth', trialUntil: null },
      reason: 'Agreed by phone',
    }
    const told = changeOf({ at, action: 'clinic.plan_changed', userName: 'Rowan Pemberton', details })
    expect(told).toEqual({
      at: '2026-01-05T10:00:00.000Z',
      by: 'Rowan Pemberton',
      what: 'plan',
      changes: [
        { field: 'plan', before: 'starter', after: 'growth' },
        { field: 'trialUntil', before: '2026-01-31', after: '' },
      ],
      reason: 'Agreed by phone',
    })
    const closed = changeOf({ at, action: 'clinic.closed', userName: 'Amara Okafor', details: {} })
    expect(closed).toMatchObject({ what: 'closed', changes: [], reason: null })
    expect(changeOf({ at, action: 'clinic.founded', userName: null, details: {} }).by).toBe('System')
  })
})
