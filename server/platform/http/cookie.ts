/** The value of one cookie in a `Cookie` header, decoded; null when it is not there. */
export function cookieValue(header: string, name: string): string | null {
  for (const [found, value] of cookiePairs(header)) {
    if (found === name) {
      try {
        return decodeURIComponent(value)
      } catch {
        return null
      }
    }
  }
  return null
}

/** The names in a `Cookie` header that begin so; browsers send first what they have held longest. */
export const cookieNames = (header: string, beginning: string): string[] =>
  cookiePairs(header).flatMap(([name]) => (name.startsWith(beginning) ? [name] : []))

const cookiePairs = (header: string): [name: string, value: string][] =>
  header.split(';').flatMap((part) => {
    const at = part.indexOf('=')
    return at > 0 ? [[part.slice(0, at).trim(), part.slice(at + 1).trim()] as [string, string]] : []
  })

/**
 * The whole name of a cookie. Where the product is served over TLS it is bound to its host: browsers take `__Host-` only
 * with `Secure`, `Path=/` and no `Domain`, so no other host of the domain can set one. Over plain http, which is for
 * trying it out on one machine, not every browser takes one.
 */
export const hostCookieName = (name: string, secure: boolean): string => `${secure ? '__Host-' : ''}${name}`

/** Whether a whole `Set-Cookie` is one that no other host of the domain can set or read. */
export function isHostBoundCookie(header: string): boolean {
  const [pair = '', ...attributes] = header.split(/;\s*/)
  const has = (wanted: string) => attributes.some((one) => one.toLowerCase() === wanted)
  return (
    pair.startsWith('__Host-') &&
    has('secure') &&
    has('path=/') &&
    !attributes.some((one) => /^domain=/i.test(one))
  )
}

type Cookie = {
  /** As `hostCookieName` makes it. */
  name: string
  value: string
  /** How long browsers keep it; 0 takes it away. */
  seconds: number
  sameSite: 'Lax' | 'Strict'
  secure: boolean
}

/** A cookie as `Set-Cookie` writes it: out of the reach of scripts, for this host alone and all of it. */
export const serializeCookie = ({ name, value, seconds, sameSite, secure }: Cookie): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    `Max-Age=${seconds}`,
    'Path=/',
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
