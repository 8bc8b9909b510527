import { describe, expect, it, test } from 'vitest'
import type { NewDataRequestStep } from '../../../contract/data-requests.ts'
import type { Nation } from '../../../contract/retention-rules.ts'
import { applyStep, dueDayOf, isOverdue, isReminderDue, type RequestClock } from './data-request-rules.ts'
import { bankHolidays, addMonths, nextWorkingDay } from '../../../contract/working-days.ts'

test.each([
  ['2026-01-31', 1, '2026-02-28'],
  ['2028-01-31', 1, '2028-02-29'],
  ['2026-08-31', 1, '2026-09-30'],
  ['2026-12-31', 1, '2027-01-31'],
  ['2026-05-10', 1, '2026-06-10'],
  ['2026-11-30', 3, '2027-02-28'],
  ['2027-11-30', 3, '2028-02-29'],
  ['2026-03-29', 1, '2026-04-29'],
])('%s and %i months is %s', (from, months, to) => expect(addMonths(from, months)).toBe(to))

test.each<[Nation, number, string[]]>([
  [
    'england',
    2026,
    [
      '2026-01-01',
      '2026-04-03',
      '2026-04-06',
      '2026-05-04',
      '2026-05-25',
      '2026-08-31',
      '2026-12-25',
      '2026-12-28',
    ],
  ],
  [
    'wales',
    2027,
    [
      '2027-01-01',
      '2027-03-26',
      '2027-03-29',
      '2027-05-03',
      '2027-05-31',
      '2027-08-30',
      '2027-12-27',
      '2027-12-28',
    ],
  ],
  [
    'scotland',
    2026,
    [
      ...['2026-01-01', '2026-01-02', '2026-04-03', '2026-05-04', '2026-05-25', '2026-06-15', '2026-08-03'],
      ...['2026-11-30', '2026-12-25', '2026-12-28'],
    ],
  ],
  [
    'scotland',
    2028,
    [
      ...['2028-01-03', '2028-01-04', '2028-04-14', '2028-05-01', '2028-05-29', '2028-08-07'],
      ...['2028-11-30', '2028-12-25', '2028-12-26'],
    ],
  ],
  [
    'northern-ireland',
    2026,
    [
      ...['2026-01-01', '2026-03-17', '2026-04-03', '2026-04-06', '2026-05-04', '2026-05-25'],
      ...['2026-07-13', '2026-08-31', '2026-12-25', '2026-12-28'],
    ],
  ],
])('the bank holidays of %s in %i', (nation, year, days) =>
  expect([...bankHolidays(year, nation)].toSorted()).toEqual(days),
)

test.each<[string, Nation, string]>([
  ['2026-02-28', 'england', '2026-03-02'],
  ['2026-12-25', 'england', '2026-12-29'],
  ['2026-04-03', 'england', '2026-04-07'],
  ['2026-04-03', 'scotland', '2026-04-06'],
  ['2026-06-15', 'scotland', '2026-06-16'],
  ['2026-06-15', 'england', '2026-06-15'],
  ['2027-12-31', 'scotland', '2027-12-31'],
  ['2028-01-01', 'scotland', '2028-01-05'],
])('people work on or after %s in %s on %s', (day, nation, next) =>
  expect(nextWorkingDay(day, nation)).toBe(next),
)

const clock = (change: Partial<RequestClock> = {}): RequestClock => ({
  ...{ receivedOn: '2026-09-03', clockFrom: null, stoppedFor: null, stoppedOn: null },
  ...{ stoppedDays: 0, isExtended: false },
  ...change,
})

test.each<[what: string, change: Partial<RequestClock>, due: string]>([
  ['a plain month, ending on a Saturday', {}, '2026-10-05'],
  ['one that ends on a Wednesday', { receivedOn: '2026-09-07' }, '2026-10-07'],
  ['one that begins on a month’s last day', { receivedOn: '2026-08-31' }, '2026-09-30'],
  ['one over a short month, ending on a Saturday', { receivedOn: '2026-01-31' }, '2026-03-02'],
  ['one in a leap year', { receivedOn: '2028-01-31' }, '2028-02-29'],
  ['one over the end of summer time', { receivedOn: '2026-10-12' }, '2026-11-12'],
  ['one over the beginning of summer time', { receivedOn: '2026-03-10' }, '2026-04-10'],
  ['one that ends on Christmas Day', { receivedOn: '2026-11-25' }, '2026-12-29'],
  ['one whose asker was known later', { clockFrom: '2026-09-10' }, '2026-10-12'],
  ['five days of asking back', { stoppedDays: 5 }, '2026-10-08'],
  ['asking back over the change of the clocks', { receivedOn: '2026-10-01', stoppedDays: 10 }, '2026-11-11'],
  ['an extension', { isExtended: true }, '2026-12-03'],
  ['an extension to a shorter month', { receivedOn: '2026-11-30', isExtended: true }, '2027-03-01'],
  ['all of it', { clockFrom: '2026-09-10', stoppedDays: 3, isExtended: true }, '2026-12-14'],
])('%s', (_what, change, due) => expect(dueDayOf(clock(change), 'england')).toBe(due))

