import { errorCodeOfStatus, type ErrorCode, type ErrorEnvelope } from '../../../contract/errors.ts'
import { call_ms_max } from '../../../contract/limits.ts'
import { maySendAgain, sendWhileUnavailable } from '../../ui/plain/unavailable-retry.ts'

/** The server said no, for a reason that asking again will not change. */
export class RequestRefusedError extends Error {
  override name = 'RequestRefusedError'
  readonly code: ErrorCode
  readonly details: ErrorEnvelope['details']

  constructor({ code, message, details }: ErrorEnvelope) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** No answer that counts: no connection, a time-out, a server in trouble or one asked too often. Trying later may help. */
export class RequestFailedError extends Error {
  override name = 'RequestFailedError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super('The call was not answered', options)
    this.code = code
  }
}

type ApiRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  idempotencyKey?: string
  captcha?: string | undefined
  /** Goes on while the page is being closed; for small bodies alone. */
  keepalive?: boolean
}

type CallHandler = (request: Pick<ApiRequest, 'method' | 'path' | 'body'>) => Promise<unknown>

let callHandler: CallHandler | undefined

/** From now on calls are answered here, in this page, and none leaves it: for the form that anybody may try. */
export const setCallHandler = (own: CallHandler): void => void (callHandler = own)

/** Asks the API. Throws `RequestRefusedError` or `RequestFailedError`, so that callers can tell a no from no answer. */
export async function call<T>(asked: ApiRequest): Promise<T> {
  const { method, path, body, idempotencyKey, captcha, keepalive = false } = asked
  if (callHandler) return (await callHandler(asked)) as T
  const headers = new Headers({
    accept: 'application/json',
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (captcha) headers.set('x-captcha', captcha)
  try {
    const signal = AbortSignal.timeout(call_ms_max)
    const send = () =>
      fetch(path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        keepalive,
        cache: 'no-store',
        signal,
      })
    const mayRepeat = !keepalive && maySendAgain(method, headers)
    const response = await (mayRepeat ? sendWhileUnavailable(send, signal) : send())
    if (!response.ok) throw await errorFrom(response)
    return (await response.json()) as T
  } catch (error) {
    if (error instanceof RequestRefusedError || error instanceof RequestFailedError) throw error
    throw new RequestFailedError(errorCodeOfStatus(0), { cause: error })
  }
}

/** Too many wrong birth dates: waiting does not help. */
export const isLockedOut = (reason: unknown): boolean => reason === 'link-locked' || reason === 'kiosk-locked'

async function errorFrom(response: Response): Promise<RequestRefusedError | RequestFailedError> {
  const envelope = await parseErrorEnvelope(response)
  const tooOften = envelope.code === 'resource-exhausted' && !isLockedOut(envelope.details.reason)
  const passing = tooOften || response.status >= 500
  return passing ? new RequestFailedError(envelope.code) : new RequestRefusedError(envelope)
}

/** Our envelope where the answer is one; otherwise (a proxy's page, say) one made from the status. */
async function parseErrorEnvelope(response: Response): Promise<ErrorEnvelope> {
  const body: unknown = await response.json().catch(() => undefined)
  const fallback = { code: errorCodeOfStatus(response.status), message: '', details: {} }
  return typeof body === 'object' && body !== null && 'code' in body
    ? ({ ...fallback, ...body } as ErrorEnvelope)
    : fallback
}
