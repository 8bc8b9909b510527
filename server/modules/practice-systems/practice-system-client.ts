import { z } from 'zod'
import type { OutboundAnswer, OutboundHttp } from '../../platform/http/outbound-http.ts'
import { PracticeSystemError } from './practice-system-port.ts'

type Query = Record<string, string | number | undefined>

/** Requests to one practice system with one key, by https, to its own address and no other. */
export type SystemClient = {
  get<T>(path: string, query: Query, answer: z.ZodType<T>): Promise<T>
  send<T>(method: 'POST' | 'PUT', path: string, body: object, answer: z.ZodType<T>): Promise<T>
  requests(): number
}

/** Dentally refuses whoever does not say who they are. */
export const userAgent = 'Candour/1 (practice system)'

/** Nobody is left alone for longer than this, whatever they ask for. */
const retry_after_seconds_max = 3600
const rate_limit_seconds_default = 60

/** RFC 9110: seconds, or a date. */
export function retryAfterOf(value: string | undefined, now: Date): number | null {
  if (!value) return null
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), retry_after_seconds_max) : null
}

/** Dentally answers 403 with these words where its hourly limit is used up, and 403 with others where a key may not. */
const isRateLimit = ({ statusCode, text }: OutboundAnswer): boolean =>
  statusCode === 429 || (statusCode === 403 && /rate limit/i.test(text.slice(0, 2000)))

/** Why an answer is none, and how long it asks to be left alone. */
export function systemErrorOf(answer: OutboundAnswer, now: Date): PracticeSystemError {
  const { statusCode, headers, failure } = answer
  if (statusCode === null) return new PracticeSystemError('unavailable', failure ?? 'No answer')
  const pause = retryAfterOf(headers['retry-after'], now)
  if (isRateLimit(answer))
    return new PracticeSystemError(
      'rate-limited',
      `Answered ${statusCode}: too many requests`,
      pause ?? rate_limit_seconds_default,
    )
  if (statusCode === 401) return new PracticeSystemError('key-rejected', 'Answered 401: the key was rejected')
  if (statusCode === 403)
    return new PracticeSystemError('not-permitted', 'Answered 403: the key does not have this permission')
  if (statusCode >= 300 && statusCode < 400)
    return new PracticeSystemError('redirected', `Answered ${statusCode}, which leads elsewhere`)
  if (statusCode >= 500) return new PracticeSystemError('unavailable', `Answered ${statusCode}`, pause)
  return new PracticeSystemError('unexpected-answer', `Answered ${statusCode}`)
}

function parseAnswer<T>(text: string, answer: z.ZodType<T>): T {
  let body: unknown = null
  try {
    // 204, and writes that answer nothing, are fine.
    body = text === '' ? {} : JSON.parse(text)
  } catch {
    throw new PracticeSystemError('unexpected-answer', 'The answer was not JSON')
  }
  const read = answer.safeParse(body)
  if (!read.success) throw new PracticeSystemError('unexpected-answer', 'The answer had an unexpected form')
  return read.data
}

type ClientDeps = {
  outside: OutboundHttp
  /** `https://host` or with a path, no slash behind. */
  address: string
  authorization: string
  /** Answers another one where the first was rejected; null where there is none. */
  renew?: (() => Promise<string | null>) | null
  now: () => Date
}

/** Opens a client; redirects are refused, since whoever follows one hands the key to another host. */
export function createSystemClient({
  outside,
  address,
  authorization,
  renew = null,
  now,
}: ClientDeps): SystemClient {
  let count = 0
  let isRenewed = false
  const headers = { authorization, accept: 'application/json', 'user-agent': userAgent }

  async function askOnce(url: string, request: { method: string; body?: string }): Promise<OutboundAnswer> {
    count++
    const sent = request.body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
    return outside.call(url, { ...request, headers: sent })
  }

  /** Whoever is rejected did nothing yet: the same is asked again, once, with what is had in its place, if that helps. */
  async function ask(url: string, request: { method: string; body?: string }): Promise<OutboundAnswer> {
    const got = await askOnce(url, request)
    if (got.statusCode !== 401) isRenewed = false
    if (got.statusCode !== 401 || renew === null || isRenewed) return got
    isRenewed = true
    const renewed = await renew()
    if (renewed === null) return got
    headers.authorization = renewed
    const again = await askOnce(url, request)
    if (again.statusCode !== 401) isRenewed = false
    return again
  }

  async function call<T>(
    url: string,
    request: { method: string; body?: string },
    answer: z.ZodType<T>,
  ): Promise<T> {
    const got = await ask(url, request)
    if (got.failure !== null) throw systemErrorOf(got, now())
    return parseAnswer(got.text, answer)
  }

  return {
    get(path, query, answer) {
      const url = new URL(address + path)
      for (const [name, value] of Object.entries(query))
        if (value !== undefined) url.searchParams.set(name, String(value))
      return call(url.href, { method: 'GET' }, answer)
    },
    send: (method, path, body, answer) =>
      call(address + path, { method, body: JSON.stringify(body) }, answer),
    requests: () => count,
  }
}
