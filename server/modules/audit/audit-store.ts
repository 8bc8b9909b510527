import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { ClinicScope, SweepScope } from '../../platform/database/transaction.ts'
import type { AuditWriter } from '../../platform/http/audit-entry.ts'
import { auditRowOf, contentHashOf, sealHashOf, type AuditRow } from './audit-rules.ts'
import { auditRows, auditSeals } from './audit-schema.ts'

/** Rows one seal covers at the most, so that a long silence does not make one long transaction. */
const rows_per_seal_max = 5000

type Seal = typeof auditSeals.$inferSelect
type Place = Pick<Seal, 'lastWrittenBy' | 'lastSequence'>

const start: Place = { lastWrittenBy: 0n, lastSequence: 0 }
const inOrder = [asc(auditRows.writtenBy), asc(auditRows.sequence)]

const after = ({ lastWrittenBy, lastSequence }: Place): SQL | undefined =>
  or(
    gt(auditRows.writtenBy, lastWrittenBy),
    and(eq(auditRows.writtenBy, lastWrittenBy), gt(auditRows.sequence, lastSequence)),
  )

const upTo = ({ lastWrittenBy, lastSequence }: Place): SQL | undefined =>
  or(
    lt(auditRows.writtenBy, lastWrittenBy),
    and(eq(auditRows.writtenBy, lastWrittenBy), lte(auditRows.sequence, lastSequence)),
  )

/** Inserts an entry unlinked, as the bare login, with the caller's transaction (rulings 15). */
export const writeAudit: AuditWriter = async (client, entry) => {
  await drizzle(client as never)
    .insert(auditRows)
    .values(auditRowOf(entry, randomUUID()))
}

/** Clinics with rows that no seal covers yet. */
export async function clinicsToSeal(scope: SweepScope): Promise<string[]> {
  const rows = await scope.tx.execute<{ clinic_id: string }>(sql`
    select distinct r.clinic_id from ${auditRows} r
    where not exists (select 1 from ${auditSeals} s where s.clinic_id = r.clinic_id and
      (s.last_written_by, s.last_sequence) >= (r.written_by, r.sequence))`)
  return rows.rows.map((row) => row.clinic_id)
}

/**
 * Seals a clinic's rows that are older than the oldest running transaction: none can still appear before them.
 * Two instances sealing at once are told apart by the seal's number: the second one's insert does nothing.
 */
export async function sealClinic(scope: SweepScope, clinicId: string): Promise<number> {
  const [last] = await scope.tx
    .select()
    .from(auditSeals)
    .where(eq(auditSeals.clinicId, clinicId))
    .orderBy(desc(auditSeals.number))
    .limit(1)
  const settled = sql`${auditRows.writtenBy} < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
  const rows = await scope.tx
    .select()
    .from(auditRows)
    .where(and(eq(auditRows.clinicId, clinicId), after(last ?? start), settled))
    .orderBy(...inOrder)
    .limit(rows_per_seal_max)
  const first = rows[0]
  const final = rows.at(-1)
  if (!first || !final) return 0
  const seal = {
    clinicId,
    number: (last?.number ?? 0) + 1,
    count: rows.length,
    previousHash: last?.hash ?? '',
  }
  await scope.tx
    .insert(auditSeals)
    .values({
      ...seal,
      firstSequence: first.sequence,
      lastSequence: final.sequence,
      lastWrittenBy: final.writtenBy,
      hash: sealHashOf(seal, rows),
      sealedAt: scope.now,
    })
    .onConflictDoNothing()
  return rows.length
}

export type Verification = {
  rows: number
  unsealed: number
  seals: number
  intact: boolean
  brokenSeal: number | null
}

const isTrue = (row: AuditRow): boolean => contentHashOf(row) === row.contentHash

/** Recomputes every seal of the clinic from its rows: a removed, added or altered row breaks the seal that covers it. */
export async function verifyClinic(scope: ClinicScope): Promise<Verification> {
  const own = eq(auditRows.clinicId, scope.clinicId)
  const seals = await scope.tx
    .select()
    .from(auditSeals)
    .where(eq(auditSeals.clinicId, scope.clinicId))
    .orderBy(asc(auditSeals.number))
  let previous: Seal | undefined
  let rows = 0
  let brokenSeal: number | null = null
  for (const seal of seals) {
    const covered = await scope.tx
      .select()
      .from(auditRows)
      .where(and(own, after(previous ?? start), upTo(seal)))
      .orderBy(...inOrder)
    const linked = seal.previousHash === (previous?.hash ?? '') && seal.number === (previous?.number ?? 0) + 1
    const whole =
      covered.length === seal.count && covered.every(isTrue) && sealHashOf(seal, covered) === seal.hash
    if (brokenSeal === null && !(linked && whole)) brokenSeal = seal.number
    rows += covered.length
    previous = seal
  }
  const open = await scope.tx
    .select()
    .from(auditRows)
    .where(and(own, after(previous ?? start)))
  return {
    rows: rows + open.length,
    unsealed: open.length,
    seals: seals.length,
    intact: brokenSeal === null && open.every(isTrue),
    brokenSeal,
  }
}
