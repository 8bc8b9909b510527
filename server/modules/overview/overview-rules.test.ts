import { expect, it } from 'vitest'
import { buildOverviewDays, sortDuties, overview_days } from './overview-rules.ts'

it('shows every one of the last days, also those without anything, and leaves older ones out', () => {
  const days = buildOverviewDays('2026-03-02', [
    { day: '2026-03-02', action: 'consent.sent', count: 3 },
    { day: '2026-03-01', action: 'user.login_failed', count: 2 },
    { day: '2026-03-01', action: 'user.second_factor_failed', count: 1 },
    { day: '2026-03-01', action: 'consent.viewed', count: 9 },
    { day: '2026-01-31', action: 'consent.signed', count: 7 },
  ])
  expect(days).toHaveLength(overview_days)
  expect(days[0]!.day).toBe('2026-02-01')
  expect(days.at(-1)).toEqual({ day: '2026-03-02', sent: 3, signed: 0, signIns: 0, refusedSignIns: 0 })
  expect(days.at(-2)!.refusedSignIns).toBe(3)
  expect(days.reduce((sum, { signed }) => sum + signed, 0)).toBe(0)
})

it('names what there is to do, most urgent first, and nothing that there is none of', () => {
  const none = {
    'failed-jobs': 0,
    'astray-messages': 0,
    'open-enquiries': 2,
    'suspended-clinics': 0,
    'missing-configuration': 0,
    'reviews-due': 0,
    'maintenance-on': 0,
    'virus-scanner': 0,
  }
  expect(sortDuties(none)).toEqual([{ duty: 'open-enquiries', count: 2 }])
  expect(sortDuties({ ...none, 'failed-jobs': 1 }).map(({ duty }) => duty)).toEqual([
    'failed-jobs',
    'open-enquiries',
  ])
})
