/**
 * A random UUID (RFC 9562, version 4), for browsers that give none: over plain http, on a practice's own network, they
 * withhold `crypto.randomUUID` and keep `getRandomValues`.
 */
export function randomUuid(): ReturnType<Crypto['randomUUID']> {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<Crypto['randomUUID']>
}

/** Puts it where the page's own code looks for it. */
export function provideRandomUuid(): void {
  crypto.randomUUID ??= randomUuid
}
