import { expect, test } from 'vitest'
import { addWorkingMinutes, workingMinutesBetween } from './working-time.ts'

const later = (from: string, hours: number) => addWorkingMinutes(new Date(from), hours * 60).toISOString()

test.each([
  ['within a day', '2026-03-03T10:00:00Z', 4, '2026-03-03T14:00:00.000Z'],
  ['to the last minute of a day', '2026-03-03T10:00:00Z', 7, '2026-03-03T17:00:00.000Z'],
  ['over an evening', '2026-03-03T16:00:00Z', 4, '2026-03-04T12:00:00.000Z'],
  ['from before the morning', '2026-03-03T05:00:00Z', 1, '2026-03-03T10:00:00.000Z'],
  ['over a weekend', '2026-03-06T16:30:00Z', 1, '2026-03-09T09:30:00.000Z'],
  ['by the clock of London in summer', '2026-07-01T08:00:00Z', 1, '2026-07-01T09:00:00.000Z'],
  ['over the night on which clocks go forward', '2026-03-27T16:00:00Z', 2, '2026-03-30T09:00:00.000Z'],
  ['over Easter 2026', '2026-04-02T15:00:00Z', 2, '2026-04-07T09:00:00.000Z'],
  [
    'over Christmas 2026, whose Boxing Day is a Saturday',
    '2026-12-24T17:00:00Z',
    1,
    '2026-12-29T10:00:00.000Z',
  ],
  ['over a New Year that is a Saturday', '2027-12-31T17:00:00Z', 1, '2028-01-04T10:00:00.000Z'],
  ['over the early May holiday', '2026-05-01T16:00:00Z', 1, '2026-05-05T09:00:00.000Z'],
])('working hours are counted %s', (_what, from, hours, due) => {
  expect(later(from, hours)).toBe(due)
})

test('what was worked between two moments is what was added', () => {
  const from = new Date('2026-12-23T12:34:00Z')
  for (const hours of [1, 4, 8, 16, 40, 80])
    expect(workingMinutesBetween(from, addWorkingMinutes(from, hours * 60))).toBe(hours * 60)
  expect(workingMinutesBetween(from, from)).toBe(0)
  expect(workingMinutesBetween(from, new Date(from.getTime() - 60_000))).toBe(0)
})
