import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { upload_idle_seconds_max } from '../../../contract/limits.ts'
import { upload_timeout_message } from '../../../contract/storage-codes.ts'
import { signedOutEvents } from '../../api.ts'
import {
  isUploadMissing,
  isRetryable,
  createRetryDelays,
  uploadErrorText,
  shortCallAttempts,
} from './upload-retry-rules.ts'

/** What is sent, and where to. */
export type UploadRequest = {
  content: Blob
  name: string
  type: string
  /** Where uploads are begun. */
  endpoint: string
  /** The upload to go on with, where one was begun. */
  url: string | null
}

export type UploadCallbacks = {
  /** The upload was begun and can be gone on with at this address. */
  onBegun: (url: string) => void
  /** Which part of it is over there, from 0 to 1. */
  onProgress: (part: number) => void
  /** Whether the connection is lost, and waited for. */
  onWaiting: (isWaiting: boolean) => void
  onDone: (uploadId: string) => void
  onFailure: (reason: string) => void
}

/** An upload under way. */
export type RunningUpload = {
  pause: () => void
  resume: () => void
  /** Ends it; what the server has of it is taken away. */
  cancel: () => Promise<void>
}

const uploadIdOf = (url: string): string => url.slice(url.lastIndexOf('/') + 1)

/**
 * Sends a video as a resumable upload (tus 1.0): a broken connection is waited for and gone on with, a moment without
 * any progress for as long as the limit says is a failure, from which it can be gone on with too.
 */
export async function sendVideo(parcel: UploadRequest, news: UploadCallbacks): Promise<RunningUpload> {
  const tus = await import('tus-js-client')
  const idle = new IdleWatch(() => {
    void upload.abort()
    stop()
    news.onFailure(upload_timeout_message)
  })
  const upload: Upload = new tus.Upload(parcel.content, {
    ...(parcel.url === null ? { endpoint: parcel.endpoint } : { uploadUrl: parcel.url }),
    metadata: { filename: parcel.name, filetype: parcel.type },
    retryDelays: createRetryDelays(),
    storeFingerprintForResuming: false,
    onUploadUrlAvailable() {
      // Without it an answer in error to 'how far is it?' cannot begin another upload.
      upload.options.endpoint = null
      if (upload.url) news.onBegun(upload.url)
    },
    onBeforeRequest() {
      idle.begin()
    },
    onProgress(sent, all) {
      idle.begin()
      news.onWaiting(false)
      news.onProgress(all > 0 ? sent / all : 1)
    },
    onShouldRetry(error, attempt) {
      idle.end()
      const shouldRetry = isRetried(error, attempt)
      if (shouldRetry) news.onWaiting(true)
      return shouldRetry
    },
    onSuccess() {
      stop()
      news.onDone(uploadIdOf(upload.url ?? ''))
    },
    onError(error) {
      idle.end()
      if (!navigator.onLine) return news.onWaiting(true)
      if ('originalResponse' in error && isUploadMissingError(error)) return startAnew()
      stop()
      news.onFailure(uploadFailureText(error))
    },
  })

  /** Where the server does not know it any more, it is sent from the beginning. */
  function startAnew() {
    upload.url = null
    Object.assign(upload.options, { endpoint: parcel.endpoint, uploadUrl: null })
    news.onProgress(0)
    upload.start()
  }
  /** A connection that is gone need not end what was under way: it may hang. */
  function wait() {
    idle.end()
    void upload.abort()
    news.onWaiting(true)
  }
  function restart() {
    void upload.abort().then(() => upload.start())
  }
  function start() {
    addEventListener('offline', wait)
    addEventListener('online', restart)
    upload.start()
  }
  function stop() {
    idle.end()
    removeEventListener('offline', wait)
    removeEventListener('online', restart)
  }
  start()
  return {
    pause() {
      stop()
      void upload.abort()
    },
    resume: start,
    async cancel() {
      stop()
      await upload.abort(upload.url !== null).catch(console.error)
    },
  }
}

/** Takes away what the server has of an upload. What it does not know any more is taken away already. */
export async function dropUpload(url: string): Promise<void> {
  const { Upload: upload } = await import('tus-js-client')
  await upload.terminate(url).catch(console.error)
}

/** Calls once nothing has been heard for as long as an upload may make no progress. */
class IdleWatch {
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #onIdle: () => void

  constructor(onIdle: () => void) {
    this.#onIdle = onIdle
  }

  begin(): void {
    this.end()
    this.#timer = setTimeout(this.#onIdle, upload_idle_seconds_max * 1000)
  }

  end(): void {
    clearTimeout(this.#timer)
  }
}

const statusOf = ({ originalResponse }: DetailedError): number => originalResponse?.getStatus() ?? 0
const isUploadMissingError = (error: DetailedError): boolean => isUploadMissing(statusOf(error))
const isPatchRequest = (request: HttpRequest | undefined): boolean => request?.getMethod() === 'PATCH'

/** Without a network the browser says when there is one again; short calls are tried again for less long. */
function isRetried(error: DetailedError, attempt: number): boolean {
  if (!navigator.onLine || !isRetryable(statusOf(error))) return false
  return isPatchRequest(error.originalRequest) || attempt < shortCallAttempts()
}

function uploadFailureText(error: Error | DetailedError): string {
  if (!('originalResponse' in error)) return error.message
  const status = statusOf(error)
  if (status === 401) signedOutEvents.dispatchEvent(new Event('signed-out'))
  return uploadErrorText(status, error.originalResponse?.getBody() ?? '')
}
