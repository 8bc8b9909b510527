/** What a service answered; `unknown` when nothing came at all, as without a connection. */
export type ServiceState = 'asking' | 'ok' | 'down' | 'unknown'

const timeout_ms = 10_000

/** Whether an address answers that all is well. */
export async function checkService(path: string, ask: typeof fetch = fetch): Promise<ServiceState> {
  try {
    const { ok } = await ask(path, { cache: 'no-store', signal: AbortSignal.timeout(timeout_ms) })
    return ok ? 'ok' : 'down'
  } catch {
    return 'unknown'
  }
}
