import { digest, isSame, sha256, textOf, type Bytes, type HashName } from './bytes.ts'
import {
  DerError,
  readChildren,
  requireValue,
  decodeOid,
  readDer,
  tags,
  decodeTime,
  type Der,
} from './der-decoding.ts'

/** A certificate as far as a seal needs it: whose it is, its key, and when it is valid. */
export type SigningCertificate = {
  name: string
  /** SHA-256 of the whole certificate, in hexadecimal: what tells it from another of the same name. */
  fingerprint: string
  from: Date
  until: Date
  /** Issuer and serial number as they stand, by which signatures name it. */
  issuerAndSerial: { issuer: Bytes; serial: Bytes }
  keyIdentifier: Bytes | undefined
  /** Nobody but its holder stands behind it, and nobody can be asked whether it was revoked. */
  isSelfMade: boolean
  forTimeStamps: boolean
  /** The algorithm of its key by its name in the table of algorithms. */
  algorithm: string
  whole: Bytes
  publicKey: Bytes
}

const oids = {
  commonName: '2.5.4.3',
  subjectKeyIdentifier: '2.5.29.14',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  rsa: '1.2.840.113549.1.1.1',
  ec: '1.2.840.10045.2.1',
}

const curves: Record<string, { name: string; bytes: number } | undefined> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
}

/** Reads a certificate. */
export async function readCertificate(whole: Bytes): Promise<SigningCertificate> {
  const [body] = readChildren(readDer(whole, tags.sequence))
  const parts = readChildren(requireValue(body))
  const [serial, , issuer, validity, subject, publicKey, ...more] =
    parts[0]?.tag === 0xa0 ? parts.slice(1) : parts
  const [from, until] = readChildren(requireValue(validity))
  const extensions = extensionsByOid(more)
  const keyIdentifier = extensions.get(oids.subjectKeyIdentifier)
  const usage = extensions.get(oids.extendedKeyUsage)
  return {
    name: commonNameOf(requireValue(subject)),
    fingerprint: await sha256(whole),
    from: decodeTime(from),
    until: decodeTime(until),
    issuerAndSerial: {
      issuer: requireValue(issuer).whole,
      serial: requireValue(serial, tags.integer).content,
    },
    keyIdentifier: keyIdentifier && readDer(keyIdentifier, tags.octets).content,
    isSelfMade: isSame(requireValue(issuer).whole, requireValue(subject).whole),
    forTimeStamps:
      usage !== undefined &&
      readChildren(readDer(usage)).some((each) => decodeOid(each) === oids.timeStamping),
    algorithm: keyAlgorithmOf(requireValue(publicKey)),
    whole,
    publicKey: requireValue(publicKey).whole,
  }
}

/** The kind of a key and its size; of a kind that is not known its number. */
function keyAlgorithmOf(publicKey: Der): string {
  const [algorithm, bits] = readChildren(publicKey)
  const [kind, curveId] = readChildren(requireValue(algorithm))
  const name = decodeOid(kind)
  if (name === oids.ec) return curves[decodeOid(curveId)]?.name ?? name
  if (name !== oids.rsa) return name
  // Behind a byte that counts unused bits: the modulus, which may begin with a nought.
  const key = readDer(requireValue(bits).content.subarray(1) as Bytes, tags.sequence)
  const modulus = requireValue(readChildren(key)[0], tags.integer).content
  return `RSA-${(modulus.length - (modulus[0] === 0 ? 1 : 0)) * 8}`
}

/** Each extension's value by its number. */
function extensionsByOid(more: readonly Der[]): Map<string, Bytes> {
  const list = more.find(({ tag }) => tag === 0xa3)
  const rows = list ? readChildren(readDer(list.content, tags.sequence)) : []
  return new Map(
    rows.map((row) => {
      const [id, ...values] = readChildren(row)
      return [decodeOid(id), requireValue(values.at(-1), tags.octets).content]
    }),
  )
}

function commonNameOf(subject: Der): string {
  const pairs = readChildren(subject).flatMap(readChildren).map(readChildren)
  const [, value] = pairs.find(([id]) => decodeOid(id) === oids.commonName) ?? []
  return (value && textOf(value.content)) ?? 'a certificate without a name'
}

/** The certificate in a PEM file as we write it. */
export async function readPem(pem: string | undefined): Promise<SigningCertificate | undefined> {
  const [, base64] =
    /^-----BEGIN CERTIFICATE-----\n([\w+/=\n]+)\n-----END CERTIFICATE-----\n$/.exec(pem ?? '') ?? []
  if (base64 === undefined) return undefined
  try {
    return await readCertificate(
      Uint8Array.from(atob(base64.replaceAll('\n', '')), (sign) => sign.charCodeAt(0)),
    )
  } catch (fault) {
    if (fault instanceof DerError || fault instanceof DOMException) return undefined
    throw fault
  }
}

/** Whether the holder of a certificate's key signed these bytes. The signature is as X.509 writes it. */
export async function verifySignature(
  { publicKey }: Pick<SigningCertificate, 'publicKey'>,
  signature: Bytes,
  signed: Bytes,
  hash: HashName,
): Promise<boolean> {
  const [algorithm] = readChildren(readDer(publicKey, tags.sequence))
  const [kind, curveId] = readChildren(requireValue(algorithm))
  if (decodeOid(kind) === oids.rsa) {
    const rsa = { name: 'RSASSA-PKCS1-v1_5', hash }
    const key = await crypto.subtle.importKey('spki', publicKey, rsa, false, ['verify'])
    return crypto.subtle.verify(rsa, key, signature, signed)
  }
  const curve = decodeOid(kind) === oids.ec ? curves[decodeOid(curveId)] : undefined
  if (!curve) throw new DerError('a kind of key that is not known')
  const ec = { name: 'ECDSA', namedCurve: curve.name, hash }
  const key = await crypto.subtle.importKey('spki', publicKey, ec, false, ['verify'])
  return crypto.subtle.verify(ec, key, signatureToP1363(signature, curve.bytes), signed)
}

/** An elliptic curve's signature as the browser takes it: both numbers at their full length. */
function signatureToP1363(signature: Bytes, length: number): Bytes {
  const numbers = readChildren(readDer(signature, tags.sequence)).map(
    (number) => requireValue(number, tags.integer).content,
  )
  const points = new Uint8Array(length * 2)
  for (const [place, number] of numbers.entries()) {
    const digits = number[0] === 0 ? number.subarray(1) : number
    if (place > 1 || digits.length > length) throw new DerError('no signature')
    points.set(digits, length * (place + 1) - digits.length)
  }
  return points
}

/** Whether a detached signature is over these bytes by the holder of the certificate; what cannot be read is none. */
export async function verifyDetachedSignature(
  identity: SigningCertificate,
  signature: Bytes | undefined,
  signed: Bytes,
  hash: HashName = 'SHA-256',
): Promise<boolean> {
  if (!signature) return false
  try {
    return await verifySignature(identity, signature, signed, hash)
  } catch (fault) {
    if (fault instanceof DerError || fault instanceof DOMException) return false
    throw fault
  }
}

/** Whether a certificate is the one that was signed along with a seal, by its SHA-256. */
export const isCertificateWithHash = async (
  { whole }: SigningCertificate,
  hash: Bytes,
  name: HashName,
): Promise<boolean> => {
  const own = await digest(whole, name)
  return own.length === hash.length && own.every((byte, at) => byte === hash[at])
}
