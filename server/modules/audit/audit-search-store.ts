import { and, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { Tx } from '../../platform/database/transaction.ts'
import type { AuditRow } from './audit-rules.ts'
import { auditRows } from './audit-schema.ts'

/** What is searched for; absent means anything. */
export type AuditSearch = {
  clinicId?: string | undefined
  /** Whose entries, by address; an empty list finds none. */
  emails?: readonly string[] | undefined
  action?: string | undefined
  ip?: string | undefined
  sessionId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

/** Where an entry stands in the log: entries of one moment stand in the order in which they came. */
const cursorOf = ({ at, sequence }: Pick<AuditRow, 'at' | 'sequence'>): string =>
  `${at.toISOString()}_${sequence}`

function olderThan(place: string): SQL {
  const [at, sequence] = place.split('_')
  return sql`(${auditRows.at}, ${auditRows.sequence}) < (${at}::timestamptz, ${sequence}::bigint)`
}

function searchCondition({ clinicId, action, ip, sessionId, from, until }: AuditSearch, before?: string) {
  return and(
    clinicId === undefined ? undefined : eq(auditRows.clinicId, clinicId),
    action === undefined ? undefined : eq(auditRows.action, action),
    ip === undefined ? undefined : eq(auditRows.ip, ip),
    sessionId === undefined ? undefined : eq(auditRows.sessionId, sessionId),
    from === undefined ? undefined : gte(auditRows.at, new Date(from)),
    until === undefined ? undefined : lt(auditRows.at, new Date(until)),
    before === undefined ? undefined : olderThan(before),
  )
}

const newestFirst = (one: AuditRow, other: AuditRow): number =>
  other.at.getTime() - one.at.getTime() || other.sequence - one.sequence

/** The statement of a page of one person's entries, or of everybody's. */
const pageStatement = (tx: Tx, where: SQL | undefined, email: string | null, limit: number) =>
  tx
    .select()
    .from(auditRows)
    .where(and(where, email === null ? undefined : eq(auditRows.userEmail, email)))
    .orderBy(desc(auditRows.at), desc(auditRows.sequence))
    .limit(limit)

type CursorPage = { before?: string | undefined; limit: number }

/**
 * A page of the log, the newest entry first, and where the next one begins. Of several people each one's entries are
 * read by themselves: only so does every one of them come from its index in order.
 */
export async function searchRows(
  tx: Tx,
  search: AuditSearch,
  { before, limit }: CursorPage,
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const where = searchCondition(search, before)
  const found: AuditRow[] = []
  for (const email of search.emails ?? [null])
    found.push(...(await pageStatement(tx, where, email, limit + 1)))
  const rows = found.toSorted(newestFirst).slice(0, limit)
  return { rows, next: found.length > limit ? cursorOf(rows.at(-1)!) : null }
}

/** How many entries match, counted no further than `most` and one more. */
export async function countRows(tx: Tx, search: AuditSearch, max: number): Promise<number> {
  const where = searchCondition(search)
  let total = 0
  for (const email of search.emails ?? [null]) {
    const found = tx
      .select({ one: sql`1` })
      .from(auditRows)
      .where(and(where, email === null ? undefined : eq(auditRows.userEmail, email)))
      .limit(max + 1)
    total += await tx.$count(found.as('found'))
  }
  return Math.min(total, max + 1)
}
