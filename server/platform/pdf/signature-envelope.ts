import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { der, derOid, derParts, derTag } from './der-writing.ts'
import type { SealingKey } from './sealing-certificate.ts'

const { sequence, set, octets, integer, context0, context1 } = derTag
const oid = {
  data: derOid('1.2.840.113549.1.7.1'),
  signedData: derOid('1.2.840.113549.1.7.2'),
  contentType: derOid('1.2.840.113549.1.9.3'),
  messageDigest: derOid('1.2.840.113549.1.9.4'),
  signingCertificateV2: derOid('1.2.840.113549.1.9.16.2.47'),
  timeStampToken: derOid('1.2.840.113549.1.9.16.2.14'),
  sha256: derOid('2.16.840.1.101.3.4.2.1'),
  sha512: derOid('2.16.840.1.101.3.4.2.3'),
  rsaEncryption: derOid('1.2.840.113549.1.1.1'),
  ecdsaWithSha256: derOid('1.2.840.10045.4.3.2'),
  ecdsaWithSha512: derOid('1.2.840.10045.4.3.4'),
}
const rsaAlgorithm = der(sequence, oid.rsaEncryption, Buffer.of(0x05, 0x00))
const hashes = {
  'SHA-256': {
    name: 'sha256',
    algorithm: der(sequence, oid.sha256),
    ecdsa: der(sequence, oid.ecdsaWithSha256),
  },
  'SHA-512': {
    name: 'sha512',
    algorithm: der(sequence, oid.sha512),
    ecdsa: der(sequence, oid.ecdsaWithSha512),
  },
} as const
export type SealHash = keyof typeof hashes

/**
 * Wraps a signature over `signed`, the parts one behind the other, in the CMS envelope that PAdES asks for: content type, digest and the
 * signing certificate are signed with it. The time of signing is not: in PAdES it stands in the
 * document's own signature dictionary, and EN 319 142-1 forbids the attribute here. That is why this is
 * not left to the PDF library, which adds it always (LibPDF-js/core#86). The structure is small and always the same
 * (RFC 5652, 5.1), and written here: a library that reads and writes any took three times as long as the signature.
 *
 * @param hash of what is signed; the certificate in it is told by SHA-256, as ESSCertIDv2 has it by default
 * @param requestTimeStamp given the signature, returns an RFC 3161 token for it (level B-T)
 */
export async function buildCmsEnvelope(
  signed: readonly Uint8Array[],
  key: SealingKey,
  requestTimeStamp?: (signature: Uint8Array) => Promise<Uint8Array>,
  hash: SealHash = 'SHA-256',
): Promise<Buffer> {
  const { name, algorithm, ecdsa } = hashes[hash]
  const certificate = new X509Certificate(key.certificate).raw
  const attributes = Buffer.concat(
    inDerOrder([
      attribute(oid.contentType, oid.data),
      attribute(oid.messageDigest, der(octets, digestOf(name, ...signed))),
      attribute(oid.signingCertificateV2, identifyCertificate(certificate)),
    ]),
  )
  const privateKey = createPrivateKey(key.privateKey)
  // What is signed is the attributes as a plain set, not under the tag they carry in the envelope.
  const signature = sign(name, der(set, attributes), privateKey)
  const token = await requestTimeStamp?.(signature)
  const signer = der(
    sequence,
    der(integer, Buffer.of(1)),
    issuerAndSerial(certificate),
    algorithm,
    der(context0, attributes),
    privateKey.asymmetricKeyType === 'ec' ? ecdsa : rsaAlgorithm,
    der(octets, signature),
    token ? der(context1, attribute(oid.timeStampToken, token)) : Buffer.alloc(0),
  )
  const envelope = der(
    sequence,
    der(integer, Buffer.of(1)),
    der(set, algorithm),
    der(sequence, oid.data),
    der(context0, certificate),
    der(set, signer),
  )
  return der(sequence, oid.signedData, der(context0, envelope))
}

const attribute = (type: Buffer, value: Uint8Array): Buffer => der(sequence, type, der(set, value))

/** ESSCertIDv2 with its defaults: SHA-256 of the certificate, so that it cannot be exchanged for another. */
const identifyCertificate = (certificate: Uint8Array): Buffer =>
  der(sequence, der(sequence, der(sequence, der(octets, digestOf('sha256', certificate)))))

/** Whose certificate it is: of its parts the issuer's name and the number that the issuer gave it (RFC 5280, 4.1). */
function issuerAndSerial(certificate: Uint8Array): Buffer {
  const [body] = derParts(certificate)
  const parts = derParts(body!)
  // The version comes first where it is told at all.
  const [serial, , issuer] = parts[0]![0] === context0 ? parts.slice(1) : parts
  return der(sequence, issuer!, serial!)
}

/** DER sorts the members of a set by their encoding; a verifier that encodes again gets the same bytes. */
const inDerOrder = (attributes: Buffer[]): Buffer[] => attributes.toSorted((a, b) => a.compare(b))

function digestOf(name: string, ...parts: readonly Uint8Array[]): Buffer {
  const hash = createHash(name)
  for (const part of parts) hash.update(part)
  return hash.digest()
}
