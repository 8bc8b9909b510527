import { lookup } from 'node:dns/promises'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { performance } from 'node:perf_hooks'
import { rootCertificates } from 'node:tls'
import { createPublicAddressCheck } from './public-address.ts'

export type OutboundHttpSettings = {
  /** Private networks that may be called all the same, as addresses or CIDR ranges. */
  privateNetworks: string[]
  /** Certificates, as PEM, that are believed besides the usual ones. */
  certificateAuthority?: string
  timeoutSeconds: number
}

/** What came of a call: the status of the answer, if there was one, and why it did not succeed in words for people. */
export type OutboundResult = { statusCode: number | null; durationMs: number; failure: string | null }

export type OutboundRequest = { method?: string; headers?: Record<string, string>; body?: string }

/** No description, token or list of keys is longer. */
const answer_bytes_max = 1024 * 1024

export type OutboundHttp = {
  /** Whether the address names, in figures, a place that is not outside. */
  isPrivate(url: string): boolean
  /** Asks a stranger's address and reads its answer, up to a size. Throws where there is none. */
  fetch(url: string, sent?: OutboundRequest): Promise<Response>
  /** Sends a body to a stranger's address. Answers always, at the latest when the time is over. */
  post(url: string, sent: { headers: Record<string, string>; body: string }): Promise<OutboundResult>
}

/** Why a call did not come to an answer. */
class OutboundCallError extends Error {
  override name = 'OutboundCallError'
}

const hostOf = (url: string): string => new URL(url).hostname.replaceAll(/[[\]]/g, '')

const failureTexts: Record<string, string> = {
  ENOTFOUND: 'The address could not be found',
  EAI_AGAIN: 'The address could not be found',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was lost',
  EPROTO: 'No secure connection could be made',
}

/** Why a call came to no answer, in words for people. */
export function failureText(error: unknown): string {
  if (error instanceof OutboundCallError) return error.message
  const { code = '' } = error as NodeJS.ErrnoException
  const isUntrusted = /CERT|SSL|TLS|SELF_SIGNED|ISSUER|SIGNATURE/.test(code)
  return (
    failureTexts[code] ?? (isUntrusted ? 'The certificate could not be trusted' : 'The connection failed')
  )
}

const statusFailureText = (status: number): string | null => {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? `Answered ${status}, which leads elsewhere; nobody is followed`
    : `Answered ${status}`
}

/** Calls to addresses that others name: by https, only outside, to the very address that was looked at, without following. */
export function openOutboundHttp({
  privateNetworks,
  certificateAuthority,
  timeoutSeconds,
}: OutboundHttpSettings): OutboundHttp {
  const isOutside = createPublicAddressCheck(privateNetworks)

  /** Where a host is, if all of it is outside; the connection goes there and asks no name server again. */
  async function placeOf(host: string): Promise<{ address: string; family: number }> {
    const places = await lookup(host, { all: true, verbatim: false })
    const [first] = places
    if (!first) throw new OutboundCallError('The address could not be found')
    if (!places.every(({ address }) => isOutside(address)))
      throw new OutboundCallError('The address leads into a private network')
    return first
  }

  /** Sends a request to the place that was looked at, and hands its answer on. */
  async function send<T>(
    url: string,
    { method = 'GET', headers = {}, body = '' }: OutboundRequest,
    signal: AbortSignal,
    read: (answer: IncomingMessage) => T | Promise<T>,
  ): Promise<T> {
    const place = await placeOf(hostOf(url))
    const pinned: LookupFunction = (_host, { all }, done) =>
      all ? done(null, [place]) : done(null, place.address, place.family)
    const settings = {
      method,
      headers: { ...headers, ...(method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }) },
      lookup: pinned,
      agent: false,
      signal,
      ...(certificateAuthority ? { ca: [...rootCertificates, certificateAuthority] } : {}),
    } as const
    return new Promise((resolve, reject) => {
      const call = request(url, settings, (answer) => {
        Promise.resolve(read(answer)).then(resolve, reject)
      })
      call.on('error', reject)
      call.end(body)
    })
  }

  /** What it says beyond its status is nobody's business. */
  function statusOf(answer: IncomingMessage): number {
    answer.on('error', () => {})
    answer.destroy()
    return answer.statusCode!
  }

  async function responseOf(answer: IncomingMessage): Promise<Response> {
    const parts: Buffer[] = []
    let bytes = 0
    for await (const part of answer as AsyncIterable<Buffer>) {
      bytes += part.length
      if (bytes > answer_bytes_max) throw new OutboundCallError('The answer is too long')
      parts.push(part)
    }
    const headers = new Headers()
    for (const [name, value] of Object.entries(answer.headers)) headers.set(name, String(value))
    const status = answer.statusCode!
    const isEmpty = status === 204 || status === 304
    return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers })
  }

  return {
    isPrivate(url) {
      const host = hostOf(url)
      return isIP(host) !== 0 && !isOutside(host)
    },
    async fetch(url, sent = {}) {
      if (!url.startsWith('https:')) throw new OutboundCallError('The address does not begin with https://')
      const answer = await send(url, sent, AbortSignal.timeout(timeoutSeconds * 1000), responseOf)
      if (answer.status >= 300 && answer.status < 400)
        throw new OutboundCallError(statusFailureText(answer.status)!)
      return answer
    },
    async post(url, sent) {
      const started = performance.now()
      const since = () => Math.round(performance.now() - started)
      const signal = AbortSignal.timeout(timeoutSeconds * 1000)
      const timeUp = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () =>
          reject(new OutboundCallError(`No answer within ${timeoutSeconds} seconds`)),
        )
      })
      try {
        const calling = send(url, { method: 'POST', ...sent }, signal, statusOf)
        calling.catch(() => {})
        const statusCode = await Promise.race([calling, timeUp])
        return { statusCode, durationMs: since(), failure: statusFailureText(statusCode) }
      } catch (error) {
        return { statusCode: null, durationMs: since(), failure: failureText(error) }
      }
    },
  }
}
