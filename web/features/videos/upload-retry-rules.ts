import type { ErrorEnvelope } from '../../../contract/errors.ts'
import { storage_retry_ms_max, storage_upload_retry_ms_max } from '../../../contract/limits.ts'
import { isRetryableStatus, storageCodeOf, upload_origin_message } from '../../../contract/storage-codes.ts'

const first_delay_ms = 1000
const delay_ms_max = 30_000

/** Pauses before each further attempt: twice as long each time, and together as long as an upload is tried again. */
export function createRetryDelays(all_ms = storage_upload_retry_ms_max): number[] {
  const pauses: number[] = []
  let left = all_ms
  while (left > 0) {
    const pause = Math.min(first_delay_ms * 2 ** pauses.length, delay_ms_max, left)
    pauses.push(pause)
    left -= pause
  }
  return pauses
}

/** How many attempts fit into the time for which a short call is tried again. */
export const shortCallAttempts = (): number => createRetryDelays(storage_retry_ms_max).length

/** Answers after which the same may go well a moment later; another of our own requests may still hold the upload. */
export const isRetryable = (status: number): boolean =>
  isRetryableStatus(status) || status === 409 || status === 423

/** The upload is known no more: it was finished, cancelled, or not gone on with in time. */
export const isUploadMissing = (status: number): boolean => status === 404 || status === 410

const percent_at_start = 10

/** What a progress bar shows: from 10 up to the last moment before it is done, true in between. */
export const percentOf = (part: number): number =>
  Math.min(99, percent_at_start + Math.floor(Math.max(0, part) * (100 - percent_at_start)))

const network_error_text = 'Network error. Please check your internet connection and try again.'

function parseErrorEnvelope(body: string): ErrorEnvelope | null {
  try {
    const read: unknown = JSON.parse(body)
    return typeof read === 'object' && read !== null && 'code' in read && 'message' in read
      ? { details: {}, ...(read as Pick<ErrorEnvelope, 'code' | 'message'>) }
      : null
  } catch {
    return null
  }
}

/** Why an upload failed, in words; status 0 is no answer at all. */
export function uploadErrorText(status: number, body: string): string {
  const envelope = parseErrorEnvelope(body)
  const code = storageCodeOf(status, envelope?.details.reason ?? null)
  if (code === 'unauthenticated' || code === 'unauthorized' || code === 'unauthorized-app')
    return upload_origin_message
  if (status === 0) return network_error_text
  return envelope?.message ?? `The server answered with status ${status}.`
}