describe('what a step does to the clock', () => {
  const today = '2026-09-20'
  const asked = (change: Partial<RequestClock> = {}, kind: 'access' | 'erasure' = 'access') => ({
    ...clock(change),
    ...{ kind, dueOn: '2026-10-05' },
  })
  const step = (kind: NewDataRequestStep['kind'], more: object = {}) =>
    ({ kind, on: '2026-09-10', note: 'x', ...more }) as NewDataRequestStep
  const stopped = { stoppedFor: 'clarification', stoppedOn: '2026-09-06', stoppedDays: 2 } as const

  it.each<[string, ReturnType<typeof asked>, NewDataRequestStep, unknown]>([
    [
      'asking what is meant',
      asked(),
      step('clarification-asked'),
      { stoppedFor: 'clarification', stoppedOn: '2026-09-10' },
    ],
    [
      'asking who asks',
      asked({}, 'erasure'),
      step('identity-asked'),
      { stoppedFor: 'identity', stoppedOn: '2026-09-10' },
    ],
    ['asking what is meant by an erasure', asked({}, 'erasure'), step('clarification-asked'), 'other-kind'],
    ['asking twice', asked(stopped), step('identity-asked'), 'stopped-already'],
    ['asking when time is over', asked(), step('clarification-asked', { on: '2026-10-06' }), 'too-late'],
    [
      'being told what is meant',
      asked(stopped),
      step('clarified'),
      { stoppedFor: null, stoppedOn: null, stoppedDays: 6 },
    ],
    ['being told unasked', asked(), step('clarified'), 'not-stopped'],
    ['knowing who asks from the start', asked(), step('identified'), {}],
    [
      'knowing it after asking',
      asked({ stoppedFor: 'identity', stoppedOn: '2026-09-04' }),
      step('identified'),
      { stoppedFor: null, stoppedOn: null, clockFrom: '2026-09-10', stoppedDays: 0 },
    ],
    ['extending', asked(), step('extended'), { isExtended: true }],
    ['extending twice', asked({ isExtended: true }), step('extended'), 'already-extended'],
    ['a note', asked(), step('noted'), {}],
  ])('%s', (_what, request, taken, change) => expect(applyStep(request, taken, today)).toEqual(change))

  it('extends nothing whose time is over', () =>
    expect(applyStep(asked(), step('extended'), '2026-10-06')).toBe('too-late'))
})

test.each([
  ['2026-10-05', null, null, '2026-10-05', false],
  ['2026-10-05', null, null, '2026-10-06', true],
  ['2026-10-05', 'identity', null, '2026-10-06', false],
  ['2026-10-05', null, new Date(), '2026-10-06', false],
] as const)(
  'due %s, stopped %s, closed %s, on %s: overdue %s',
  (dueOn, stoppedFor, closedAt, today, expected) =>
    expect(isOverdue({ dueOn, stoppedFor, closedAt }, today)).toBe(expected),
)

test.each([
  ['2026-09-27', null, false],
  ['2026-09-28', null, true],
  ['2026-09-30', '2026-09-28', false],
  ['2026-10-03', '2026-09-28', true],
  ['2026-10-04', '2026-10-03', false],
  ['2026-10-05', '2026-10-03', false],
  ['2026-10-06', '2026-10-03', true],
  ['2026-10-12', '2026-10-06', false],
  ['2026-10-13', '2026-10-06', true],
  ['2026-10-27', '2026-10-13', true],
])('due on 5 October, on %s, reminded %s: %s', (today, remindedOn, due) =>
  expect(isReminderDue({ dueOn: '2026-10-05', remindedOn }, today)).toBe(due),
)
