import { createHash, createPrivateKey, sign, X509Certificate } from 'node:crypto'
import type { FrozenContent, PaperScan } from '../../../contract/consents.ts'
import { sectionPositions } from '../../../verification/bundle-check.ts'
import { packContainer, type Entry } from '../../../verification/bundle-container.ts'
import {
  bundleFormat,
  bundlePaths,
  type ChainHeadProof,
  type Manifest,
  type Part,
  type RenewalProof,
} from '../../../verification/bundle-format.ts'
import { bytesOf, type Bytes, type HashName } from '../../../verification/bytes.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { digestLeaf } from '../../../verification/digest-check.ts'
import { merklePath } from '../../../verification/merkle-tree.ts'
import { readPdfSeals } from '../../../verification/pdf-seals.ts'
import type { SealingKey } from '../../platform/pdf/sealing-certificate.ts'
import { signSecond, type SecondKey } from '../../platform/pdf/second-signature.ts'
import type { ChainEvent } from '../consents/index.ts'
import { evidenceRecords, type RecordFingerprints } from '../proofs/index.ts'
import type { SignatureRow } from '../signing/index.ts'
import type { ChainDigest, StoredRenewal } from './evidence-store.ts'
import { renderTextPage } from './evidence-text.ts'

/** A sealed document with its bytes. */
export type SealedDocument = { kind: string; number: number; pdf: Bytes }

/** One file of a scan of signed paper with its bytes. */
export type ScannedFile = { sha256: string; type: PaperScan['files'][number]['type']; bytes: Bytes }

/** Everything that proves one consent. */
export type BundleEvidence = {
  clinicId: string
  consentId: string
  content: FrozenContent
  contentHash: string
  events: readonly ChainEvent[]
  signature: SignatureRow | undefined
  countersignature: { name: string; gdcNumber: string; contentHash: string; at: Date } | undefined
  beside: RecordFingerprints
  scans: readonly PaperScan[]
  scannedFiles: readonly ScannedFile[]
  documents: readonly SealedDocument[]
  /** All of it in words on one page. */
  summary: Bytes
  digests: readonly ChainDigest[]
  /** Of these digests. */
  renewals: readonly StoredRenewal[]
}

type TitledEntry = Entry & Pick<Part, 'title' | 'tells'>

const jsonEntry = (path: string, title: string, value: unknown): TitledEntry => ({
  path,
  title,
  content: bytesOf(toCanonicalText(value)),
})

const documentTitles: Record<string, string> = {
  signed: 'the signed document',
  finalised: 'the countersigned document',
  annex: 'an annex',
  archived: 'the document with its archive time stamp',
  'annex-archived': 'an annex with its archive time stamp',
  resealed: 'the document with a newer seal',
  'annex-resealed': 'an annex with a newer seal',
}

/** Files of scans under their fingerprints, each once. */
const scanEntries = (scanned: readonly ScannedFile[]): TitledEntry[] => [
  ...new Map(
    scanned.map(({ sha256, type, bytes }) => [
      sha256,
      { path: bundlePaths.scan(sha256, type), title: 'a scan of the signed paper', content: bytes },
    ]),
  ).values(),
]

const fingerprintOf = (der: Uint8Array): string => createHash('sha256').update(der).digest('hex')

