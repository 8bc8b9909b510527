import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { rootCertificates } from 'node:tls'
import { hostOf, OutboundCallError, pinAddress, resolveHost, type ResolveHost } from './pinned-address.ts'
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

/** The same with what was answered; text is empty and there are no headers where no answer came. */
export type OutboundAnswer = OutboundResult & { headers: Record<string, string>; text: string }

export type OutboundRequest = {
  method?: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

export type OutboundHttp = {
  /** Whether the address names, in figures, a place that is not outside. */
  isPrivate(url: string): boolean
  /** Sends a body to a stranger's address. Answers always, at the latest when the time is over. */
  post(url: string, sent: { headers: Record<string, string>; body: string }): Promise<OutboundResult>
  /** The same by any method, with the answer read, up to a limit. */
  call(url: string, sent: OutboundRequest): Promise<OutboundAnswer>
  /** The same for a library that expects it so. Throws where no answer came, or one that leads elsewhere. */
  fetch(url: string, sent?: OutboundRequest): Promise<Response>
}

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

/** More than a page of a hundred records ever takes. */
const answer_bytes_max = 8 * 1024 * 1024

async function readText(answer: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of answer) {
    parts.push(part as Buffer)
    bytes += (part as Buffer).length
    if (bytes > answer_bytes_max) throw new OutboundCallError('The answer was too long')
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Headers by their names in small letters; of several, the first. */
const headersOf = (answer: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(answer.headers).flatMap(([name, value]) => {
      const first = Array.isArray(value) ? value[0] : value
      return first === undefined ? [] : [[name, first]]
    }),
  )

type Read = { statusCode: number; headers: Record<string, string>; text: string }

/** Calls to addresses that others name: by https, only outside, to the very address that was looked at, without following. */
export function openOutboundHttp(
  { privateNetworks, certificateAuthority, timeoutSeconds }: OutboundHttpSettings,
  resolve: ResolveHost = resolveHost,
): OutboundHttp {
  const isOutside = createPublicAddressCheck(privateNetworks)

  async function answerOf(
    url: string,
    { method = 'GET', headers = {}, body = '' }: OutboundRequest,
    { reads, signal }: { reads: boolean; signal: AbortSignal },
  ): Promise<Read> {
    const lookup = await pinAddress(hostOf(url), { isOutside, resolve })
    const length = Buffer.byteLength(body)
    const settings = {
      method,
      headers: { ...headers, ...(length > 0 || method !== 'GET' ? { 'content-length': length } : {}) },
      lookup,
      agent: false,
      signal,
      ...(certificateAuthority ? { ca: [...rootCertificates, certificateAuthority] } : {}),
    } as const
    return new Promise((resolve, reject) => {
      const call = request(url, settings, (answer) => {
        const known = { statusCode: answer.statusCode!, headers: headersOf(answer) }
        if (reads) {
          readText(answer).then((text) => resolve({ ...known, text }), reject)
          return
        }
        resolve({ ...known, text: '' })
        // What it says beyond its status is nobody's business.
        answer.on('error', () => {})
        answer.destroy()
      })
      call.on('error', reject)
      call.end(body)
    })
  }

  async function call(url: string, sent: OutboundRequest, reads: boolean): Promise<OutboundAnswer> {
    const started = performance.now()
    const since = () => Math.round(performance.now() - started)
    const signal = AbortSignal.timeout(timeoutSeconds * 1000)
    const timeUp = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () =>
        reject(new OutboundCallError(`No answer within ${timeoutSeconds} seconds`)),
      )
    })
    try {
      const calling = answerOf(url, sent, { reads, signal })
      calling.catch(() => {})
      const answer = await Promise.race([calling, timeUp])
      return { ...answer, durationMs: since(), failure: statusFailureText(answer.statusCode) }
    } catch (error) {
      return { statusCode: null, headers: {}, text: '', durationMs: since(), failure: failureText(error) }
    }
  }

  return {
    isPrivate(url) {
      const host = hostOf(url)
      return isIP(host) !== 0 && !isOutside(host)
    },
    async post(url, sent) {
      const { statusCode, durationMs, failure } = await call(url, { method: 'POST', ...sent }, false)
      return { statusCode, durationMs, failure }
    },
    call: (url, sent) => call(url, sent, true),
    async fetch(url, sent = {}) {
      if (!url.startsWith('https:')) throw new OutboundCallError('The address does not begin with https://')
      const { statusCode: status, headers, text, failure } = await call(url, sent, true)
      if (status === null || (status >= 300 && status < 400))
        throw new OutboundCallError(failure ?? 'The connection failed')
      return new Response(status === 204 ? null : text, { status, headers })
    },
  }
}
