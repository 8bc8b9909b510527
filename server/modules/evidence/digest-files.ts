import { X509Certificate } from 'node:crypto'
import { packContainer } from '../../../verification/bundle-container.ts'
import type { StoredDigest } from '../../../verification/bundle-format.ts'
import { bytesOf, type Bytes } from '../../../verification/bytes.ts'
import type { ChainDigest } from './evidence-store.ts'

/** How anybody checks the files of a digest with a program that we did not write. */
const verificationInstructions = (day: string, isStamped: boolean): string =>
  [
    `The daily digest of ${day}`,
    '',
    'digest.json   what was signed, byte for byte',
    'digest.sig    its signature by the installation (RSA, SHA-256)',
    'key.pem       the public key of the certificate of the seal',
    'seal.pem      the certificate of the seal, made by the installation itself',
    ...(isStamped ? ['digest.tst    the time stamp of an authority over digest.json (RFC 3161)'] : []),
    'kept.json     all of it in one file, for the page /verify and for npm run verify',
    '',
    'Is the signature over these bytes?',
    '  openssl dgst -sha256 -verify key.pem -signature digest.sig digest.json',
    ...(isStamped
      ? [
          '',
          'Did the authority see these bytes, and when? ca.pem is the certificate by which you trust the authority.',
          '  openssl ts -verify -token_in -in digest.tst -data digest.json -CAfile ca.pem',
          '  openssl ts -reply -token_in -in digest.tst -token_out -text',
        ]
      : ['', 'No time-stamp authority was configured on that day, so that nobody else witnessed it.']),
    '',
  ].join('\n')

/** A digest as files for other programs: what was signed, its signature, and the time stamp where there is one. */
export function buildDigestZip({ day, body, signature, timeStamp }: ChainDigest, kept: string): Bytes {
  const { certificate } = JSON.parse(kept) as StoredDigest
  const key = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'pem' })
  const bytesIn = (text: string, encoding: 'hex' | 'base64') => Uint8Array.from(Buffer.from(text, encoding))
  return packContainer([
    { path: 'digest.json', content: bytesOf(body) },
    { path: 'digest.sig', content: bytesIn(signature, 'hex') },
    ...(timeStamp === null ? [] : [{ path: 'digest.tst', content: bytesIn(timeStamp, 'base64') }]),
    { path: 'how-to-check.txt', content: bytesOf(verificationInstructions(day, timeStamp !== null)) },
    { path: 'kept.json', content: bytesOf(kept) },
    { path: 'key.pem', content: bytesOf(String(key)) },
    { path: 'seal.pem', content: bytesOf(certificate) },
  ])
}
