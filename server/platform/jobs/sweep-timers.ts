import type { Log } from '../database/database.ts'

export type SweepTimers = {
  /** Repeats a sweep. A run that is still busy is not joined by another, and one that fails is tried again in its turn. */
  every(seconds: number, sweep: () => Promise<void>): void
  /** Begins no more runs. */
  stop(): void
}

/** Timers for what is looked after now and then. */
export function createSweepTimers(log: Log): SweepTimers {
  const timers: NodeJS.Timeout[] = []
  return {
    every(seconds, sweep) {
      let busy = false
      const run = async () => {
        if (busy) return
        busy = true
        await sweep().catch((error: unknown) => log.warn({ err: error }, 'sweep failed'))
        busy = false
      }
      timers.push(setInterval(() => void run(), seconds * 1000))
    },
    stop() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}
