import type { AnyContractProcedure } from '@orpc/contract'
import { operationRequest, type InputOf, type OutputOf } from '../../contract/operation-request.ts'

/** No answer, or 503: the product is away for the moment, and whether the request was done is not known. */
export class UnavailableError extends Error {
  override name = 'UnavailableError'
  readonly status: number
  /** What a 503 says of when to ask again, in seconds; null where it does not. */
  readonly retryAfter: string | null
  constructor(status: number, retryAfter: string | null = null) {
    super('The product did not answer')
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** The product said no. */
export class ResponseError extends Error {
  override name = 'ResponseError'
  readonly status: number
  readonly reason: string
  constructor(named: string, status: number, body: unknown) {
    super(`${named} answered ${status}: ${JSON.stringify(body)}`)
    this.status = status
    this.reason = (body as { details?: { reason?: string } } | null)?.details?.reason ?? ''
  }
}

/** Whoever waits longer than this was forgotten. */
const answer_ms_max = 120_000

export type FetchCaller = {
  call<C extends AnyContractProcedure>(operation: C, input: InputOf<C>, key?: string): Promise<OutputOf<C>>
  /** Its cookies, for what is no operation. */
  cookie(): string
}

/** An address of a network that is nobody's. */
export const randomAddress = () => `198.51.100.${Math.floor(Math.random() * 250) + 1}`

/** Calls a running product over HTTP as a browser would, from an address of its own, keeping cookies. */
export function fetchCaller(origin: string): FetchCaller {
  const cookies = new Map<string, string>()
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return {
    cookie,
    async call(operation, input, key) {
      const { method, url, rest, named } = operationRequest(operation, input)
      const query = method === 'GET' ? `?${new URLSearchParams(rest as Record<string, string>)}` : ''
      const headers = {
        origin,
        'content-type': 'application/json',
        'x-forwarded-for': randomAddress(),
        cookie: cookie(),
        ...(key ? { 'idempotency-key': key } : {}),
      }
      const request = {
        method,
        headers,
        ...(method === 'GET' ? {} : { body: JSON.stringify(rest) }),
      }
      const signal = AbortSignal.timeout(answer_ms_max)
      const gone = () => {
        if (signal.aborted) throw new Error(`${named} was not answered within ${answer_ms_max} ms`)
        throw new UnavailableError(0)
      }
      const answer = await fetch(origin + url + query, { ...request, signal }).catch(gone)
      const body = (await answer.json().catch(gone)) as OutputOf<typeof operation>
      for (const cookie of answer.headers.getSetCookie()) {
        const [pair] = cookie.split(';')
        const at = pair!.indexOf('=')
        cookies.set(pair!.slice(0, at), pair!.slice(at + 1))
      }
      if (answer.status === 503) throw new UnavailableError(503, answer.headers.get('retry-after'))
      if (!answer.ok) throw new ResponseError(named, answer.status, body)
      return body
    },
  }
}
