import { algorithmsToReplace, renewalHashes } from '../../../verification/algorithm-lifetimes.ts'
import {
  renewalFormat,
  sealedHashInput,
  type DigestRenewal,
  type RenewalLeaf,
} from '../../../verification/bundle-format.ts'
import { hexDigest, type HashName } from '../../../verification/bytes.ts'
import { toCanonicalText } from '../../../verification/canonical-text.ts'
import { merkleRoot } from '../../../verification/merkle-tree.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ChainDigest, StoredRenewal } from './evidence-store.ts'

/**
 * Digests are renewed once a year, long before a hash function or the certificate of an authority ends: a renewal is over
 * the one before, so that each year's stamp keeps all earlier ones reliable.
 */
const renewal_interval_days = 365
/** A run covers no more digests and no more heads, and the next run goes on behind it. */
export const digests_per_renewal_max = 400
const heads_per_renewal_max = 2_000

/** The strongest hash function that is not about to end. */
export function renewalHash(now: Date): HashName {
  const ending = algorithmsToReplace(now).map(({ name }) => name)
  return renewalHashes.find((name) => !ending.includes(name)) ?? renewalHashes[0]!
}

type Renewals = { latest: StoredRenewal | undefined; newestDigest: number }

/** Which digests a renewal covers next: from there on; undefined where none is due. */
export function nextRenewalStart({ latest, newestDigest }: Renewals, now: Date): number | undefined {
  if (newestDigest === 0) return undefined
  // With a newer function all is hashed again, from the data and not from hashes of the older one.
  if (!latest || latest.hashAlgorithm !== renewalHash(now)) return 1
  const isRecent = now.getTime() - latest.createdAt.getTime() < renewal_interval_days * day_ms
  // What a bounded run left is taken up at once.
  const isBehind =
    latest.toDigest < newestDigest && latest.toDigest - latest.fromDigest + 1 >= digests_per_renewal_max
  if (isRecent && !isBehind) return undefined
  return latest.toDigest + 1 > newestDigest ? newestDigest : latest.toDigest + 1
}

/** As many of these digests, which follow one another, as one renewal covers; always the first. */
export function digestsOfOneRenewal<T extends Pick<ChainDigest, 'heads'>>(digests: readonly T[]): T[] {
  let heads = 0
  return digests.filter((digest, at) => (heads += digest.heads.length) <= heads_per_renewal_max || at === 0)
}

/** A digest as it was kept, as a leaf. */
export const digestRenewalLeaf = async (
  { number, body, signature, timeStamp }: Pick<ChainDigest, 'number' | 'body' | 'signature' | 'timeStamp'>,
  hash: HashName,
): Promise<RenewalLeaf> => [
  'digest',
  number,
  await hexDigest(toCanonicalText(sealedHashInput(body, signature, timeStamp)), hash),
]

type RenewalInput = Pick<DigestRenewal, 'clinicId' | 'hash' | 'from' | 'to'> & {
  now: Date
  previous: StoredRenewal | undefined
  leaves: readonly RenewalLeaf[]
}

/** What a renewal says. */
export async function buildRenewal({ now, previous, leaves, ...rest }: RenewalInput): Promise<DigestRenewal> {
  const { hash } = rest
  return {
    ...rest,
    format: renewalFormat,
    number: (previous?.number ?? 0) + 1,
    at: now.toISOString(),
    previousHash: previous
      ? await hexDigest(
          toCanonicalText(sealedHashInput(previous.body, previous.signature, previous.timeStamp)),
          hash,
        )
      : '',
    leaves: leaves.length,
    root: await merkleRoot(
      leaves.map((leaf) => toCanonicalText(leaf)),
      hash,
    ),
  }
}
