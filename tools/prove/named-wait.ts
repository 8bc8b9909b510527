import { setTimeout as sleep } from 'node:timers/promises'

const look_ms = 40

/** Looks until something is so; where that takes longer than its limit, an error names what was waited for. */
export async function waitUntil(
  what: string,
  limit_ms: number,
  isSo: () => boolean | Promise<boolean>,
): Promise<void> {
  const over = new AbortController()
  const late = sleep(limit_ms, 'late' as const, { signal: over.signal })
  late.catch(() => {})
  try {
    for (;;) {
      // It stands first: a look that has no end is given up, and one that always fails as well.
      const found = await Promise.race([late, isSo()])
      if (found === 'late') throw new Error(`Waited for ${what} for longer than ${limit_ms} ms`)
      if (found) return
      await sleep(look_ms)
    }
  } finally {
    over.abort()
  }
}
