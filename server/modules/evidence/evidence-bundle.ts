import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import type { FrozenContent, PaperScan } from '../../../contract/consents.ts'
import { placesOf } from '../../../verification/bundle-check.ts'
import { packContainer, type Entry } from '../../../verification/bundle-container.ts'
import {
  bundleFormat,
  paths,
  type HeadPath,
  type Manifest,
  type Part,
} from '../../../verification/bundle-format.ts'
import { bytesOf, type Bytes } from '../../../verification/bytes.ts'
import { canonical } from '../../../verification/canonical-text.ts'
import { leafOf } from '../../../verification/digest-check.ts'
import { pathOf } from '../../../verification/hash-tree.ts'
import { readSeals } from '../../../verification/pdf-seals.ts'
import type { SealingKey } from '../../platform/pdf/sealing-certificate.ts'
import type { ChainEvent } from '../consents/index.ts'
import { partsBeside, type MarksBeside } from '../proofs/index.ts'
import type { SignatureRow } from '../signing/index.ts'
import type { ChainDigest } from './evidence-store.ts'
import { textPageOf } from './evidence-text.ts'

/** A sealed document with its bytes. */
export type SealedDocument = { kind: string; number: number; pdf: Bytes }

/** One file of a scan of signed paper with its bytes. */
export type ScannedFile = { sha256: string; type: PaperScan['files'][number]['type']; bytes: Bytes }

/** Everything that proves one consent. */
export type Evidence = {
  clinicId: string
  consentId: string
  content: FrozenContent
  contentHash: string
  events: readonly ChainEvent[]
  signature: SignatureRow | undefined
  countersignature: { name: string; gdcNumber: string; contentHash: string; at: Date } | undefined
  beside: MarksBeside
  scans: readonly PaperScan[]
  scanned: readonly ScannedFile[]
  documents: readonly SealedDocument[]
  digests: readonly ChainDigest[]
}

type Titled = Entry & Pick<Part, 'title' | 'tells'>

const asJson = (path: string, title: string, value: unknown): Titled => ({
  path,
  title,
  content: bytesOf(canonical(value)),
})

const documentTitles: Record<string, string> = {
  signed: 'the signed document',
  finalised: 'the countersigned document',
  annex: 'an annex',
  archived: 'the document with its archive time stamp',
  'annex-archived': 'an annex with its archive time stamp',
}

/** Files of scans under their fingerprints, each once. */
const scanParts = (scanned: readonly ScannedFile[]): Titled[] => [
  ...new Map(
    scanned.map(({ sha256, type, bytes }) => [
      sha256,
      { path: paths.scan(sha256, type), title: 'a scan of the signed paper', content: bytes },
    ]),
  ).values(),
]

const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** Certificates as files under their fingerprints, each once. */
function certificateParts(certificates: readonly Uint8Array[]): Titled[] {
  const byPath = new Map<string, Titled>()
  for (const der of certificates) {
    const path = paths.certificate(fingerprintOf(der))
    const lines =
      Buffer.from(der)
        .toString('base64')
        .match(/.{1,64}/g) ?? []
    const content = bytesOf(`-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`)
    byPath.set(path, { path, title: 'the certificate of a seal', content })
  }
  return [...byPath.values()]
}

/** The files of one daily digest that holds a head of this chain; none where it does not. */
async function digestParts(digest: ChainDigest, consentId: string): Promise<Titled[]> {
  const { day, body, heads, signature, timeStamp } = digest
  const place = heads.findIndex(([id]) => id === consentId)
  if (place < 0) return []
  const way: HeadPath = { head: heads[place]!, path: await pathOf(heads.map(leafOf), place) }
  const title = `the daily digest of ${day}`
  const stamp = timeStamp === null ? [] : [{ ending: 'tst' as const, content: bytesIn(timeStamp, 'base64') }]
  return [
    { path: paths.digest(day, 'json'), title, content: bytesOf(body) },
    {
      path: paths.digest(day, 'sig'),
      title: `the signature of ${title}`,
      content: bytesIn(signature, 'hex'),
    },
    ...stamp.map(({ ending, content }) => ({
      path: paths.digest(day, ending),
      title: `the time stamp of ${title}`,
      content,
    })),
    asJson(paths.digest(day, 'path.json'), `the way to ${title}`, way),
  ]
}

