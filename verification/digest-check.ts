import { bytesOf, fromHex, type Bytes } from './bytes.ts'
import { toCanonicalText } from './canonical-text.ts'
import { digestFormat, type Digest, type ChainHead, type StoredDigest } from './bundle-format.ts'
import { merkleRoot } from './merkle-tree.ts'
import { readPem, verifyDetachedSignature, type SigningCertificate } from './certificate-reading.ts'
import { verifyTimestamp } from './cms-signature.ts'
import {
  createFindings,
  formatTimestamp,
  unrecognisedFile,
  verdictOf,
  type Fact,
  type Findings,
  type Verdict,
} from './check-result.ts'

/** The bytes of a token kept in base64; undefined where it is not written as we write it. */
function decodeToken(base64: string): Bytes | undefined {
  try {
    const binary = atob(base64)
    return btoa(binary) === base64 ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/** A digest with its signature and, where an authority is configured, its time stamp. */
export type SealedDigest = {
  path: string
  body: Bytes
  signature: Bytes | undefined
  token: Bytes | undefined
}

/** Checks the signature and the time stamp of a digest, and answers when an authority saw it. */
export async function checkSealedDigest(
  { path, body, signature, token }: SealedDigest,
  signer: SigningCertificate | undefined,
  { add }: Findings,
): Promise<Date | undefined> {
  if (!signer || !(await verifyDetachedSignature(signer, signature, body)))
    add(path, 'the signature of the daily digest', 'The digest is not what was signed.')
  if (token === undefined) return undefined
  const witnessed = await verifyTimestamp(token, body)
  if (!witnessed) add(path, 'the time stamp of the daily digest', 'The time stamp is not about this digest.')
  return witnessed?.at
}

const isStoredDigest = (value: unknown): value is StoredDigest => {
  const kept = value as Partial<StoredDigest> | null
  return (
    typeof kept === 'object' &&
    kept?.digest?.format === digestFormat &&
    !Number.isNaN(Date.parse(kept.digest.until)) &&
    Array.isArray(kept.heads) &&
    typeof kept.signature === 'string' &&
    typeof kept.certificate === 'string'
  )
}

/** What each leaf of a digest's tree says. */
export const digestLeaf = (head: ChainHead): string => toCanonicalText(head)

function digestFacts(
  digest: Digest,
  signer: SigningCertificate | undefined,
  stampedAt: Date | undefined,
): Fact[] {
  return [
    { label: 'Digest', value: `${digest.number}, of ${digest.day}` },
    { label: 'Consents', value: String(digest.heads) },
    { label: 'Digest before', value: digest.previousHash || 'none: it is the first' },
    {
      label: 'Signed with',
      value: signer ? `${signer.name}, ${signer.fingerprint}` : 'an unknown certificate',
    },
    { label: 'Time stamp', value: stampedAt ? formatTimestamp(stampedAt) : 'none' },
  ]
}

/** Checks a digest that a practice kept, given as text: its form, its tree, its signature and its time stamp. */
export async function checkStoredDigest(text: string): Promise<Verdict> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unrecognisedFile(
      'This is neither a sealed document nor an evidence bundle nor a daily digest of ours.',
    )
  }
  if (!isStoredDigest(value)) return unrecognisedFile('This is a file of JSON, but no daily digest of ours.')
  const found = createFindings()
  const { digest, heads, signature, certificate, timeStamp } = value
  const path = 'digest.json'
  if (toCanonicalText(value) !== text)
    found.add(path, 'the form of the digest', 'It is not written as it was made.')
  const signer = await readPem(certificate)
  const token = timeStamp === null ? undefined : (decodeToken(timeStamp) ?? new Uint8Array())
  const body = bytesOf(toCanonicalText(digest))
  const stampedAt = await checkSealedDigest(
    { path, body, signature: fromHex(signature), token },
    signer,
    found,
  )
  if (heads.length !== digest.heads || (await merkleRoot(heads.map(digestLeaf))) !== digest.root)
    found.add(path, 'the list of consents', 'The list is not the one that the digest was made over.')
  return verdictOf({
    kind: 'digest',
    since: stampedAt ?? new Date(digest.until),
    findings: found.findings,
    facts: digestFacts(digest, signer, stampedAt),
    ask: { documents: [], heads: [] },
  })
}
