import type { HashName } from './bytes.ts'
import type { MerklePathStep } from './merkle-tree.ts'

/** What the files of a bundle are called, and what they say. Written by the server, read by whoever checks it. */
export const bundleFormat = 'candour-evidence-1'
export const digestFormat = 'candour-digest-1'
export const renewalFormat = 'candour-digest-renewal-1'

/** What a scan's file is called at its end, by its type. */
const scanExtensions: Record<string, string> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
}

export const bundlePaths = {
  /** First in order, for somebody who reads nothing else. */
  summary: '0-summary.pdf',
  manifest: 'manifest.json',
  manifestSignature: 'manifest.sig',
  secondSignature: 'manifest.second.sig',
  secondKey: 'certificates/second-key.pem',
  verifier: 'verify.html',
  text: 'record/text.json',
  textPage: 'record/text.html',
  events: 'record/events.json',
  signature: 'record/signature.json',
  countersignature: 'record/countersignature.json',
  questions: 'record/questions.json',
  scans: 'record/scans.json',
  /** What a noun keeps beside the chain. */
  beside: (noun: string) => `record/${noun}.json`,
  certificate: (fingerprint: string) => `certificates/${fingerprint.slice(0, 16)}.pem`,
  scan: (fingerprint: string, type: string) => `scans/${fingerprint}.${scanExtensions[type] ?? 'bin'}`,
  document: (number: number, kind: string) => `documents/${number}-${kind}.pdf`,
  digest: (day: string, ending: 'json' | 'sig' | 'tst' | 'path.json') => `digests/${day}.${ending}`,
  renewal: (number: number, ending: 'json' | 'sig' | 'tst' | 'path.json') => `renewals/${number}.${ending}`,
} as const

/** A part of the text: where its bytes stand in the text's file, so that a change inside it is named. */
export type SectionPosition = { number: number; title: string; from: number; to: number; sha256: string }

export type Part = {
  path: string
  title: string
  bytes: number
  sha256: string
  /** The events that name what stands in it, by its hash; not there where it says itself what it is. */
  tells?: string[]
}

/** What a bundle consists of; signed with the installation's sealing key. */
export type Manifest = {
  format: typeof bundleFormat
  clinicId: string
  consentId: string
  /** When the last event happened: the same record gives the same bundle, whenever it is made. */
  asOf: string
  events: number
  head: string
  /** SHA-256 of the certificate whose key signed the manifest. */
  certificate: string
  /** The algorithm of a second signature over the manifest, whose key is a part; not there where there is none. */
  second?: string
  sections: SectionPosition[]
  parts: Part[]
}

export type ChainedEvent = {
  clinicId: string
  consentId: string
  number: number
  event: string
  at: string
  actor: string
  ip: string
  userAgent: string
  details: Record<string, unknown>
  previousHash: string
  hash: string
}

/** What an event's hash is made over: all it says, and the hash of the event before it. */
export const eventHashInput = (event: Omit<ChainedEvent, 'hash'>): readonly unknown[] => {
  const { clinicId, consentId, number, at, actor, ip, userAgent, details, previousHash } = event
  return [clinicId, consentId, number, event.event, at, actor, ip, userAgent, details, previousHash]
}

/** The head of a consent's chain on the day of a digest. */
export type ChainHead = readonly [consentId: string, events: number, hash: string]

/** What a digest says: signed and time-stamped as a whole, each one naming the one before. */
export type Digest = {
  format: typeof digestFormat
  clinicId: string
  number: number
  day: string
  /** Events from here on, and until there, are in it. */
  from: string | null
  until: string
  previousHash: string
  /** How many heads it is over, and the root of the tree over them. */
  heads: number
  root: string
  /** The last seal of the practice's audit log. */
  auditSeal: { number: number; hash: string } | null
}

/**
 * What a leaf of a renewal's tree says, each with a hash of the newer function: a digest as it was kept, with its
 * signature and time stamp; or the events of a consent up to a number, null where they were destroyed meanwhile.
 */
export type RenewalLeaf =
  | readonly ['digest', number: number, hash: string]
  | readonly ['chain', consentId: string, events: number, hash: string | null]

/** What a renewal says, signed and time-stamped as a whole (after RFC 4998: its hash-tree renewal). */
export type DigestRenewal = {
  format: typeof renewalFormat
  clinicId: string
  number: number
  hash: HashName
  at: string
  /** The digests from here on, and until there, are in it. */
  from: number
  to: number
  /** The hash of the renewal before with its signature and time stamp, by this renewal's function. */
  previousHash: string
  leaves: number
  root: string
}

/** How what proves a digest or a renewal is hashed in a renewal: as it is kept, and in this order. */
export const sealedHashInput = (
  body: string,
  signatureHex: string,
  timeStampBase64: string | null,
): readonly unknown[] => [body, signatureHex, timeStampBase64]

/** The leaves of a renewal that are about one consent, each with its way to the root. */
export type RenewalProof = { leaf: RenewalLeaf; path: MerklePathStep[] }[]

/** A head's way to the root of its digest. */
export type ChainHeadProof = { head: ChainHead; path: MerklePathStep[] }

/** A digest as a practice keeps it somewhere else: all that is needed to check it. */
export type StoredDigest = {
  digest: Digest
  heads: ChainHead[]
  signature: string
  certificate: string
  /** The authority's token in base64; null where none is configured. */
  timeStamp: string | null
}
