/** What a refusal says: `reason` never changes its meaning within a version, so decide by it. */
export type Problem = {
  code: string
  message: string
  details: {
    reason?: string
    requestId?: string
    fields?: { field: string; message: string }[]
    [name: string]: unknown
  }
}

/** A request that was refused or failed. */
export class CandourError extends Error {
  override name = 'CandourError'
  readonly status: number
  readonly code: string
  readonly reason: string
  /** Quote it when you ask for help. */
  readonly requestId: string | null
  /** How long to wait before the request is sent again, where the answer says so. */
  readonly retryAfterSeconds: number | null
  readonly details: Problem['details']

  constructor(status: number, { code, message, details }: Problem, retryAfterSeconds: number | null) {
    super(message)
    this.status = status
    this.code = code
    this.reason = details.reason ?? code
    this.requestId = details.requestId ?? null
    this.retryAfterSeconds = retryAfterSeconds
    this.details = details
  }
}

export type ClientOptions = {
  /** Where Candour is, such as `https://candour.example.org`. */
  url: string
  /** An API key of the practice. */
  key: string
  /** Gives up after this time, 30 seconds unless you say otherwise. */
  timeoutMs?: number
  /** Another `fetch`, for tests. */
  fetch?: typeof fetch
}

export type RequestOptions = {
  /** The same key with the same body gets the same answer. One is made for you where it is left out. */
  idempotencyKey?: string
  signal?: AbortSignal
}

type RequestShape = { method: 'GET' | 'POST' | 'PUT'; path: string; idempotent?: boolean }

/** The error of an answer; an answer that is not ours, such as a proxy's page, is told by its status. */
async function errorOf(response: Response): Promise<CandourError> {
  const text = await response.text()
  const wait = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfter = Number.isFinite(wait) ? wait : null
  try {
    const { code, message, details } = JSON.parse(text) as Partial<Problem>
    if (typeof code === 'string' && typeof message === 'string')
      return new CandourError(response.status, { code, message, details: details ?? {} }, retryAfter)
  } catch {
    // Not JSON.
  }
  const message = `The server answered with status ${response.status}.`
  return new CandourError(response.status, { code: 'internal', message, details: {} }, retryAfter)
}

/** Sends requests as the API describes them: names in the path are filled in, the rest is the query or the body. */
export function createSender({ url, key, timeoutMs = 30_000, fetch: send = fetch }: ClientOptions) {
  const address = url.replace(/\/+$/, '')
  return async (
    { method, path, idempotent = false }: RequestShape,
    input: object,
    { idempotencyKey = crypto.randomUUID(), signal }: RequestOptions,
  ): Promise<Response> => {
    const rest: Record<string, unknown> = { ...input }
    const filled = path.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const query = new URLSearchParams()
    if (method === 'GET')
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) query.set(name, String(value))
    const response = await send(`${address}${filled}${query.size > 0 ? `?${query.toString()}` : ''}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        ...(idempotent ? { 'idempotency-key': idempotencyKey } : {}),
      },
      ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
      // The key is for this address and no other.
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
}
