/*
 * Whether the server can be reached at all. Browsers' own word is not enough: it says 'online' on a network that leads
 * nowhere, and 'offline' on a computer that runs the server itself.
 */

const probe_ms_max = 5000
const probe_interval_ms = 3000

let waitingCount = 0
const listeners = new Set<() => void>()

function updateWaiting(change: 1 | -1) {
  waitingCount += change
  for (const tell of listeners) tell()
}

/** Whether something waits for the server to be reached again; for `useSyncExternalStore`. */
export const connectionLossStore = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isWaiting: () => waitingCount > 0,
}

/** Whether the server answers now. */
export async function isConnected(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probe_ms_max) })
    return answer.ok
  } catch {
    return false
  }
}

let reconnection: Promise<void> | undefined

/** Resolves once the server answers: asked again every few seconds, and as soon as the browser finds a network. */
export async function untilConnected(): Promise<void> {
  updateWaiting(1)
  try {
    await (reconnection ??= pollUntilConnected())
  } finally {
    updateWaiting(-1)
  }
}

/** Asks for everybody who waits. */
async function pollUntilConnected(): Promise<void> {
  while (!(await isConnected())) await waitForIntervalOrOnline()
  reconnection = undefined
}

const waitForIntervalOrOnline = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, probe_interval_ms)
    addEventListener('online', done)
  })
