/** How often one request is sent again, and how long that may go on; then whoever asked is told. */
const retries_max = 20
const retry_ms_max = 30_000
const delay_ms_max = 5_000

type Waiting = { delay(ms: number, signal: AbortSignal): Promise<void>; now(): number }

const browserWaiting: Waiting = {
  delay: (ms, signal) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(done, ms)
      const stop = () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      }
      function done() {
        signal.removeEventListener('abort', stop)
        resolve()
      }
      if (signal.aborted) stop()
      else signal.addEventListener('abort', stop, { once: true })
    }),
  now: () => Date.now(),
}

/** Reading changes nothing, and what bears a key is done once, however often it is sent. */
export const maySendAgain = (method: string, headers: Headers): boolean =>
  method === 'GET' || headers.has('idempotency-key')

/** In how many milliseconds the server wants to be asked again; null where it does not say. */
function retryDelay({ status, headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (status !== 503 || !(seconds >= 0)) return null
  return Math.min(seconds * 1000, delay_ms_max)
}

/**
 * Sends again what may be sent twice while the server says that it is away and when to come back, as it does between a
 * database that died and the one that takes its place. Not all callers come back at one moment.
 */
export async function sendWhileUnavailable(
  send: () => Promise<Response>,
  signal: AbortSignal,
  { delay, now }: Waiting = browserWaiting,
): Promise<Response> {
  const begun = now()
  for (let tries = 1; ; tries++) {
    const response = await send()
    const delay_ms = retryDelay(response)
    if (delay_ms === null || tries > retries_max || now() - begun + delay_ms > retry_ms_max) return response
    await delay(delay_ms * (1 + Math.random() / 4), signal)
  }
}
