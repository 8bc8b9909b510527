import { codeOfStatus, type ErrorCode, type ErrorEnvelope } from '../../../contract/errors.ts'
import { call_ms_max } from '../../../contract/limits.ts'

/** The server said no, for a reason that asking again will not change. */
export class CallRefused extends Error {
  override name = 'CallRefused'
  readonly code: ErrorCode
  readonly details: ErrorEnvelope['details']

  constructor({ code, message, details }: ErrorEnvelope) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** No answer that counts: no connection, a time-out, a server in trouble or one asked too often. Trying later may help. */
export class CallLost extends Error {
  override name = 'CallLost'
  readonly code: ErrorCode

  constructor(code: ErrorCode, options?: ErrorOptions) {
    super('The call was not answered', options)
    this.code = code
  }
}

type Call = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  idempotencyKey?: string
  captcha?: string | undefined
  /** Goes on while the page is being closed; for small bodies alone. */
  keepalive?: boolean
}

type Answerer = (asked: Pick<Call, 'method' | 'path' | 'body'>) => Promise<unknown>

let answerer: Answerer | undefined

/** From now on calls are answered here, in this page, and none leaves it: for the form that anybody may try. */
export const answerCallsBy = (own: Answerer): void => void (answerer = own)

/** Asks the API. Throws `CallRefused` or `CallLost`, so that callers can tell a no from no answer. */
export async function call<T>(asked: Call): Promise<T> {
  const { method, path, body, idempotencyKey, captcha, keepalive = false } = asked
  if (answerer) return (await answerer(asked)) as T
  const headers = new Headers({
    accept: 'application/json',
    'x-time-zone': Intl.DateTimeFormat().resolvedOptions().timeZone,
  })
  if (body !== undefined) headers.set('content-type', 'application/json')
  if (idempotencyKey) headers.set('idempotency-key', idempotencyKey)
  if (captcha) headers.set('x-captcha', captcha)
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      keepalive,
      cache: 'no-store',
      signal: AbortSignal.timeout(call_ms_max),
    })
    if (!response.ok) throw await problemOf(response)
    return (await response.json()) as T
  } catch (error) {
    if (error instanceof CallRefused || error instanceof CallLost) throw error
    throw new CallLost(codeOfStatus(0), { cause: error })
  }
}

/** Too many wrong birth dates: waiting does not help. */
export const isLockedOut = (reason: unknown): boolean => reason === 'link-locked' || reason === 'kiosk-locked'

async function problemOf(response: Response): Promise<CallRefused | CallLost> {
  const envelope = await envelopeOf(response)
  const tooOften = envelope.code === 'resource-exhausted' && !isLockedOut(envelope.details.reason)
  const passing = tooOften || response.status >= 500
  return passing ? new CallLost(envelope.code) : new CallRefused(envelope)
}

/** Our envelope where the answer is one; otherwise (a proxy's page, say) one made from the status. */
async function envelopeOf(response: Response): Promise<ErrorEnvelope> {
  const body: unknown = await response.json().catch(() => undefined)
  const made = { code: codeOfStatus(response.status), message: '', details: {} }
  return typeof body === 'object' && body !== null && 'code' in body
    ? ({ ...made, ...body } as ErrorEnvelope)
    : made
}
