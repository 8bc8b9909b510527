/** A part the product needs is not there right now; the request may be tried again (503 `unavailable`). */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  constructor(cause: unknown) {
    super('The service is not available right now. Please try again in a moment.', { cause })
  }
}
