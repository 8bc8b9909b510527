/**
 * What may go wrong with the storage of files, as specification section 8 names it, and the words of an upload that
 * failed. Import-free, so that browsers may use it as a value.
 */
const storageCodes = [
  'unauthenticated',
  'unauthorized-app',
  'quota-exceeded',
  'unauthorized',
  'object-not-found',
  'retry-limit-exceeded',
  'canceled',
  /** No counterpart: addresses to fetch from are signed by us when asked for, so a kept file always has one. */
  'no-download-url',
  'invalid-argument',
  'unknown',
] as const
export type StorageCode = (typeof storageCodes)[number]

const codeOfStatus: Readonly<Record<number, StorageCode>> = {
  400: 'invalid-argument',
  401: 'unauthenticated',
  402: 'quota-exceeded',
  403: 'unauthorized',
  404: 'object-not-found',
  410: 'object-not-found',
  499: 'canceled',
}

/** Whether asking again may help: the storage or the network between was at fault, or there was too much at once. */
export const isRetryableStatus = (status: number): boolean =>
  status === 0 || status === 408 || status === 429 || (status >= 500 && status <= 599)

/**
 * The storage code of an answer's status, 0 for none; `reason` is the refusal that our own server declared. What was
 * tried again until the time for it was up is `retry-limit-exceeded`.
 */
export function storageCodeOf(status: number, reason: string | null = null): StorageCode {
  if (reason === 'foreign-origin') return 'unauthorized-app'
  if (isRetryableStatus(status)) return 'retry-limit-exceeded'
  return codeOfStatus[status] ?? 'unknown'
}

/** 'Failed to upload video: …' around every reason (specification section 8). */
export const uploadFailureMessage = (reason: string): string => `Failed to upload video: ${reason}`

/** No byte has gone over for as long as the limit says. */
export const upload_timeout_message = 'Upload timeout after 60 seconds'
/** Not let in, or asked from another site. */
export const upload_origin_message =
  'Upload failed due to CORS configuration. Please check Candour storage settings.'
