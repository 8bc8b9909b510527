/** Thrown where what was tried has to begin anew in another way, as is ordinary: nothing failed. */
export class BeginsAnewError extends Error {
  override name = 'BeginsAnewError'
}

/** Whether that is what happened, whoever wrapped the error on its way. */
export const beginsAnew = (error: unknown): boolean =>
  error instanceof BeginsAnewError || (error instanceof Error && beginsAnew(error.cause))
