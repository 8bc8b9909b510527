/**
 * An answer that waits for somebody outside, as a language model: it is fetched when the transaction has ended and what
 * happened is written down. Not for operations that are answered once for a key.
 */
export class LaterAnswer<T> {
  readonly fetch: () => Promise<T>
  constructor(fetch: () => Promise<T>) {
    this.fetch = fetch
  }
}
