import { and, asc, desc, eq, gte, lt, sql, type SQL } from 'drizzle-orm'
import type { AuditSort } from '../../../contract/audit.ts'
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

/** What stands after a place, the newest first or the oldest first. */
function followsIn(sort: AuditSort, place: string): SQL {
  const [at, sequence] = place.split('_')
  const isBeyond = sort === 'at' ? sql`>` : sql`<`
  return sql`(${auditRows.at}, ${auditRows.sequence}) ${isBeyond} (${at}::timestamptz, ${sequence}::bigint)`
}

function searchCondition({ clinicId, action, ip, sessionId, from, until }: AuditSearch) {
  return and(
    clinicId === undefined ? undefined : eq(auditRows.clinicId, clinicId),
    action === undefined ? undefined : eq(auditRows.action, action),
    ip === undefined ? undefined : eq(auditRows.ip, ip),
    sessionId === undefined ? undefined : eq(auditRows.sessionId, sessionId),
    from === undefined ? undefined : gte(auditRows.at, new Date(from)),
    until === undefined ? undefined : lt(auditRows.at, new Date(until)),
  )
}

const inOrder = (sort: AuditSort) => (one: AuditRow, other: AuditRow) =>
  (one.at.getTime() - other.at.getTime() || one.sequence - other.sequence) * (sort === 'at' ? 1 : -1)

/** The statement of a page of one person's entries, or of everybody's. */
const pageStatement = (
  tx: Tx,
  where: SQL | undefined,
  email: string | null,
  { sort, limit }: Pick<CursorPage, 'sort' | 'limit'>,
) => {
  const towards = sort === 'at' ? asc : desc
  return tx
    .select()
    .from(auditRows)
    .where(and(where, email === null ? undefined : eq(auditRows.userEmail, email)))
    .orderBy(towards(auditRows.at), towards(auditRows.sequence))
    .limit(limit)
}

/** `after`: where the entry stands that the page follows. */
type CursorPage = { sort: AuditSort; after?: string | undefined; limit: number }

/**
 * A page of the log, by time, and where the next one begins. Of several people each one's entries are read by
 * themselves: only so does every one of them come from its index in order.
 */
export async function searchRows(
  tx: Tx,
  search: AuditSearch,
  { sort, after, limit }: CursorPage,
): Promise<{ rows: AuditRow[]; next: string | null }> {
  const where = and(searchCondition(search), after === undefined ? undefined : followsIn(sort, after))
  const found: AuditRow[] = []
  for (const email of search.emails ?? [null])
    found.push(...(await pageStatement(tx, where, email, { sort, limit: limit + 1 })))
  const rows = found.toSorted(inOrder(sort)).slice(0, limit)
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
