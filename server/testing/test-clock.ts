import type { Clock } from '../platform/clock.ts'

export type TestClock = Clock & {
  /** Moves the clock by so many milliseconds, back when negative; the database's own clock stays. */
  advance(ms: number): void
}

/** The real time until it is moved. */
export function makeTestClock(): TestClock {
  let moved = 0
  return {
    now: () => new Date(Date.now() + moved),
    advance: (ms) => void (moved += ms),
  }
}

export const minute_ms = 60 * 1000
export const day_ms = 24 * 60 * minute_ms
