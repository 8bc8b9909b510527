import { webcrypto } from 'node:crypto'
import {
  BitString,
  fromBER,
  Integer,
  ObjectIdentifier,
  OctetString,
  PrintableString,
  Sequence,
  Set as SetOf,
  Utf8String,
} from 'asn1js'
import * as pkijs from 'pkijs'
import { day_ms } from '../clock.ts'

/** A certificate and its private key, both PEM. The key is a secret: wrap it before storing it. */
export type SealingKey = { certificate: string; privateKey: string }

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  modulusLength: 3072,
  publicExponent: new Uint8Array([1, 0, 1]),
  hash: 'SHA-256',
}

const valid_years = 10

/**
 * Makes a key pair and a certificate signed by itself, for sealing documents and nothing else. Readers
 * show who it names but cannot trace it to an authority; an installation that wants that supplies its own.
 *
 * @param holder.commonName what readers show as the signer, for instance the installation's name
 * @param holder.now the certificate is valid from a day before, so that clocks may differ, for ten years
 */
export async function createSealingCertificate(holder: {
  commonName: string
  organisation: string
  now: Date
}): Promise<SealingKey> {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = new pkijs.Certificate()
  certificate.version = 2
  certificate.serialNumber = makeSerialNumber()
  certificate.notBefore.value = new Date(holder.now.getTime() - day_ms)
  certificate.notAfter.value = new Date(holder.now)
  certificate.notAfter.value.setUTCFullYear(holder.now.getUTCFullYear() + valid_years)
  certificate.subject = makeName([
    ['2.5.4.6', new PrintableString({ value: 'GB' })],
    ['2.5.4.10', new Utf8String({ value: holder.organisation })],
    ['2.5.4.3', new Utf8String({ value: holder.commonName })],
  ])
  certificate.issuer = certificate.subject
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  certificate.extensions = await makeExtensions(certificate.subjectPublicKeyInfo)
  await certificate.sign(keys.privateKey, 'SHA-256')
  return {
    certificate: encodePem('CERTIFICATE', certificate.toSchema(true).toBER()),
    privateKey: encodePem('PRIVATE KEY', await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)),
  }
}

/** Country, organisation and common name, one level each; the library keeps only levels it has read. */
function makeName(
  parts: [type: string, value: PrintableString | Utf8String][],
): pkijs.RelativeDistinguishedNames {
  const levels = parts.map(
    ([type, value]) =>
      new SetOf({ value: [new Sequence({ value: [new ObjectIdentifier({ value: type }), value] })] }),
  )
  const { result } = fromBER(new Sequence({ value: levels }).toBER())
  return new pkijs.RelativeDistinguishedNames({ schema: result })
}

/** 126 random bits under a leading 01: always positive, always sixteen bytes. */
function makeSerialNumber(): Integer {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16))
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40
  return new Integer({ valueHex: bytes.buffer })
}

async function makeExtensions(publicKey: pkijs.PublicKeyInfo): Promise<pkijs.Extension[]> {
  const keyId = await webcrypto.subtle.digest('SHA-1', publicKey.subjectPublicKey.valueBlock.valueHexView)
  // Digital signature and non-repudiation: the first two of the nine usages.
  const usage = new BitString({ valueHex: new Uint8Array([0b1100_0000]).buffer, unusedBits: 6 })
  const extension = (extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }) =>
    new pkijs.Extension({ extnID, critical, extnValue: value.toBER() })
  return [
    extension('2.5.29.19', true, new pkijs.BasicConstraints({ cA: false }).toSchema()),
    extension('2.5.29.15', true, usage),
    extension('2.5.29.14', false, new OctetString({ valueHex: keyId })),
  ]
}

function encodePem(label: string, der: ArrayBuffer): string {
  const lines =
    Buffer.from(der)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}