/** Certificates as files under their fingerprints, each once. */
function certificateEntries(certificates: readonly Uint8Array[]): TitledEntry[] {
  const byPath = new Map<string, TitledEntry>()
  for (const der of certificates) {
    const path = bundlePaths.certificate(fingerprintOf(der))
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
async function digestEntries(digest: ChainDigest, consentId: string): Promise<TitledEntry[]> {
  const { day, body, heads, signature, timeStamp } = digest
  const place = heads.findIndex(([id]) => id === consentId)
  if (place < 0) return []
  const way: ChainHeadProof = { head: heads[place]!, path: await merklePath(heads.map(digestLeaf), place) }
  const title = `the daily digest of ${day}`
  const stamp =
    timeStamp === null ? [] : [{ ending: 'tst' as const, content: decodeBytes(timeStamp, 'base64') }]
  return [
    { path: bundlePaths.digest(day, 'json'), title, content: bytesOf(body) },
    {
      path: bundlePaths.digest(day, 'sig'),
      title: `the signature of ${title}`,
      content: decodeBytes(signature, 'hex'),
    },
    ...stamp.map(({ ending, content }) => ({
      path: bundlePaths.digest(day, ending),
      title: `the time stamp of ${title}`,
      content,
    })),
    jsonEntry(bundlePaths.digest(day, 'path.json'), `the way to ${title}`, way),
  ]
}

/** The files of one renewal: what was signed, and the way of each leaf about this consent and its digests to the root. */
async function renewalEntries(
  { number, body, leaves, signature, timeStamp, hashAlgorithm }: StoredRenewal,
  { consentId, digests }: Pick<BundleEvidence, 'consentId' | 'digests'>,
): Promise<TitledEntry[]> {
  const texts = leaves.map((leaf) => toCanonicalText(leaf))
  const numbers = new Set(digests.map((digest) => digest.number))
  const proof: RenewalProof = []
  for (const [at, leaf] of leaves.entries())
    if (leaf[0] === 'digest' ? numbers.has(leaf[1]) : leaf[1] === consentId)
      proof.push({ leaf, path: await merklePath(texts, at, hashAlgorithm as HashName) })
  const title = `renewal ${number} of the daily digests`
  const entry = (ending: 'json' | 'sig' | 'tst', content: Bytes) => ({
    path: bundlePaths.renewal(number, ending),
    title,
    content,
  })
  return [
    entry('json', bytesOf(body)),
    entry('sig', decodeBytes(signature, 'hex')),
    ...(timeStamp === null ? [] : [entry('tst', decodeBytes(timeStamp, 'base64'))]),
    jsonEntry(bundlePaths.renewal(number, 'path.json'), `the way to ${title}`, proof),
  ]
}

const decodeBytes = (text: string, encoding: 'hex' | 'base64'): Bytes =>
  Uint8Array.from(Buffer.from(text, encoding))

/** What a signature says, its strokes as they were drawn. */
const signatureEntry = ({
  name,
  signerRole,
  at,
  ip,
  userAgent,
  mark,
  ...rest
}: SignatureRow): TitledEntry => {
  const { markHash, statements, contentHash, declined } = rest
  const said = { name, signerRole, at, ip, userAgent, mark, markHash, statements, contentHash, declined }
  return jsonEntry(bundlePaths.signature, 'the signature', said)
}

/** The parts of a bundle, but for its manifest. */
async function bundleEntries(evidence: BundleEvidence, verifierPage: Bytes): Promise<TitledEntry[]> {
  const { content, contentHash, events, signature, countersignature, beside, scans, documents } = evidence
  return [
    { path: bundlePaths.summary, title: 'the summary', content: evidence.summary },
    jsonEntry(bundlePaths.text, 'the text', content),
    {
      path: bundlePaths.textPage,
      title: 'the readable text',
      content: bytesOf(renderTextPage(content, contentHash)),
    },
    jsonEntry(bundlePaths.events, 'the chain of events', events),
    ...(signature ? [signatureEntry(signature)] : []),
    ...(countersignature
      ? [jsonEntry(bundlePaths.countersignature, 'the countersignature', countersignature)]
      : []),
    ...evidenceRecords(beside, events).map(({ noun, title, rows, tells }) => ({
      ...jsonEntry(bundlePaths.beside(noun), title, rows),
      tells,
    })),
    ...(scans.length > 0 ? [jsonEntry(bundlePaths.scans, 'the list of scans', scans)] : []),
    ...scanEntries(evidence.scannedFiles),
    ...documents.map(({ kind, number, pdf }) => ({
      path: bundlePaths.document(number, kind),
      title: documentTitles[kind] ?? 'a sealed document',
      content: pdf,
    })),
    ...(await Promise.all(evidence.digests.map((each) => digestEntries(each, evidence.consentId)))).flat(),
    ...(await Promise.all(evidence.renewals.map((each) => renewalEntries(each, evidence)))).flat(),
    { path: bundlePaths.verifier, title: 'the page that checks', content: verifierPage },
  ]
}

export type BundleInput = {
  evidence: BundleEvidence
  /** The page that checks the bundle in any browser, and needs nothing else. */
  verifierPage: Bytes
  key: SealingKey
  /** Another key that signs the manifest as well. */
  second?: SecondKey | undefined
  /** The certificates that the digests were signed with, PEM. */
  digestCertificates: readonly string[]
}

/** A detached signature over bytes with the installation's key. */
export const signDetached = (
  { privateKey }: Pick<SealingKey, 'privateKey'>,
  bytes: Uint8Array,
  hash: HashName = 'SHA-256',
): Bytes => Uint8Array.from(sign(hash.replace('-', ''), bytes, createPrivateKey(privateKey)))

/** Packs everything that proves a consent into one file. The same evidence gives the same file, with the same key. */
export async function buildEvidenceBundle({
  evidence,
  verifierPage,
  key,
  second,
  digestCertificates,
}: BundleInput): Promise<Bytes> {
  const { content, events, clinicId, consentId, documents } = evidence
  const seals = (await Promise.all(documents.map(({ pdf }) => readPdfSeals(pdf)))).flat()
  const certificates = [
    ...[key.certificate, ...digestCertificates].map((pem) => new X509Certificate(pem).raw),
    ...seals.flatMap(({ proven }) => proven?.signer.whole ?? []),
  ]
  const secondKey: TitledEntry | undefined = second && {
    path: bundlePaths.secondKey,
    title: 'the key of the second signature',
    content: bytesOf(second.publicKey),
  }
  const parts = [
    ...(await bundleEntries(evidence, verifierPage)),
    ...certificateEntries(certificates),
    ...(secondKey ? [secondKey] : []),
  ]
  const last = events.at(-1)!
  const manifest: Manifest = {
    ...{ format: bundleFormat, clinicId, consentId },
    ...{ asOf: last.at.toISOString(), events: events.length, head: last.hash },
    certificate: fingerprintOf(new X509Certificate(key.certificate).raw),
    ...(second && { second: second.algorithm }),
    sections: await sectionPositions(toCanonicalText(content), content.sections),
    parts: parts
      .map(({ path, title, content: bytes, tells }) => ({
        ...{ path, title, bytes: bytes.length, ...(tells && { tells }) },
        sha256: fingerprintOf(bytes),
      }))
      .toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  }
  const listed = bytesOf(toCanonicalText(manifest))
  return packContainer([
    ...parts,
    { path: bundlePaths.manifest, content: listed },
    { path: bundlePaths.manifestSignature, content: signDetached(key, listed) },
    ...(second ? [{ path: bundlePaths.secondSignature, content: signSecond(second, listed) }] : []),
  ])
}
