import { digest, isSame, join, type Bytes, type HashName } from './bytes.ts'
import { DerFault, inside, needed, oidOf, readDer, tags, timeOf, type Der } from './der-reading.ts'
import { isCertificate, isSignedBy, readIdentity, type Identity } from './sealing-identity.ts'

const oids = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  certificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  timeStampInfo: '1.2.840.113549.1.9.16.1.4',
}

const hashNames: Record<string, HashName | undefined> = {
  '2.16.840.1.101.3.4.2.1': 'SHA-256',
  '2.16.840.1.101.3.4.2.2': 'SHA-384',
  '2.16.840.1.101.3.4.2.3': 'SHA-512',
}

function hashOf(algorithm: Der | undefined): HashName {
  const name = hashNames[oidOf(inside(needed(algorithm))[0])]
  if (!name) throw new DerFault('a hash function that is not known')
  return name
}

/** A signature in its envelope (CMS, RFC 5652), taken apart. */
type Envelope = {
  contentType: string
  content: Bytes | undefined
  signer: Identity
  hash: HashName
  /** As they are signed: a plain set, not under the tag that they carry in the envelope. */
  signedAttributes: Bytes
  attributes: Map<string, Der>
  unsigned: Map<string, Der>
  signature: Bytes
}

const attributesIn = (set: Der): Map<string, Der> =>
  new Map(
    inside(set).map((row) => {
      const [id, values] = inside(row)
      return [oidOf(id), needed(inside(needed(values, tags.set))[0])]
    }),
  )

async function openEnvelope(der: Bytes): Promise<Envelope> {
  const [type, wrapped] = inside(readDer(der, tags.sequence))
  if (oidOf(type) !== oids.signedData) throw new DerFault('no signature')
  const parts = inside(readDer(needed(wrapped, 0xa0).content, tags.sequence))
  const [contentType, contentPart] = inside(needed(parts[2], tags.sequence))
  const certificates = await Promise.all(
    inside(needed(parts.find(({ tag }) => tag === 0xa0))).map(({ whole }) => readIdentity(whole)),
  )
  const signers = inside(needed(parts.at(-1), tags.set))
  if (signers.length !== 1) throw new DerFault('not one signer')
  const [, id, digestAlgorithm, ...rest] = inside(signers[0]!)
  const signed = needed(rest.find(({ tag }) => tag === 0xa0))
  const unsigned = rest.find(({ tag }) => tag === 0xa1)
  return {
    contentType: oidOf(contentType),
    content: contentPart && readDer(contentPart.content, tags.octets).content,
    signer: signerOf(needed(id), certificates),
    hash: hashOf(digestAlgorithm),
    signedAttributes: join([Uint8Array.of(tags.set), signed.whole.subarray(1)]),
    attributes: attributesIn(signed),
    unsigned: unsigned ? attributesIn(unsigned) : new Map(),
    signature: needed(rest.find(({ tag }) => tag === tags.octets)).content,
  }
}

/** The certificate that the signature names, by issuer and serial number or by its key. */
function signerOf(id: Der, certificates: readonly Identity[]): Identity {
  const found = certificates.find(({ issuerAndSerial: { issuer, serial }, keyIdentifier }) => {
    if (id.tag === 0x80) return keyIdentifier !== undefined && isSame(keyIdentifier, id.content)
    const [namedIssuer, namedSerial] = inside(id)
    return isSame(issuer, needed(namedIssuer).whole) && isSame(serial, needed(namedSerial).content)
  })
  if (!found) throw new DerFault('no certificate of the signer')
  return found
}

/** Whether the signature is over a content of this hash, and its signed attributes are about it and the certificate. */
async function envelopeHolds(envelope: Envelope, contentHash: Bytes): Promise<boolean> {
  const { attributes, signer, signature, signedAttributes, hash, contentType } = envelope
  const type = attributes.get(oids.contentType)
  const stated = needed(attributes.get(oids.messageDigest), tags.octets).content
  const named = attributes.get(oids.certificateV2)
  return (
    oidOf(type) === contentType &&
    isSame(stated, contentHash) &&
    (named === undefined || (await namesCertificate(named, signer))) &&
    isSignedBy(signer, signature, signedAttributes, hash)
  )
}

/** The first certificate named is the signer's; without an algorithm its hash is SHA-256. */
async function namesCertificate(named: Der, signer: Identity): Promise<boolean> {
  const [first] = inside(needed(inside(named)[0]))
  const [one, two] = inside(needed(first))
  const isDefault = one?.tag === tags.octets
  return isCertificate(
    signer,
    needed(isDefault ? one : two, tags.octets).content,
    isDefault ? 'SHA-256' : hashOf(one),
  )
}

/** What a time-stamp authority witnessed: that bytes existed at that moment. Its certificate is good until then. */
export type Witnessed = { at: Date; authority: string; until: Date }

/** Reads an RFC 3161 token; undefined where it does not hold for these bytes. */
export async function readTimeStamp(token: Bytes, bytes: Bytes): Promise<Witnessed | undefined> {
  try {
    const envelope = await openEnvelope(token)
    const { content, contentType, signer, hash } = envelope
    if (contentType !== oids.timeStampInfo || !content || !signer.forTimeStamps) return undefined
    if (!(await envelopeHolds(envelope, await digest(content, hash)))) return undefined
    const [, , imprint, , at] = inside(readDer(content, tags.sequence))
    const [algorithm, hashed] = inside(needed(imprint))
    const own = await digest(bytes, hashOf(algorithm))
    if (!isSame(own, needed(hashed, tags.octets).content)) return undefined
    return { at: timeOf(at), authority: signer.name, until: signer.until }
  } catch (fault) {
    if (fault instanceof DerFault || fault instanceof DOMException) return undefined
    throw fault
  }
}

/** What a seal's envelope proves of the bytes that it covers. */
export type Proven = { signer: Identity; timeStamp: Witnessed | 'broken' | undefined }

/** Checks a detached signature over `covered`; undefined where it does not hold. */
export async function readSignature(der: Bytes, covered: Bytes): Promise<Proven | undefined> {
  try {
    const envelope = await openEnvelope(der)
    const { signer, unsigned, signature, hash } = envelope
    if (!(await envelopeHolds(envelope, await digest(covered, hash)))) return undefined
    const token = unsigned.get(oids.timeStampToken)
    return { signer, timeStamp: token && ((await readTimeStamp(token.whole, signature)) ?? 'broken') }
  } catch (fault) {
    if (fault instanceof DerFault || fault instanceof DOMException) return undefined
    throw fault
  }
}
