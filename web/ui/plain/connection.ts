/*
 * Whether the server can be reached at all. Browsers' own word is not enough: it says 'online' on a network that leads
 * nowhere, and 'offline' on a computer that runs the server itself.
 */

const probe_ms_max = 5000
const probe_every_ms = 3000

let waiting = 0
const listeners = new Set<() => void>()

function tellWaiting(change: 1 | -1) {
  waiting += change
  for (const tell of listeners) tell()
}

/** Whether something waits for the server to be reached again; for `useSyncExternalStore`. */
export const connectionLoss = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  isWaiting: () => waiting > 0,
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

let back: Promise<void> | undefined

/** Resolves once the server answers: asked again every few seconds, and as soon as the browser finds a network. */
export async function untilConnected(): Promise<void> {
  tellWaiting(1)
  try {
    await (back ??= askUntilBack())
  } finally {
    tellWaiting(-1)
  }
}

/** Asks for everybody who waits. */
async function askUntilBack(): Promise<void> {
  while (!(await isConnected())) await pauseOrNetwork()
  back = undefined
}

const pauseOrNetwork = () =>
  new Promise<void>((resolve) => {
    const done = () => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, probe_every_ms)
    addEventListener('online', done)
  })
