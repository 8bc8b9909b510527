import { and, count, desc, eq, gt, sql, type SQL } from 'drizzle-orm'
import type { Slice } from '../database/list-slice.ts'
import type { AdminScope } from '../database/transaction.ts'
import { hashIdentifiers } from './rate-limits.ts'
import { rateLimits } from './rate-schema.ts'

export type ExceededLimit = { key: string; what: string; tries: number; until: Date }

/** Somebody was turned away in the time that runs. Limits are counted by the machine's clock, not by a test's. */
const isExceeded = (): SQL | undefined =>
  and(eq(rateLimits.refusedUntil, rateLimits.expire), gt(rateLimits.expire, Date.now()))

type Row = typeof rateLimits.$inferSelect

const toExceededLimit = ({ key, points, expire }: Row): ExceededLimit => ({
  key,
  what: key.slice(0, key.lastIndexOf(':')),
  tries: points,
  until: new Date(expire!),
})

/** A page of the limits that turn somebody away at the moment, those that last longest first. */
export async function listExceededLimits(
  { tx }: AdminScope,
  { limit, offset }: Slice,
): Promise<{ rows: ExceededLimit[]; total: number }> {
  const counted = await tx.select({ total: count() }).from(rateLimits).where(isExceeded())
  const rows = await tx
    .select()
    .from(rateLimits)
    .where(isExceeded())
    .orderBy(desc(rateLimits.expire), rateLimits.key)
    .limit(limit)
    .offset(offset)
  return { rows: rows.map(toExceededLimit), total: counted[0]!.total }
}

/** Those among them that count somebody by one of these marks, alone or with another. */
export async function findExceededLimits(
  { tx }: AdminScope,
  marks: readonly string[],
): Promise<ExceededLimit[]> {
  const hashes = marks.flatMap((mark) => hashIdentifiers(mark))
  const counted = sql`string_to_array(reverse(split_part(reverse(${rateLimits.key}), ':', 1)), '.')`
  const rows = await tx
    .select()
    .from(rateLimits)
    .where(and(isExceeded(), sql`${counted} && ${sql.param(hashes)}::text[]`))
    .orderBy(desc(rateLimits.expire))
  return rows.map(toExceededLimit)
}

/** Forgets what was counted; null where nothing turned anybody away. */
export async function resetLimit({ tx }: AdminScope, key: string): Promise<ExceededLimit | null> {
  const [gone] = await tx
    .delete(rateLimits)
    .where(and(isExceeded(), eq(rateLimits.key, key)))
    .returning()
  return gone ? toExceededLimit(gone) : null
}