const bytesIn = (text: string, encoding: 'hex' | 'base64'): Bytes =>
  Uint8Array.from(Buffer.from(text, encoding))

/** What a signature says, its strokes as they were drawn. */
const signaturePart = ({ name, signerRole, at, ip, userAgent, mark, ...rest }: SignatureRow): Titled => {
  const { markHash, statements, contentHash, declined } = rest
  const said = { name, signerRole, at, ip, userAgent, mark, markHash, statements, contentHash, declined }
  return asJson(paths.signature, 'the signature', said)
}

/** The parts of a bundle, but for its manifest. */
async function partsOf(evidence: Evidence, verifierPage: Bytes): Promise<Titled[]> {
  const { content, contentHash, events, signature, countersignature, beside, scans, documents } = evidence
  return [
    asJson(paths.text, 'the text', content),
    { path: paths.textPage, title: 'the readable text', content: bytesOf(textPageOf(content, contentHash)) },
    asJson(paths.events, 'the chain of events', events),
    ...(signature ? [signaturePart(signature)] : []),
    ...(countersignature ? [asJson(paths.countersignature, 'the countersignature', countersignature)] : []),
    ...partsBeside(beside, events).map(({ noun, title, rows, tells }) => ({
      ...asJson(paths.beside(noun), title, rows),
      tells,
    })),
    ...(scans.length > 0 ? [asJson(paths.scans, 'the list of scans', scans)] : []),
    ...scanParts(evidence.scanned),
    ...documents.map(({ kind, number, pdf }) => ({
      path: paths.document(number, kind),
      title: documentTitles[kind] ?? 'a sealed document',
      content: pdf,
    })),
    ...(await Promise.all(evidence.digests.map((each) => digestParts(each, evidence.consentId)))).flat(),
    { path: paths.verifier, title: 'the page that checks', content: verifierPage },
  ]
}

export type BundleParts = {
  evidence: Evidence
  /** The page that checks the bundle in any browser, and needs nothing else. */
  verifierPage: Bytes
  key: SealingKey
  /** The certificates that the digests were signed with, PEM. */
  digestCertificates: readonly string[]
}

/** A detached signature over bytes with the installation's key. */
export const signWith = ({ privateKey }: Pick<SealingKey, 'privateKey'>, bytes: Uint8Array): Bytes =>
  Uint8Array.from(sign('sha256', bytes, createPrivateKey(privateKey)))

/** Packs everything that proves a consent into one file. The same evidence gives the same file, with the same key. */
export async function makeBundle({
  evidence,
  verifierPage,
  key,
  digestCertificates,
}: BundleParts): Promise<Bytes> {
  const { content, events, clinicId, consentId, documents } = evidence
  const seals = (await Promise.all(documents.map(({ pdf }) => readSeals(pdf)))).flat()
  const certificates = [
    ...[key.certificate, ...digestCertificates].map((pem) => new X509Certificate(pem).raw),
    ...seals.flatMap(({ proven }) => proven?.signer.whole ?? []),
  ]
  const parts = [...(await partsOf(evidence, verifierPage)), ...certificateParts(certificates)]
  const last = events.at(-1)!
  const manifest: Manifest = {
    ...{ format: bundleFormat, clinicId, consentId },
    ...{ asOf: last.at.toISOString(), events: events.length, head: last.hash },
    certificate: fingerprintOf(new X509Certificate(key.certificate).raw),
    sections: await placesOf(canonical(content), content.sections),
    parts: parts
      .map(({ path, title, content: bytes, tells }) => ({
        ...{ path, title, bytes: bytes.length, ...(tells && { tells }) },
        sha256: fingerprintOf(bytes),
      }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
  const listed = bytesOf(canonical(manifest))
  return packContainer([
    ...parts,
    { path: paths.manifest, content: listed },
    { path: paths.manifestSignature, content: signWith(key, listed) },
  ])
}
