import type { Refusal } from './refusal.ts'

/**
 * An answer that waits for somebody outside, as a language model: it is fetched when the transaction has ended and what
 * happened is written down. It may turn out to be a refusal that the operation declares. Not for operations that are
 * answered once for a key.
 */
export class DeferredResponse<T> {
  readonly fetch: () => Promise<T | Refusal>
  constructor(fetch: () => Promise<T | Refusal>) {
    this.fetch = fetch
  }
}
