import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { algorithmsToReplace, firstEndOf, renewalStart } from '../../../verification/algorithm-lifetimes.ts'
import { day_ms } from '../../platform/clock.ts'
import type { DocumentVersion } from './document-store.ts'

/**
 * How long a sealed version rests before it is stamped for the archive: who issued its certificates has published by then
 * what was revoked on the day of the seal, and most records are countersigned.
 */
const archive_interval_days = 1
/** A stamp is renewed when so little is left of the time for which it could be relied on when it was made. */
export const archive_remaining_min = 0.1

/** What was made with something whose end is near and that was not known to be near then. */
type Ending = { name: string; since: Date }

/** What is renewed now, and for what reason. */
export type RenewalState = {
  now: Date
  hasAuthority: boolean
  /** The latest moment at which a version must have been made to be renewed at all. */
  cutoff: Date
  algorithms: readonly Ending[]
  /** Sealing keys of the installation whose certificates end soon, by their ids. */
  keys: readonly Ending[]
}

export type DatedKey = { id: string; until: Date }

export const renewalStateOf = (
  now: Date,
  hasAuthority: boolean,
  keys: readonly DatedKey[],
): RenewalState => ({
  ...{ now, hasAuthority },
  cutoff: new Date(now.getTime() - archive_interval_days * day_ms),
  algorithms: algorithmsToReplace(now),
  keys: keys.flatMap(({ id, until }) => {
    const since = renewalStart(until)
    return since <= now ? [{ name: id, since }] : []
  }),
})

type RenewableVersion = Pick<DocumentVersion, 'createdAt' | 'stampedUntil' | 'sealedWith' | 'sealingKeyId'>

/** What a version from before the table of algorithms was made with: no authority was asked with another hash. */
export const earlierAlgorithms = {
  stamped: ['SHA-256', 'RSA-2048'],
  sealed: ['SHA-256', 'RSA-3072'],
} as const

export const algorithmsOf = ({
  sealedWith,
  stampedUntil,
}: Pick<RenewableVersion, 'sealedWith' | 'stampedUntil'>): readonly string[] =>
  sealedWith ?? earlierAlgorithms[stampedUntil ? 'stamped' : 'sealed']

/** Why a version that nothing continues is to be renewed now; undefined where it is not. */
export function renewalReason(version: RenewableVersion, state: RenewalState): string | undefined {
  const { createdAt, stampedUntil, sealingKeyId } = version
  const { now, hasAuthority, cutoff, algorithms, keys } = state
  if (createdAt > cutoff) return undefined
  if (!stampedUntil && hasAuthority) return 'no time stamp for the archive yet'
  const used = algorithmsOf(version)
  const ending = algorithms.find(({ name, since }) => used.includes(name) && createdAt < since)
  if (ending) return `${ending.name} nears its end`
  if (stampedUntil) {
    const relied_ms = stampedUntil.getTime() - createdAt.getTime()
    const isNear = stampedUntil.getTime() - now.getTime() <= relied_ms * archive_remaining_min
    return isNear
      ? `its time stamp can be relied on until ${dateInTimeZone(stampedUntil, 'Europe/London')}`
      : undefined
  }
  return keys.some(({ name, since }) => name === sealingKeyId && createdAt < since)
    ? 'the certificate of its seal nears its end'
    : undefined
}

/** What one mark of a version rests on, and until when. */
export type Reliance = { algorithms: readonly string[]; certificateEnd: Date }

/** When reliance on a mark ends. */
export const relianceEnd = ({ algorithms, certificateEnd }: Reliance): Date =>
  firstEndOf(algorithms, certificateEnd) ?? certificateEnd

/** Whether a renewal is better than what it renews: good for longer, or made with something else. */
export const isBetter = (
  renewed: Reliance,
  { until, algorithms }: { until: Date | undefined; algorithms: readonly string[] },
): boolean =>
  until === undefined ||
  relianceEnd(renewed) > until ||
  renewed.algorithms.some((name) => !algorithms.includes(name))
