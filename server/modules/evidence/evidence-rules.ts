import { digestFormat, type Digest, type ChainHead } from '../../../verification/bundle-format.ts'
import { digestLeaf } from '../../../verification/digest-check.ts'
import { merkleRoot } from '../../../verification/merkle-tree.ts'
import { hour_ms } from '../../platform/clock.ts'
import { dayAt, addCalendarDays, instantOf } from '../../platform/zoned-time.ts'

/** Whoever was still writing as the day ended has long finished by then. */
const digest_delay_hours = 1

export type DigestPeriod = { day: string; until: Date }

/** The last day that has ended where the clinic is, and when it ended. */
export function lastDigestDay(now: Date, timeZone: string): DigestPeriod {
  const rested = new Date(now.getTime() - digest_delay_hours * hour_ms)
  const today = dayAt(rested, timeZone)
  // Where clocks go forward at midnight, that day begins an hour later.
  const until =
    instantOf({ day: today, time: '00:00' }, timeZone) ?? instantOf({ day: today, time: '01:00' }, timeZone)!
  return { day: addCalendarDays(today, -1), until }
}

type DigestInput = {
  clinicId: string
  time: DigestPeriod
  previous: { number: number; hash: string; untilAt: Date; day: string } | undefined
  heads: readonly ChainHead[]
  auditSeal: Digest['auditSeal']
}

/** Whether a day waits for its digest: each has one, in order. */
export const isDigestRequired = ({ day }: DigestPeriod, previous: { day: string } | undefined): boolean =>
  previous === undefined || previous.day < day

/** What the digest of a day says. */
export async function buildDigest({
  clinicId,
  time,
  previous,
  heads,
  auditSeal,
}: DigestInput): Promise<Digest> {
  return {
    format: digestFormat,
    clinicId,
    number: (previous?.number ?? 0) + 1,
    day: time.day,
    from: previous?.untilAt.toISOString() ?? null,
    until: time.until.toISOString(),
    previousHash: previous?.hash ?? '',
    heads: heads.length,
    root: await merkleRoot(heads.map(digestLeaf)),
    auditSeal,
  }
}
