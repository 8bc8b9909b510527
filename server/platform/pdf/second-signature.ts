import { constants, createPrivateKey, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** A key for detached signatures of an algorithm: public and private key as PEM. The latter is a secret. */
export type SecondKey = { algorithm: SecondAlgorithm; publicKey: string; privateKey: string }

type KeyPair = { publicKey: KeyObject; privateKey: KeyObject }
type SignatureAlgorithm = { generate(): KeyPair; sign(bytes: Uint8Array, key: KeyObject): Uint8Array }

/**
 * Algorithms of detached signatures by their names: the port by which another one is added. Each is Node's own. ML-DSA-65
 * (FIPS 204) holds against quantum computers, and its signatures differ each time that the same is signed.
 */
const signatureAlgorithms = {
  'RSA-PSS-3072': {
    generate: () => generateKeyPairSync('rsa', { modulusLength: 3072 }),
    sign: (bytes, key) =>
      sign('sha256', bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }),
  },
  'P-256': {
    generate: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
    sign: (bytes, key) => sign('sha256', bytes, { key, dsaEncoding: 'ieee-p1363' }),
  },
  'ML-DSA-65': {
    generate: () => generateKeyPairSync('ml-dsa-65'),
    sign: (bytes, key) => sign(null, bytes, key),
  },
} as const satisfies Record<string, SignatureAlgorithm>

export type SecondAlgorithm = keyof typeof signatureAlgorithms
export const secondAlgorithms = Object.keys(signatureAlgorithms) as [SecondAlgorithm, ...SecondAlgorithm[]]

/** Makes a key of an algorithm. */
export function createSecondKey(algorithm: SecondAlgorithm): SecondKey {
  const { publicKey, privateKey } = signatureAlgorithms[algorithm].generate()
  return {
    algorithm,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}

/** A detached signature over bytes. */
export const signSecond = (
  { algorithm, privateKey }: Omit<SecondKey, 'publicKey'>,
  bytes: Uint8Array,
): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(signatureAlgorithms[algorithm].sign(bytes, createPrivateKey(privateKey)))
