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

export type OutboundHttp = {
  /** Whether the address names, in figures, a place that is not outside. */
  isPrivate(url: string): boolean
  /** Sends a body to a stranger's address. Answers always, at the latest when the time is over. */
  post(url: string, sent: { headers: Record<string, string>; body: string }): Promise<OutboundResult>
}

const failureTexts: Record<string, string> = {
  ENOTFOUND: 'The address could not be found',
  EAI_AGAIN: 'The address could not be found',
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was lost',
  EPROTO: 'No secure connection could be made',
}

function failureText(error: unknown): string {
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
export function openOutboundHttp(
  { privateNetworks, certificateAuthority, timeoutSeconds }: OutboundHttpSettings,
  resolve: ResolveHost = resolveHost,
): OutboundHttp {
  const isOutside = createPublicAddressCheck(privateNetworks)

  async function statusOf(
    url: string,
    { headers, body }: { headers: Record<string, string>; body: string },
    signal: AbortSignal,
  ): Promise<number> {
    const lookup = await pinAddress(hostOf(url), { isOutside, resolve })
    const settings = {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      lookup,
      agent: false,
      signal,
      ...(certificateAuthority ? { ca: [...rootCertificates, certificateAuthority] } : {}),
    } as const
    return new Promise((resolve, reject) => {
      const call = request(url, settings, (answer) => {
        resolve(answer.statusCode!)
        // What it says beyond its status is nobody's business.
        answer.on('error', () => {})
        answer.destroy()
      })
      call.on('error', reject)
      call.end(body)
    })
  }

  return {
    isPrivate(url) {
      const host = hostOf(url)
      return isIP(host) !== 0 && !isOutside(host)
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
        const calling = statusOf(url, sent, signal)
        calling.catch(() => {})
        const statusCode = await Promise.race([calling, timeUp])
        return { statusCode, durationMs: since(), failure: statusFailureText(statusCode) }
      } catch (error) {
        return { statusCode: null, durationMs: since(), failure: failureText(error) }
      }
    },
  }
}
