/** Thrown where what was tried has to begin anew in another way, as is ordinary: nothing failed. */
export class RetryError extends Error {
  override name = 'RetryError'
}

/** Whether that is what happened, whoever wrapped the error on its way. */
export const isRetry = (error: unknown): boolean =>
  error instanceof RetryError || (error instanceof Error && isRetry(error.cause))
