import { randomUUID } from 'node:crypto'
import { and, desc, eq, gte, inArray, sql } from 'drizzle-orm'
import { preparedInsert } from '../../platform/database/prepared-query.ts'
import { openTx, type AdminScope, type SweepScope, type Tx } from '../../platform/database/transaction.ts'
import type { AuditWriter } from '../../platform/http/audit-entry.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { auditRowOf, sealHashOf, type AuditRow, type Seal } from './audit-rules.ts'
import { auditDays, auditRows, auditSeals, auditUnsealed } from './audit-schema.ts'

/** Whose days actions are counted by. */
const countingZone = 'Europe/London'
/** Rows one seal covers at the most, so that a long silence does not make one long transaction. */
const rows_per_seal_max = 5000

const addRow = preparedInsert('audit_row', auditRows)

/** Inserts an entry unlinked, as the bare login, with the caller's transaction (rulings 15). */
export const writeAudit: AuditWriter = async (client, entry) => {
  await addRow(openTx(client), auditRowOf(entry, randomUUID()))
}

/** Rows of one clinic by id; an id without a row is not in the map. */
export async function findRows(tx: Tx, clinicId: string, ids: string[]): Promise<Map<string, AuditRow>> {
  const rows = await tx
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.clinicId, clinicId), sql`${auditRows.id} = any(${sql.param(ids)}::uuid[])`))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Clinics with rows that no seal lists yet. */
export async function clinicsToSeal(scope: SweepScope): Promise<string[]> {
  const rows = await scope.tx.selectDistinct({ clinicId: auditUnsealed.clinicId }).from(auditUnsealed)
  return rows.map(({ clinicId }) => clinicId)
}

/** Takes the rows that wait longest. A second instance waits here for the first one, and then finds none of them. */
async function takeUnsealed({ tx }: SweepScope, clinicId: string): Promise<string[]> {
  const waiting = tx
    .select({ rowId: auditUnsealed.rowId })
    .from(auditUnsealed)
    .where(eq(auditUnsealed.clinicId, clinicId))
    .orderBy(auditUnsealed.sequence)
    .limit(rows_per_seal_max)
  const taken = await tx
    .delete(auditUnsealed)
    .where(and(eq(auditUnsealed.clinicId, clinicId), inArray(auditUnsealed.rowId, waiting)))
    .returning({ rowId: auditUnsealed.rowId, sequence: auditUnsealed.sequence })
  return taken.toSorted((a, b) => a.sequence - b.sequence).map(({ rowId }) => rowId)
}

/**
 * Seals the clinic's rows that are there and that no seal lists; one of a transaction that ends later waits for the
 * next seal. Answers the seal before and the new one, or null when nothing was waiting.
 */
export async function sealClinic(
  scope: SweepScope,
  clinicId: string,
): Promise<{ last: Seal | undefined; seal: Seal } | null> {
  const rowIds = await takeUnsealed(scope, clinicId)
  if (rowIds.length === 0) return null
  const rows = await findRows(scope.tx, clinicId, rowIds)
  const [last] = await scope.tx
    .select()
    .from(auditSeals)
    .where(eq(auditSeals.clinicId, clinicId))
    .orderBy(desc(auditSeals.number))
    .limit(1)
  const open = {
    clinicId,
    number: (last?.number ?? 0) + 1,
    rowIds,
    previousHash: last?.hash ?? '',
    sealedAt: scope.now,
  }
  // A row that was removed meanwhile is listed all the same: verification then finds that it is missing.
  const hashes = rowIds.map((id) => rows.get(id)?.contentHash ?? '')
  const seal = { ...open, hash: sealHashOf(open, hashes) }
  await scope.tx.insert(auditSeals).values(seal)
  await countActions(scope, [...rows.values()])
  return { last, seal }
}

/** Adds these rows to the counts of their days; in one order always, so that two seals at once wait and do not lock. */
async function countActions({ tx }: SweepScope, rows: readonly AuditRow[]): Promise<void> {
  const counts = Map.groupBy(rows, ({ at, action }) => `${dayAt(at, countingZone)} ${action}`)
  const values = [...counts]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, counted]) => {
      const [day = '', action = ''] = key.split(' ')
      return { day, action, count: counted.length }
    })
  if (values.length === 0) return
  await tx
    .insert(auditDays)
    .values(values)
    .onConflictDoUpdate({
      target: [auditDays.day, auditDays.action],
      set: { count: sql`${auditDays.count} + excluded.count` },
    })
}

/** How often these actions were done on each day from then on; days without any have no row. */
export async function countsByDay(
  { tx }: AdminScope,
  { from, actions }: { from: string; actions: readonly string[] },
): Promise<{ day: string; action: string; count: number }[]> {
  return tx
    .select()
    .from(auditDays)
    .where(and(gte(auditDays.day, from), inArray(auditDays.action, [...actions])))
}
