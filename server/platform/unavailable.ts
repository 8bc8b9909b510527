/** A part the product needs is not there right now; the request may be tried again (503 `unavailable`). */
export class Unavailable extends Error {
  override name = 'Unavailable'
  constructor(cause: unknown) {
    super('The service is not available right now. Please try again in a moment.', { cause })
  }
}
