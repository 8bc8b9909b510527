import { expect, test } from 'vitest'
import { idleStateAt, shouldReportActivity, type IdleState } from './idle-rules.ts'

const minute = 60_000
const usedAt = Date.UTC(2026, 10, 21, 9, 0)

test.each<[situation: string, since_ms: number, idleMinutes: number, IdleState]>([
  ['just used', 0, 15, { state: 'active' }],
  ['a millisecond before the warning', 14 * minute - 1, 15, { state: 'active' }],
  ['a minute before it locks', 14 * minute, 15, { state: 'warned', secondsLeft: 60 }],
  ['half a second before it locks', 15 * minute - 500, 15, { state: 'warned', secondsLeft: 1 }],
  ['at the limit', 15 * minute, 15, { state: 'due' }],
  ['woken after a night', 9 * 60 * minute, 15, { state: 'due' }],
  ['the longest limit', 239 * minute - 1, 240, { state: 'active' }],
  ['a limit of one minute, fresh', 29_999, 1, { state: 'active' }],
  ['a limit of one minute, half over', 30_000, 1, { state: 'warned', secondsLeft: 30 }],
  ['a clock set back by an hour', -60 * minute, 15, { state: 'active' }],
])('%s', (_situation, since_ms, idleMinutes, expected) => {
  expect(idleStateAt(usedAt + since_ms, usedAt, idleMinutes)).toEqual(expected)
})

test.each<[situation: string, usedAfter_ms: number, now_ms: number, told: boolean]>([
  ['not used since it was told', 0, 5 * minute, false],
  ['used, told a moment ago', 10_000, 20_000, false],
  ['used, told more than a minute ago', 10_000, 61_000, true],
])('%s', (_situation, usedAfter_ms, now_ms, told) => {
  expect(shouldReportActivity(usedAt + now_ms, usedAt + usedAfter_ms, usedAt)).toBe(told)
})
