/** Runs work once the browser has nothing else to do, at the latest after so long; answers how to leave it. */
export function whenIdle(work: () => void, wait_ms_max: number): () => void {
  if ('requestIdleCallback' in globalThis) {
    const asked = requestIdleCallback(work, { timeout: wait_ms_max })
    return () => cancelIdleCallback(asked)
  }
  // Safari has no idle time to offer.
  const asked = setTimeout(work)
  return () => clearTimeout(asked)
}
