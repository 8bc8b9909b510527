import { createHmac, timingSafeEqual } from 'node:crypto'

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

/** The session token of a signed cookie (`token.signature`), or null when the signature is not ours. */
export function sessionTokenOf(header: string, name: string, secret: string): string | null {
  const signed = cookieValue(header, name) ?? ''
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const token = signed.slice(0, at)
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(signed.slice(at + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
