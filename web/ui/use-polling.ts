import { useEffect } from 'react'

const poll_interval_ms = 2000

/** Asks again every other second while something is on its way; a page in the background waits. */
export function usePolling(isWaiting: boolean, ask: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => {
      // What cannot be asked now is asked the next time.
      if (!document.hidden) void ask().catch(() => {})
    }, poll_interval_ms)
    return () => clearInterval(timer)
  }, [isWaiting, ask])
}
