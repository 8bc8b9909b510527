import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import * as pkijs from 'pkijs'
import type { SealingKey } from './sealing-certificate.ts'

const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timeStampToken: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  rsaEncryption: '1.2.840.113549.1.1.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
}

/**
 * Wraps a signature over `signed` in the CMS envelope that PAdES asks for: content type, digest and the
 * signing certificate are signed with it. The time of signing is not: in PAdES it stands in the
 * document's own signature dictionary, and EN 319 142-1 forbids the attribute here. That is why this is
 * not left to the PDF library, which adds it always (LibPDF-js/core#86).
 *
 * @param requestTimeStamp given the signature, returns an RFC 3161 token for it (level B-T)
 */
export async function envelopSignature(
  signed: Uint8Array,
  key: SealingKey,
  requestTimeStamp?: (signature: Uint8Array) => Promise<Uint8Array>,
): Promise<Buffer> {
  const certificateDer = new X509Certificate(key.certificate).raw
  const certificate = new pkijs.Certificate({ schema: readDer(certificateDer) })
  const signedAttrs = new pkijs.SignedAndUnsignedAttributes({
    type: 0,
    attributes: inDerOrder([
      attribute(oid.contentType, new ObjectIdentifier({ value: oid.data })),
      attribute(oid.messageDigest, new OctetString({ valueHex: sha256(signed) })),
      attribute(oid.signingCertificateV2, identifyCertificate(certificateDer)),
    ]),
  })
  const privateKey = createPrivateKey(key.privateKey)
  const signature = sign('sha256', encodeForSigning(signedAttrs), privateKey)
  const token = await requestTimeStamp?.(signature)
  const digestAlgorithm = new pkijs.AlgorithmIdentifier({ algorithmId: oid.sha256 })
  const envelope = new pkijs.SignedData({
    version: 1,
    encapContentInfo: new pkijs.EncapsulatedContentInfo({ eContentType: oid.data }),
    digestAlgorithms: [digestAlgorithm],
    certificates: [certificate],
    signerInfos: [
      new pkijs.SignerInfo({
        version: 1,
        sid: new pkijs.IssuerAndSerialNumber(certificate),
        digestAlgorithm,
        signedAttrs,
        signatureAlgorithm: new pkijs.AlgorithmIdentifier({
          algorithmId: privateKey.asymmetricKeyType === 'ec' ? oid.ecdsaWithSha256 : oid.rsaEncryption,
        }),
        signature: new OctetString({ valueHex: signature }),
        ...(token && { unsignedAttrs: timeStamped(token) }),
      }),
    ],
  })
  const content = new pkijs.ContentInfo({ contentType: oid.signedData, content: envelope.toSchema(true) })
  return Buffer.from(content.toSchema().toBER())
}

function attribute(type: string, value: object): pkijs.Attribute {
  return new pkijs.Attribute({ type, values: [value] })
}

/** ESSCertIDv2 with its defaults: SHA-256 of the certificate, so that it cannot be exchanged for another. */
function identifyCertificate(certificateDer: Uint8Array): Sequence {
  const certificateId = new Sequence({ value: [new OctetString({ valueHex: sha256(certificateDer) })] })
  return new Sequence({ value: [new Sequence({ value: [certificateId] })] })
}

function timeStamped(token: Uint8Array): pkijs.SignedAndUnsignedAttributes {
  return new pkijs.SignedAndUnsignedAttributes({
    type: 1,
    attributes: [attribute(oid.timeStampToken, readDer(token))],
  })
}

/** DER sorts the members of a set by their encoding; a verifier that encodes again gets the same bytes. */
function inDerOrder(attributes: pkijs.Attribute[]): pkijs.Attribute[] {
  const encode = (item: pkijs.Attribute) => Buffer.from(item.toSchema().toBER())
  return attributes.toSorted((a, b) => encode(a).compare(encode(b)))
}

/** What is signed is the attributes as a plain set (0x31), not under the tag they carry in the envelope. */
function encodeForSigning(attributes: pkijs.SignedAndUnsignedAttributes): Uint8Array {
  const encoded = new Uint8Array(attributes.toSchema().toBER())
  encoded[0] = 0x31
  return encoded
}

function readDer(bytes: Uint8Array) {
  const { offset, result } = fromBER(bytes)
  if (offset === -1) throw new Error('the bytes are not DER')
  return result
}

function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(bytes).digest())
}
