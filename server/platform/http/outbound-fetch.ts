import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { hostOf, pinAddress, resolveHost, type ResolveHost } from './pinned-address.ts'
import { createPublicAddressCheck } from './public-address.ts'

type OutboundFetchSettings = {
  /** Private networks that may be called all the same, as addresses or CIDR ranges. */
  privateNetworks: readonly string[]
  /** An address that the installation named itself: the same host and port may be called wherever they are. */
  configured: string
  timeout_ms: number
  bytes_max: number
}

type OutboundRequest = { body: Uint8Array; contentType: string }
/** What is at an address that somebody else named; undefined where nobody is, or answers no, or too much. */
export type OutboundFetch = (address: string, sent?: OutboundRequest) => Promise<Uint8Array | undefined>

const protocols: Record<string, typeof requestHttp> = { 'http:': requestHttp, 'https:': requestHttps }

/** Reads what is at addresses that answers of others name: outside alone, without following, within time and size. */
export function openOutboundFetch(
  { privateNetworks, configured, timeout_ms, bytes_max }: OutboundFetchSettings,
  resolve: ResolveHost = resolveHost,
): OutboundFetch {
  const isPublic = createPublicAddressCheck(privateNetworks)

  async function read(url: URL, sent: OutboundRequest | undefined): Promise<Uint8Array | undefined> {
    const isOutside = url.host === new URL(configured).host ? () => true : isPublic
    const lookup = await pinAddress(hostOf(url.href), { isOutside, resolve })
    const settings = {
      ...{ lookup, agent: false, signal: AbortSignal.timeout(timeout_ms) },
      method: sent ? 'POST' : 'GET',
      headers: sent ? { 'content-type': sent.contentType, 'content-length': sent.body.length } : {},
    } as const
    return new Promise((done, reject) => {
      const call = protocols[url.protocol]!(url, settings, (answer) => {
        const parts: Buffer[] = []
        let bytes = 0
        const giveUp = () => {
          answer.destroy()
          done(undefined)
        }
        if (answer.statusCode !== 200) return giveUp()
        answer.on('data', (part: Buffer) => {
          bytes += part.length
          if (bytes > bytes_max) giveUp()
          else parts.push(part)
        })
        answer.on('error', reject)
        answer.on('end', () => done(Buffer.concat(parts)))
      })
      call.on('error', reject)
      call.end(sent?.body)
    })
  }

  return async (address, sent) => {
    try {
      const url = new URL(address)
      // Whoever's answer names our own address has no words to put into it.
      if (!Object.hasOwn(protocols, url.protocol) || url.username !== '' || url.password !== '')
        return undefined
      return await read(url, sent)
    } catch {
      return undefined
    }
  }
}
