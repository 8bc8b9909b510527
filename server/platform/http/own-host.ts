import type { FastifyRequest } from 'fastify'

/** A host as addresses of this protocol write it: in small letters, without the port that goes without saying. */
function normalizeHost(protocol: string, host: string): string | null {
  const address = URL.parse(`${protocol}//${host}`)
  return address && address.href === `${address.origin}/` ? address.host : null
}

type Asked = Pick<FastifyRequest, 'headers' | 'host'> & { socket: { localPort?: number | undefined } }

/**
 * Whether a request came to the host that browsers are to use. `host` is the proxy's word where that is trusted. A
 * proxy in front may name the place it passes requests on to, our own port, in the place of what the browser asked for;
 * where TLS ends in front of us, that tells nothing of the browser and counts as right.
 */
export function isOwnHost({ headers, host, socket }: Asked, origin: string): boolean {
  const { protocol, host: own } = new URL(origin)
  const asked = normalizeHost(protocol, host)
  if (asked === own) return true
  const port = asked === null ? '' : new URL(`${protocol}//${asked}`).port
  const isPassedOn = protocol === 'https:' && headers['x-forwarded-host'] === undefined
  return isPassedOn && port !== '' && port === String(socket.localPort)
}

/** The same page at the origin: its path and query, and never another host's, whatever the request line says. */
export function urlAtOrigin(origin: string, url: string): string {
  const address = url.startsWith('/') ? URL.parse(url, origin) : null
  return address?.origin === origin ? address.href : `${origin}/`
}
