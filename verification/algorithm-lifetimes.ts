import type { HashName } from './bytes.ts'

type Algorithm = {
  kind: 'hash' | 'signature'
  /** The last day on which a record may rest on it; null where nobody has named one. */
  reliedUntil: string | null
  source: string
}

const rsaAndCurves = {
  kind: 'signature',
  reliedUntil: '2035-12-31',
  source:
    'NIST IR 8547 (draft of November 2024): RSA and elliptic curves of 128 bits or more, disallowed after 2035',
} as const
const sha2 = {
  kind: 'hash',
  reliedUntil: null,
  source: 'NIST SP 800-57 part 1, table 4: accepted for signatures in 2031 and beyond; no end is named',
} as const

/**
 * What seals, time stamps and digests are made with, until when each may be relied on, and who says so. What nears its
 * end is renewed with something newer: one line changed here is enough. What is not in the table is not relied on.
 */
export const algorithmLifetimes = {
  'SHA-256': sha2,
  'SHA-384': sha2,
  'SHA-512': sha2,
  'RSA-2048': {
    kind: 'signature',
    reliedUntil: '2030-12-31',
    source: 'NIST IR 8547 (draft of November 2024): 112 bits of strength, deprecated after 2030',
  },
  'RSA-3072': rsaAndCurves,
  'RSA-4096': rsaAndCurves,
  'P-256': rsaAndCurves,
  'P-384': rsaAndCurves,
  'P-521': rsaAndCurves,
  'ML-DSA-65': {
    kind: 'signature',
    reliedUntil: null,
    source: 'FIPS 204, made against quantum computers; no end is named',
  },
} as const satisfies Record<string, Algorithm>

/** Records are renewed when one of their algorithms has so little time left. */
const renewal_days = 365
const day_ms = 86_400_000

/** The hash functions of a renewal, the best first: an authority that does not know one is asked with the next. */
export const renewalHashes: readonly HashName[] = ['SHA-512', 'SHA-384', 'SHA-256']

const isListed = (name: string): name is keyof typeof algorithmLifetimes => name in algorithmLifetimes

/** When reliance on an algorithm ends: never, where no end is named, and long ago for what is not in the table. */
function endOf(name: string): Date | undefined {
  if (!isListed(name)) return new Date(0)
  const { reliedUntil } = algorithmLifetimes[name]
  return reliedUntil === null ? undefined : new Date(`${reliedUntil}T23:59:59Z`)
}

/** The first end of what a record rests on; undefined where none has one. */
export function firstEndOf(algorithms: readonly string[], certificateEnd?: Date): Date | undefined {
  const ends = [...algorithms.map(endOf), certificateEnd].flatMap((end) => end ?? [])
  return ends.length === 0 ? undefined : ends.reduce((first, end) => (end < first ? end : first))
}

/** From when on what ends then is renewed. */
export const renewalStart = (end: Date): Date => new Date(end.getTime() - renewal_days * day_ms)

/** Algorithms whose end is near or has come, each with the moment from which on it was. */
export const algorithmsToReplace = (now: Date): { name: string; since: Date }[] =>
  Object.keys(algorithmLifetimes).flatMap((name) => {
    const end = endOf(name)
    const since = end && renewalStart(end)
    return since && since <= now ? [{ name, since }] : []
  })
