import type { Bytes } from './bytes.ts'

type KeyParameters = Parameters<typeof crypto.subtle.importKey>[2]
type VerifyParameters = Parameters<typeof crypto.subtle.verify>[0]

/** How a browser's own cryptography is asked for each algorithm of a second signature. */
const parameters: Record<string, { key: KeyParameters; verify: VerifyParameters } | undefined> = {
  'RSA-PSS-3072': {
    key: { name: 'RSA-PSS', hash: 'SHA-256' },
    verify: { name: 'RSA-PSS', saltLength: 32 },
  },
  'P-256': { key: { name: 'ECDSA', namedCurve: 'P-256' }, verify: { name: 'ECDSA', hash: 'SHA-256' } },
  'ML-DSA-65': { key: { name: 'ML-DSA-65' }, verify: { name: 'ML-DSA-65' } },
}

/** The key in a PEM file as we write it. */
function publicKeyOf(pem: string): Bytes | undefined {
  const [, base64] = /^-----BEGIN PUBLIC KEY-----\n([\w+/=\n]+)\n-----END PUBLIC KEY-----\n$/.exec(pem) ?? []
  if (base64 === undefined) return undefined
  return Uint8Array.from(atob(base64.replaceAll('\n', '')), (sign) => sign.charCodeAt(0))
}

/**
 * Whether a detached signature of an algorithm is over these bytes. `unable` where this program does not know the
 * algorithm: browsers learn ML-DSA one after the other, and what cannot be checked is said and is no fault of the file.
 */
export async function verifySecondSignature(
  { algorithm, publicKey }: { algorithm: string; publicKey: string },
  signature: Bytes,
  signed: Bytes,
): Promise<boolean | 'unable'> {
  const asked = parameters[algorithm]
  if (!asked) return 'unable'
  try {
    const spki = publicKeyOf(publicKey)
    if (!spki) return false
    const key = await crypto.subtle.importKey('spki', spki, asked.key, false, ['verify'])
    return await crypto.subtle.verify(asked.verify, key, signature, signed)
  } catch (error) {
    if (!(error instanceof DOMException)) throw error
    return error.name === 'NotSupportedError' ? 'unable' : false
  }
}
