import { and, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Slice } from '../database/list-slice.ts'
import type { AdminScope } from '../database/transaction.ts'
import { hashesOf } from './rate-limits.ts'
import { rateLimits } from './rate-schema.ts'

export type UsedUp = { key: string; what: string; tries: number; until: Date }

/** Somebody was turned away in the time that runs. Limits are counted by the machine's clock, not by a test's. */
const usedUp = (): SQL | undefined =>
  and(eq(rateLimits.refusedUntil, rateLimits.expire), gt(rateLimits.expire, Date.now()))

type Row = typeof rateLimits.$inferSelect

const viewOf = ({ key, points, expire }: Row): UsedUp => ({
  key,
  what: key.slice(0, key.lastIndexOf(':')),
  tries: points,
  until: new Date(expire!),
})

/** A page of the limits that turn somebody away at the moment, those that last longest first. */
export async function listUsedUp(
  { tx }: AdminScope,
  { limit, offset }: Slice,
): Promise<{ rows: UsedUp[]; total: number }> {
  const counted = await tx.select({ total: count() }).from(rateLimits).where(usedUp())
  const rows = await tx
    .select()
    .from(rateLimits)
    .where(usedUp())
    .orderBy(desc(rateLimits.expire), rateLimits.key)
    .limit(limit)
    .offset(offset)
  return { rows: rows.map(viewOf), total: counted[0]!.total }
}

/** Those among them that count somebody by one of these marks, alone or with another. */
export async function findUsedUp({ tx }: AdminScope, marks: readonly string[]): Promise<UsedUp[]> {
  const hashes = marks.flatMap((mark) => hashesOf(mark))
  const counted = sql`string_to_array(reverse(split_part(reverse(${rateLimits.key}), ':', 1)), '.')`
  const rows = await tx
    .select()
    .from(rateLimits)
    .where(and(usedUp(), sql`${counted} && ${sql.param(hashes)}::text[]`))
    .orderBy(desc(rateLimits.expire))
  return rows.map(viewOf)
}

/** Forgets what was counted; null where nothing turned anybody away. */
export async function releaseLimit({ tx }: AdminScope, key: string): Promise<UsedUp | null> {
  const [gone] = await tx
    .delete(rateLimits)
    .where(and(usedUp(), eq(rateLimits.key, key)))
    .returning()
  return gone ? viewOf(gone) : null
}
