import type { Clock } from '../platform/clock.ts'

export type TestClock = Clock & {
  /** Moves the clock by so many milliseconds, back when negative; the database's own clock stays. */
  advance(ms: number): void
  /** Holds the time where it is while `work` runs. */
  freeze<T>(work: () => Promise<T>): Promise<T>
}

/** The real time until it is moved. */
export function createTestClock(): TestClock {
  let moved = 0
  let still: Date | null = null
  const now = () => still ?? new Date(Date.now() + moved)
  return {
    now,
    advance: (ms) => void (moved += ms),
    async freeze(work) {
      still = now()
      try {
        return await work()
      } finally {
        still = null
      }
    },
  }
}

export const minute_ms = 60 * 1000
export const day_ms = 24 * 60 * minute_ms
