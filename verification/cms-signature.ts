import { digest, isSame, join, type Bytes, type HashName } from './bytes.ts'
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
import {
  isCertificateWithHash,
  verifySignature,
  readCertificate,
  type SigningCertificate,
} from './certificate-reading.ts'

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
}

const hashNameByOid: Record<string, HashName | undefined> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

function hashNameOf(algorithm: Der | undefined): HashName {
  const name = hashNameByOid[decodeOid(readChildren(requireValue(algorithm))[0])]
  if (!name) throw new DerError('a hash function that is not known')
  return name
}

/** A signature in its envelope (CMS, RFC 5652), taken apart. */
type CmsEnvelope = {
  contentType: string
  content: Bytes | undefined
  signer: SigningCertificate
  hash: HashName
  /** As they are signed: a plain set, not under the tag that they carry in the envelope. */
  signedAttributes: Bytes
  attributes: Map<string, Der>
  unsigned: Map<string, Der>
  signature: Bytes
}

const readAttributes = (set: Der): Map<string, Der> =>
  new Map(
    readChildren(set).map((row) => {
      const [id, values] = readChildren(row)
      return [decodeOid(id), requireValue(readChildren(requireValue(values, tags.set))[0])]
    }),
  )

async function parseEnvelope(der: Bytes): Promise<CmsEnvelope> {
  const [type, wrapped] = readChildren(readDer(der, tags.sequence))
  if (decodeOid(type) !== oids.signedData) throw new DerError('no signature')
  const parts = readChildren(readDer(requireValue(wrapped, 0xa0).content, tags.sequence))
  const [contentType, contentPart] = readChildren(requireValue(parts[2], tags.sequence))
  const certificates = await Promise.all(
    readChildren(requireValue(parts.find(({ tag }) => tag === 0xa0))).map(({ whole }) =>
      readCertificate(whole),
    ),
  )
  const signers = readChildren(requireValue(parts.at(-1), tags.set))
  if (signers.length !== 1) throw new DerError('not one signer')
  const [, id, digestAlgorithm, ...rest] = readChildren(signers[0]!)
  const signed = requireValue(rest.find(({ tag }) => tag === 0xa0))
  const unsigned = rest.find(({ tag }) => tag === 0xa1)
  return {
    contentType: decodeOid(contentType),
    content: contentPart && readDer(contentPart.content, tags.octets).content,
    signer: findSigner(requireValue(id), certificates),
    hash: hashNameOf(digestAlgorithm),
    signedAttributes: join([Uint8Array.of(tags.set), signed.whole.subarray(1)]),
    attributes: readAttributes(signed),
    unsigned: unsigned ? readAttributes(unsigned) : new Map(),
    signature: requireValue(rest.find(({ tag }) => tag === tags.octets)).content,
  }
}

/** The certificate that the signature names, by issuer and serial number or by its key. */
function findSigner(id: Der, certificates: readonly SigningCertificate[]): SigningCertificate {
  const found = certificates.find(({ issuerAndSerial: { issuer, serial }, keyIdentifier }) => {
    if (id.tag === 0x80) return keyIdentifier !== undefined && isSame(keyIdentifier, id.content)
    const [namedIssuer, namedSerial] = readChildren(id)
    return (
      isSame(issuer, requireValue(namedIssuer).whole) && isSame(serial, requireValue(namedSerial).content)
    )
  })
  if (!found) throw new DerError('no certificate of the signer')
  return found
}

/** Whether the signature is over a content of this hash, and its signed attributes are about it and the certificate. */
async function isEnvelopeValid(envelope: CmsEnvelope, contentHash: Bytes): Promise<boolean> {
  const { attributes, signer, signature, signedAttributes, hash, contentType } = envelope
  const type = attributes.get(oids.contentType)
  const stated = requireValue(attributes.get(oids.messageDigest), tags.octets).content
  const named = attributes.get(oids.certificateV2)
  return (
    decodeOid(type) === contentType &&
    isSame(stated, contentHash) &&
    (named === undefined || (await refersToCertificate(named, signer))) &&
    verifySignature(signer, signature, signedAttributes, hash)
  )
}

/** The first certificate named is the signer's; without an algorithm its hash is SHA-256. */
async function refersToCertificate(named: Der, signer: SigningCertificate): Promise<boolean> {
  const [first] = readChildren(requireValue(readChildren(named)[0]))
  const [one, two] = readChildren(requireValue(first))
  const isDefault = one?.tag === tags.octets
  return isCertificateWithHash(
    signer,
    requireValue(isDefault ? one : two, tags.octets).content,
    isDefault ? 'SHA-256' : hashNameOf(one),
  )
}

/** What a time-stamp authority witnessed: that bytes existed at that moment. Its certificate is good until then. */
export type TimestampResult = {
  at: Date
  authority: string
  until: Date
  /** What it rests on, by the names of the table of algorithms. */
  algorithms: string[]
}

/** Reads an RFC 3161 token; undefined where it does not hold for these bytes. */
export async function verifyTimestamp(token: Bytes, bytes: Bytes): Promise<TimestampResult | undefined> {
  try {
    const envelope = await parseEnvelope(token)
    const { content, contentType, signer, hash } = envelope
    if (contentType !== oids.timeStampInfo || !content || !signer.forTimeStamps) return undefined
    if (!(await isEnvelopeValid(envelope, await digest(content, hash)))) return undefined
    const [, , imprint, , at] = readChildren(readDer(content, tags.sequence))
    const [algorithm, hashed] = readChildren(requireValue(imprint))
    const imprinted = hashNameOf(algorithm)
    const own = await digest(bytes, imprinted)
    if (!isSame(own, requireValue(hashed, tags.octets).content)) return undefined
    const algorithms = [...new Set([imprinted, hash, signer.algorithm])]
    return { at: decodeTime(at), authority: signer.name, until: signer.until, algorithms }
  } catch (fault) {
    if (fault instanceof DerError || fault instanceof DOMException) return undefined
    throw fault
  }
}

/** What a seal's envelope proves of the bytes that it covers. */
export type SignatureResult = {
  signer: SigningCertificate
  timeStamp: TimestampResult | 'broken' | undefined
}

/** Checks a detached signature over `covered`; undefined where it does not hold. */
export async function verifySignatureEnvelope(
  der: Bytes,
  covered: Bytes,
): Promise<SignatureResult | undefined> {
  try {
    const envelope = await parseEnvelope(der)
    const { signer, unsigned, signature, hash } = envelope
    if (!(await isEnvelopeValid(envelope, await digest(covered, hash)))) return undefined
    const token = unsigned.get(oids.timeStampToken)
    return { signer, timeStamp: token && ((await verifyTimestamp(token.whole, signature)) ?? 'broken') }
  } catch (fault) {
    if (fault instanceof DerError || fault instanceof DOMException) return undefined
    throw fault
  }
}
