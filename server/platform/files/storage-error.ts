import { setTimeout as pause } from 'node:timers/promises'
import { isRetryableStatus, storageCodeOf, type StorageCode } from '../../../contract/storage-codes.ts'

/** The storage did not do what was asked, with its code as specification section 8 names it. */
class StorageError extends Error {
  override name = 'StorageError'
  readonly code: StorageCode
  constructor(code: StorageCode, cause: unknown) {
    super(`The storage answered ${code}`, { cause })
    this.code = code
  }
}

const pause_ms_first = 250
const pause_ms_max = 8000

export type RetryOptions = {
  ms_max: number
  /** The HTTP status of what went wrong; 0 where there was no answer, and null for what is no fault of the storage. */
  statusOf(error: unknown): number | null
  /** The time in milliseconds and a pause; tests give others. */
  now?(): number
  wait?(ms: number): Promise<unknown>
}

/**
 * Does something with the storage, and again where the storage or the way to it was at fault (5xx, 408, 429), with
 * pauses that grow, until the time for it is up: then the code is `retry-limit-exceeded`.
 */
export async function withStorageRetries<T>(
  work: () => Promise<T>,
  { ms_max, statusOf, now = () => performance.now(), wait = (ms) => pause(ms) }: RetryOptions,
): Promise<T> {
  const until = now() + ms_max
  for (let pause_ms = pause_ms_first; ; pause_ms = Math.min(pause_ms * 2, pause_ms_max)) {
    try {
      return await work()
    } catch (error) {
      const status = statusOf(error)
      if (status === null) throw error
      if (!isRetryableStatus(status) || now() + pause_ms > until)
        throw new StorageError(storageCodeOf(status), error)
      await wait(pause_ms)
    }
  }
}

/** The code of whatever went wrong with the storage, for people who look for the reason. */
export const storageErrorCode = (error: unknown): StorageCode =>
  error instanceof StorageError ? error.code : 'unknown'
