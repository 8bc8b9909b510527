/** The value of one cookie in a `Cookie` header, decoded; null when it is not there. */
export function cookieValue(header: string, name: string): string | null {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (at > 0 && part.slice(0, at).trim() === name) {
      try {
        return decodeURIComponent(part.slice(at + 1).trim())
      } catch {
        return null
      }
    }
  }
  return null
}

type Cookie = {
  name: string
  value: string
  /** How long browsers keep it; 0 takes it away. */
  seconds: number
  path: string
  sameSite: 'Lax' | 'Strict'
  secure: boolean
}

/** A cookie as `Set-Cookie` writes it: out of the reach of scripts. */
export const serializeCookie = ({ name, value, seconds, path, sameSite, secure }: Cookie): string =>
  [
    `${name}=${encodeURIComponent(value)}`,
    `Max-Age=${seconds}`,
    `Path=${path}`,
    'HttpOnly',
    `SameSite=${sameSite}`,
    ...(secure ? ['Secure'] : []),
  ].join('; ')
