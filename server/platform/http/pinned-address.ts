import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'

type ResolvedAddress = { address: string; family: number }
/** Asks the name servers where a host is; an address answers itself. */
export type ResolveHost = (host: string) => Promise<ResolvedAddress[]>

export const resolveHost: ResolveHost = (host) => lookup(host, { all: true, verbatim: false })

/** Why a call was not made. */
export class OutboundCallError extends Error {
  override name = 'OutboundCallError'
}

/** The host of an address, an IPv6 address without its brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replaceAll(/[[\]]/g, '')

/**
 * Where a host is, if all of it is outside, as the connection is to take it: to the very address that was looked at, so
 * that a name that answers otherwise a second time leads nowhere else.
 */
export async function pinAddress(
  host: string,
  { isOutside, resolve }: { isOutside: (address: string) => boolean; resolve: ResolveHost },
): Promise<LookupFunction> {
  const places = await resolve(host)
  const [first] = places
  if (!first) throw new OutboundCallError('The address could not be found')
  if (!places.every(({ address }) => isOutside(address)))
    throw new OutboundCallError('The address leads into a private network')
  return (_host, { all }, done) => (all ? done(null, [first]) : done(null, first.address, first.family))
}
