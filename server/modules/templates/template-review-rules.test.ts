import { describe, expect, it, test } from 'vitest'
import { isReminderDue, reviewNoticeEnd } from './template-review-rules.ts'
import { dayAt } from '../../platform/zoned-time.ts'

test.each([
  ['2026-06-30T22:59:59Z', 'Europe/London', '2026-06-30'],
  ['2026-06-30T23:00:00Z', 'Europe/London', '2026-07-01'],
  ['2026-12-31T23:59:59Z', 'Europe/London', '2026-12-31'],
  ['2027-01-01T00:00:00Z', 'Europe/London', '2027-01-01'],
  ['2026-03-29T00:59:59Z', 'Europe/London', '2026-03-29'],
  ['2026-10-25T23:30:00Z', 'Europe/London', '2026-10-25'],
  ['2026-10-24T23:30:00Z', 'Europe/London', '2026-10-25'],
  ['2026-06-30T10:00:00Z', 'Pacific/Kiritimati', '2026-07-01'],
])('at %s the calendar in %s shows %s', (now, zone, day) => expect(dayAt(new Date(now), zone)).toBe(day))

test.each([
  ['2026-01-31', '2026-03-02'],
  ['2028-01-31', '2028-03-01'],
  ['2026-03-28', '2026-04-27'],
  ['2026-10-24', '2026-11-23'],
  ['2026-12-15', '2027-01-14'],
])('on %s what is due by %s is near', (today, end) => expect(reviewNoticeEnd(today)).toBe(end))

describe('a reminder of 30 June', () => {
  const reviewDue = '2026-06-30'
  it.each<[today: string, remindedOn: string | null, due: boolean]>([
    ['2026-05-30', null, false],
    ['2026-05-31', null, true],
    ['2026-06-15', null, true],
    ['2026-06-15', '2026-05-31', false],
    ['2026-06-29', '2026-06-29', false],
    ['2026-06-29', '2026-05-31', false],
    ['2026-06-30', '2026-05-31', true],
    ['2026-06-30', '2026-06-29', true],
    ['2026-06-30', '2026-06-30', false],
    ['2026-07-29', '2026-06-30', false],
    ['2026-07-30', '2026-06-30', true],
    ['2026-07-30', '2026-07-29', true],
    ['2026-07-30', '2026-07-30', false],
    ['2026-08-28', '2026-07-30', false],
    ['2026-08-29', '2026-07-30', true],
    // Nobody looked for months: one reminder, not three.
    ['2026-12-01', '2026-06-30', true],
    ['2026-12-01', '2026-12-01', false],
    ['2026-12-01', '2026-11-27', false],
    ['2026-12-01', '2026-11-26', true],
    // Reminded before of a date that lay further back.
    ['2026-06-01', '2026-05-01', true],
  ])('on %s, reminded %s: %s', (today, reviewRemindedOn, due) =>
    expect(isReminderDue({ reviewDue, reviewRemindedOn }, today)).toBe(due),
  )
})

describe('a reminder across a change of the clocks', () => {
  it.each<[reviewDue: string, today: string, remindedOn: string | null, due: boolean]>([
    ['2026-03-29', '2026-02-26', null, false],
    ['2026-03-29', '2026-02-27', null, true],
    ['2026-03-29', '2026-03-28', '2026-02-27', false],
    ['2026-03-29', '2026-03-29', '2026-02-27', true],
    ['2026-03-28', '2026-04-26', '2026-03-28', false],
    ['2026-03-28', '2026-04-27', '2026-03-28', true],
    ['2026-10-25', '2026-09-25', null, true],
    ['2026-10-25', '2026-10-24', '2026-09-25', false],
    ['2026-10-25', '2026-10-25', '2026-09-25', true],
    ['2026-10-25', '2026-11-23', '2026-10-25', false],
    ['2026-10-25', '2026-11-24', '2026-10-25', true],
  ])('of %s, on %s, reminded %s: %s', (reviewDue, today, reviewRemindedOn, due) =>
    expect(isReminderDue({ reviewDue, reviewRemindedOn }, today)).toBe(due),
  )
})
