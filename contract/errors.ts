/**
 * The error codes of the product's API and the HTTP status of each (specification section 8).
 * Import-free, so that browsers may use it as a value.
 */
export const httpStatusByCode = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'quota-exceeded': 402,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'resource-exhausted': 429,
  cancelled: 499,
  internal: 500,
  unimplemented: 501,
  unavailable: 503,
  'deadline-exceeded': 504,
} as const

export type ErrorCode = keyof typeof httpStatusByCode

/** What every failed request answers with. `details.reason` names the declared refusal, where there is one. */
export type ErrorEnvelope = {
  code: ErrorCode
  message: string
  details: { reason?: string; requestId?: string; fields?: InputFieldError[]; [name: string]: unknown }
}

/** One field of the input that was refused: its path ('guardians.0.name') and why, in words for people. */
export type InputFieldError = { field: string; message: string }

/** A status the table does not name (0, 500 and the unknown) is `internal`. */
export function errorCodeOfStatus(status: number): ErrorCode {
  const found = Object.entries(httpStatusByCode).find(([, of]) => of === status)
  return (found?.[0] ?? 'internal') as ErrorCode
}
