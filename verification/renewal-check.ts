import { hexDigest, textOf, toHex, type Bytes } from './bytes.ts'
import {
  bundlePaths,
  renewalFormat,
  sealedHashInput,
  type DigestRenewal,
  type Manifest,
  type RenewalLeaf,
  type RenewalProof,
} from './bundle-format.ts'
import { parseCanonicalText, toCanonicalText } from './canonical-text.ts'
import { readPem, verifyDetachedSignature } from './certificate-reading.ts'
import { formatTimestamp, type Fact, type Findings } from './check-result.ts'
import { verifyTimestamp } from './cms-signature.ts'
import { rootFromPath } from './merkle-tree.ts'
import { readEvents, readJsonObject, type Contents } from './record-check.ts'

const hashNames = ['SHA-256', 'SHA-384', 'SHA-512']

const isRenewal = (value: Partial<DigestRenewal> | undefined, manifest: Manifest): value is DigestRenewal =>
  value?.format === renewalFormat &&
  value.clinicId === manifest.clinicId &&
  typeof value.root === 'string' &&
  hashNames.includes(String(value.hash)) &&
  !Number.isNaN(Date.parse(String(value.at)))

const isProof = (value: unknown): value is RenewalProof =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(
    (each: Partial<RenewalProof[number]> | null) =>
      Array.isArray(each?.leaf) &&
      Array.isArray(each.path) &&
      each.path.every((step: { hash?: unknown } | null) => typeof step?.hash === 'string'),
  )

const toBase64 = (bytes: Bytes): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))

/** The digest of a number as the bundle has it: what was signed, its signature and its time stamp. */
function digestInput(contents: Contents, number: number): readonly unknown[] | undefined {
  for (const [path, body] of contents) {
    const [, day] = /^digests\/(\d{4}-\d\d-\d\d)\.json$/.exec(path) ?? []
    if (!day || readJsonObject(contents, path)?.number !== number) continue
    const [signature, token] = (['sig', 'tst'] as const).map((ending) =>
      contents.get(bundlePaths.digest(day, ending)),
    )
    return sealedHashInput(
      textOf(body) ?? '',
      signature ? toHex(signature) : '',
      token ? toBase64(token) : null,
    )
  }
  return undefined
}

/** Whether what a leaf says of a digest or of the chain is so, by the newer hash function over the data itself. */
async function isLeafTrue(leaf: RenewalLeaf, contents: Contents, { hash }: DigestRenewal): Promise<boolean> {
  if (leaf[0] === 'digest') {
    const input = digestInput(contents, leaf[1])
    return input !== undefined && (await hexDigest(toCanonicalText(input), hash)) === leaf[2]
  }
  const [, , count, stated] = leaf
  const events = readEvents(contents).slice(0, count)
  return events.length === count && (await hexDigest(toCanonicalText(events), hash)) === stated
}

/**
 * Whether each renewal of the daily digests is signed and time-stamped as it stands, and names the digests and the chain
 * of this bundle by its newer hash function; told as facts.
 */
export async function checkRenewals(
  contents: Contents,
  manifest: Manifest,
  { add }: Findings,
  changed: readonly string[],
): Promise<Fact[]> {
  const certificates = await Promise.all(
    [...contents].filter(([path]) => path.startsWith('certificates/')).map(([, pem]) => readPem(textOf(pem))),
  )
  const facts: Fact[] = []
  for (const [path, body] of contents) {
    const [, number] = /^renewals\/(\d+)\.json$/.exec(path) ?? []
    if (!number) continue
    const [signed, stamped, way] = (['sig', 'tst', 'path.json'] as const).map((ending) =>
      bundlePaths.renewal(Number(number), ending),
    ) as [string, string, string]
    if ([path, signed, stamped, way].some((each) => changed.includes(each))) continue
    const title = `renewal ${number} of the daily digests`
    const renewal = readJsonObject(contents, path) as Partial<DigestRenewal> | undefined
    const proof = parseCanonicalText(textOf(contents.get(way) ?? new Uint8Array()) ?? '')
    if (!isRenewal(renewal, manifest) || !isProof(proof)) {
      add(path, title, 'It is no renewal of this practice.')
      continue
    }
    const { hash, root } = renewal
    const signature = contents.get(signed)
    const signatures = await Promise.all(
      certificates.map(
        async (each) => each !== undefined && verifyDetachedSignature(each, signature, body, hash),
      ),
    )
    if (!signatures.includes(true)) add(path, title, 'The renewal is not what was signed.')
    const token = contents.get(stamped)
    const witnessed = token && (await verifyTimestamp(token, body))
    if (token && !witnessed) add(path, title, 'The time stamp is not about this renewal.')
    for (const { leaf, path: steps } of proof) {
      if (!(await isLeafTrue(leaf, contents, renewal)))
        add(way, title, `It does not name what the bundle has as ${leaf[0]} ${leaf[1]}.`)
      if ((await rootFromPath(toCanonicalText(leaf), steps, hash)) !== root)
        add(way, title, 'The way to the root of the renewal does not lead there.')
    }
    const seen = witnessed ? `, time-stamped ${formatTimestamp(witnessed.at)}` : ', without a time stamp'
    facts.push({
      label: `Digests renewed`,
      value: `with ${hash} on ${formatTimestamp(new Date(renewal.at))}${seen}`,
    })
  }
  return facts
}
