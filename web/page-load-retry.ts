import { isConnected, untilConnected as waitForConnection } from './ui/plain/connection.ts'

/** The network, as far as a page that is being opened waits for it. */
type Network = { isConnected(): Promise<boolean>; waitForConnection(): Promise<void> }

/**
 * While a page is being opened, what is read for it waits for a connection that is lost, so that the page before stays
 * and the next one comes by itself. At any other time, and for whatever is sent, a lost connection is told at once.
 */
export class PageLoadRetry {
  readonly #network: Network
  #open = 0

  constructor(network: Network = { isConnected, waitForConnection }) {
    this.#network = network
  }

  /** Opens a page; calls that are made meanwhile are those of the page. */
  async run<T>(open: () => Promise<T>): Promise<T> {
    this.#open += 1
    try {
      return await open()
    } finally {
      this.#open -= 1
    }
  }

  /** Sends a request by `fetch`, and one without a body once more whenever the server can be reached again. */
  async send(request: Request, fetch: (request: Request) => Promise<Response>): Promise<Response> {
    for (;;) {
      try {
        return await fetch(request)
      } catch (error) {
        const isFailure = error instanceof TypeError && !request.signal.aborted
        const waits = isFailure && this.#open > 0 && request.method === 'GET'
        if (!waits || (await this.#network.isConnected())) throw error
        await this.#network.waitForConnection()
      }
    }
  }
}
