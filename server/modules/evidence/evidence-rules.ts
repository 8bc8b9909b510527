import { digestFormat, type Digest, type Head } from '../../../verification/bundle-format.ts'
import { leafOf } from '../../../verification/digest-check.ts'
import { rootOf } from '../../../verification/hash-tree.ts'
import { hour_ms } from '../../platform/clock.ts'
import { dayAt, laterDay, momentOf } from '../../platform/zoned-time.ts'

/** Whoever was still writing as the day ended has long finished by then. */
const rest_hours = 1

export type DigestTime = { day: string; until: Date }

/** The last day that has ended where the clinic is, and when it ended. */
export function lastDay(now: Date, timeZone: string): DigestTime {
  const rested = new Date(now.getTime() - rest_hours * hour_ms)
  const today = dayAt(rested, timeZone)
  // Where clocks go forward at midnight, that day begins an hour later.
  const until =
    momentOf({ day: today, time: '00:00' }, timeZone) ?? momentOf({ day: today, time: '01:00' }, timeZone)!
  return { day: laterDay(today, -1), until }
}

type DigestParts = {
  clinicId: string
  time: DigestTime
  previous: { number: number; hash: string; untilAt: Date; day: string } | undefined
  heads: readonly Head[]
  auditSeal: Digest['auditSeal']
}

/** Whether a day waits for its digest: each has one, in order. */
export const isDue = ({ day }: DigestTime, previous: { day: string } | undefined): boolean =>
  previous === undefined || previous.day < day

/** What the digest of a day says. */
export async function digestOf({ clinicId, time, previous, heads, auditSeal }: DigestParts): Promise<Digest> {
  return {
    format: digestFormat,
    clinicId,
    number: (previous?.number ?? 0) + 1,
    day: time.day,
    from: previous?.untilAt.toISOString() ?? null,
    until: time.until.toISOString(),
    previousHash: previous?.hash ?? '',
    heads: heads.length,
    root: await rootOf(heads.map(leafOf)),
    auditSeal,
  }
}
