import { bytesOf, fromHex, type Bytes } from './bytes.ts'
import { canonical } from './canonical-text.ts'
import { digestFormat, type Digest, type Head, type KeptDigest } from './bundle-format.ts'
import { rootOf } from './hash-tree.ts'
import { readPem, signs, type Identity } from './sealing-identity.ts'
import { readTimeStamp } from './signature-reading.ts'
import {
  makeFindings,
  momentText,
  notOurs,
  verdictOf,
  type Fact,
  type Findings,
  type Verdict,
} from './verdict.ts'

/** The bytes of a token kept in base64; undefined where it is not written as we write it. */
function tokenOf(base64: string): Bytes | undefined {
  try {
    const binary = atob(base64)
    return btoa(binary) === base64 ? Uint8Array.from(binary, (sign) => sign.charCodeAt(0)) : undefined
  } catch {
    return undefined
  }
}

/** A digest with its signature and, where an authority is configured, its time stamp. */
export type Sealed = { path: string; body: Bytes; signature: Bytes | undefined; token: Bytes | undefined }

/** Checks the signature and the time stamp of a digest, and answers when an authority saw it. */
export async function checkSealedDigest(
  { path, body, signature, token }: Sealed,
  signer: Identity | undefined,
  { add }: Findings,
): Promise<Date | undefined> {
  if (!signer || !(await signs(signer, signature, body)))
    add(path, 'the signature of the daily digest', 'The digest is not what was signed.')
  if (token === undefined) return undefined
  const witnessed = await readTimeStamp(token, body)
  if (!witnessed) add(path, 'the time stamp of the daily digest', 'The time stamp is not about this digest.')
  return witnessed?.at
}

const isKept = (value: unknown): value is KeptDigest => {
  const kept = value as Partial<KeptDigest> | null
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
export const leafOf = (head: Head): string => canonical(head)

function factsOf(digest: Digest, signer: Identity | undefined, stampedAt: Date | undefined): Fact[] {
  return [
    { label: 'Digest', value: `${digest.number}, of ${digest.day}` },
    { label: 'Consents', value: String(digest.heads) },
    { label: 'Digest before', value: digest.previousHash || 'none: it is the first' },
    {
      label: 'Signed with',
      value: signer ? `${signer.name}, ${signer.fingerprint}` : 'an unknown certificate',
    },
    { label: 'Time stamp', value: stampedAt ? momentText(stampedAt) : 'none' },
  ]
}

/** Checks a digest that a practice kept, given as text: its form, its tree, its signature and its time stamp. */
export async function checkKeptDigest(text: string): Promise<Verdict> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return notOurs('This is neither a sealed document nor an evidence bundle nor a daily digest of ours.')
  }
  if (!isKept(value)) return notOurs('This is a file of JSON, but no daily digest of ours.')
  const found = makeFindings()
  const { digest, heads, signature, certificate, timeStamp } = value
  const path = 'digest.json'
  if (canonical(value) !== text)
    found.add(path, 'the form of the digest', 'It is not written as it was made.')
  const signer = await readPem(certificate)
  const token = timeStamp === null ? undefined : (tokenOf(timeStamp) ?? new Uint8Array())
  const body = bytesOf(canonical(digest))
  const stampedAt = await checkSealedDigest(
    { path, body, signature: fromHex(signature), token },
    signer,
    found,
  )
  if (heads.length !== digest.heads || (await rootOf(heads.map(leafOf))) !== digest.root)
    found.add(path, 'the list of consents', 'The list is not the one that the digest was made over.')
  return verdictOf({
    kind: 'digest',
    since: stampedAt ?? new Date(digest.until),
    findings: found.findings,
    facts: factsOf(digest, signer, stampedAt),
    ask: { documents: [], heads: [] },
  })
}
