/** Bytes as the browser's own cryptography takes them. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The hash functions that a seal or a time stamp may be made with. */
export type HashName = 'SHA-256' | 'SHA-384' | 'SHA-512'

export const digest = async (bytes: Bytes, name: HashName = 'SHA-256'): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest(name, bytes))

/** A hash in hexadecimal, of bytes or of a text in UTF-8. */
export const hexDigest = async (content: Bytes | string, name: HashName): Promise<string> =>
  toHex(await digest(typeof content === 'string' ? bytesOf(content) : content, name))

/** SHA-256 in hexadecimal, of bytes or of a text in UTF-8. */
export const sha256 = (content: Bytes | string): Promise<string> => hexDigest(content, 'SHA-256')

export const bytesOf = (text: string): Bytes => new TextEncoder().encode(text)

/** The text of bytes in UTF-8; undefined where they are none, or begin with a mark that would be lost. */
export function textOf(bytes: Bytes): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

export const toHex = (bytes: Bytes): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

/** The bytes of hexadecimal digits as we write them, in small letters; undefined for anything else. */
export function fromHex(text: string): Bytes | undefined {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text)) return undefined
  return Uint8Array.from({ length: text.length / 2 }, (_, at) => parseInt(text.slice(at * 2, at * 2 + 2), 16))
}

export function isSame(one: Bytes, other: Bytes): boolean {
  if (one.length !== other.length) return false
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false
  return true
}

export function join(parts: readonly Bytes[]): Bytes {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}
