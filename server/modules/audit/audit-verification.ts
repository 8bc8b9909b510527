import { and, eq, gt, sql } from 'drizzle-orm'
import type { ChainVerification } from '../../../contract/audit.ts'
import type { Tx } from '../../platform/database/transaction.ts'
import { contentHashOf, sealHashOf, type AuditRow, type Seal } from './audit-rules.ts'
import { auditRows, auditSeals, auditUnsealed } from './audit-schema.ts'
import { findRows } from './audit-store.ts'

/** About how many rows are held at a time. */
const rows_per_page = 5000
/** Sealing comes by every few seconds; a row that waits this long is kept from it. */
const unsealed_seconds_max = 60

export type AuditChainVerification = Omit<ChainVerification, 'gaps'>

/** Whose log, and as whom it is read. */
type LogScope = { tx: Tx; clinicId: string }

const isUnaltered = (row: AuditRow | undefined): row is AuditRow =>
  row !== undefined && contentHashOf(row) === row.contentHash

/** What there is, counted in one statement so that it adds up while others write and seal. */
async function countAll({ tx, clinicId }: LogScope) {
  const { rows } = await tx.execute<{
    rows: number
    unsealed: number
    late: boolean
    seals: number
    sealed: number
  }>(sql`
    select (select count(*) from ${auditRows} where clinic_id = ${clinicId})::int as rows, w.*, s.*
    from (select count(*)::int as unsealed,
            coalesce(min(since) < now() - ${unsealed_seconds_max} * interval '1 second', false) as late
          from ${auditUnsealed} where clinic_id = ${clinicId}) w,
         (select count(*)::int as seals, coalesce(sum(cardinality(row_ids)), 0)::int as sealed
          from ${auditSeals} where clinic_id = ${clinicId}) s`)
  return rows[0]!
}

/** The next seals that together cover about a page of rows; none when there are no more. */
async function sealsAfter({ tx, clinicId }: LogScope, number: number): Promise<Seal[]> {
  const next = sql`select number, cardinality(row_ids) as size from ${auditSeals}
    where clinic_id = ${clinicId} and number > ${number} order by number limit ${rows_per_page}`
  const page = sql`select number from (
      select number, sum(size) over (order by number) - size as before from (${next}) next) running
    where before < ${rows_per_page}`
  return tx
    .select()
    .from(auditSeals)
    .where(and(eq(auditSeals.clinicId, clinicId), sql`${auditSeals.number} in (${page})`))
    .orderBy(auditSeals.number)
}

/** The number of the first seal that does not fit its rows or the seal before it; null when all do. */
async function firstBrokenSeal(scope: LogScope): Promise<number | null> {
  let previous: Pick<Seal, 'number' | 'hash'> = { number: 0, hash: '' }
  for (;;) {
    const seals = await sealsAfter(scope, previous.number)
    if (seals.length === 0) return null
    const rows = await findRows(
      scope.tx,
      scope.clinicId,
      seals.flatMap(({ rowIds }) => rowIds),
    )
    for (const seal of seals) {
      const covered = seal.rowIds.map((id) => rows.get(id)).filter(isUnaltered)
      const linked = seal.number === previous.number + 1 && seal.previousHash === previous.hash
      const whole = covered.length === seal.rowIds.length
      const hashes = covered.map(({ contentHash }) => contentHash)
      if (!linked || !whole || sealHashOf(seal, hashes) !== seal.hash) return seal.number
      previous = seal
    }
  }
}

/** Whether the rows that wait for their seal are all there and say what they were written with. */
async function unsealedRowsIntact({ tx, clinicId }: LogScope): Promise<boolean> {
  for (let last = '00000000-0000-0000-0000-000000000000'; ;) {
    const waiting = await tx
      .select({ rowId: auditUnsealed.rowId })
      .from(auditUnsealed)
      .where(and(eq(auditUnsealed.clinicId, clinicId), gt(auditUnsealed.rowId, last)))
      .orderBy(auditUnsealed.rowId)
      .limit(rows_per_page)
    if (waiting.length === 0) return true
    const ids = waiting.map(({ rowId }) => rowId)
    const rows = await findRows(tx, clinicId, ids)
    if (!ids.every((id) => isUnaltered(rows.get(id)))) return false
    last = ids.at(-1)!
  }
}

/**
 * Recomputes every seal of the clinic from its rows, page by page: a removed or altered row breaks the seal that
 * lists it. A row that neither a seal lists nor waits for one (its seal was removed, or it was slipped in), and one
 * that waits too long, are found by counting. At rest, where nothing seals, a row may wait as long as it likes.
 */
export async function verifyClinic(
  scope: LogScope,
  { atRest = false } = {},
): Promise<AuditChainVerification> {
  const { rows, unsealed, seals, sealed, late } = await countAll(scope)
  const brokenSeal = await firstBrokenSeal(scope)
  const accounted = rows === sealed + unsealed && (atRest || !late)
  return {
    rows,
    unsealed,
    seals,
    intact: accounted && brokenSeal === null && (await unsealedRowsIntact(scope)),
    brokenSeal,
  }
}
