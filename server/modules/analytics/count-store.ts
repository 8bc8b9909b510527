import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { JobScope, PlatformScope, SweepScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import {
  clinicMonths,
  clinicTotals,
  consentCounts,
  platformTotals,
  totalChanges,
} from './analytics-schema.ts'
import type { Change, Counted } from './count-rules.ts'

/** What a consent counts as by now, locked so that whoever counts it next waits; null where it was never counted. */
export async function lockCounted(
  scope: JobScope,
  consentId: string,
  first: Counted,
): Promise<Counted | null> {
  const { tx, clinicId, now: countedAt } = scope
  const made = await tx
    .insert(consentCounts)
    .values({ ...first, clinicId, consentId, counts: {}, countedAt })
    .onConflictDoNothing()
    .returning({ id: consentCounts.consentId })
  if (made.length > 0) return null
  const [found] = await tx
    .select()
    .from(consentCounts)
    .where(and(eq(consentCounts.clinicId, clinicId), eq(consentCounts.consentId, consentId)))
    .for('update')
  return found!
}

/** Keeps what a locked consent counts as from now on. */
export async function saveCounted(scope: JobScope, consentId: string, counted: Counted): Promise<void> {
  await scope.tx
    .update(consentCounts)
    .set({ ...counted, countedAt: scope.now })
    .where(and(eq(consentCounts.clinicId, scope.clinicId), eq(consentCounts.consentId, consentId)))
}

/** Adds changes to the totals of the practice, and hands them on to be added to those of all. */
export async function addChanges(scope: JobScope, changes: readonly Change[]): Promise<void> {
  const { tx, clinicId } = scope
  if (changes.length === 0) return
  await tx
    .insert(clinicTotals)
    .values(changes.map(({ change: total, ...place }) => ({ ...place, clinicId, total })))
    .onConflictDoUpdate({
      target: [
        clinicTotals.clinicId,
        clinicTotals.month,
        clinicTotals.treatment,
        clinicTotals.clinicianId,
        clinicTotals.measure,
      ],
      set: { total: sql`${clinicTotals.total} + excluded.total` },
    })
  await tx
    .insert(totalChanges)
    .values(changes.map(({ month, treatment, measure, change }) => ({ month, treatment, measure, change })))
}

/** Adds to what the platform sees of a practice's month. */
export async function addToMonth(
  scope: JobScope,
  { month, sent, signed, givenAt }: { month: string; sent: number; signed: number; givenAt: Date },
): Promise<void> {
  await scope.tx
    .insert(clinicMonths)
    .values({ clinicId: scope.clinicId, month, sent, signed, firstSentAt: givenAt })
    .onConflictDoUpdate({
      target: [clinicMonths.clinicId, clinicMonths.month],
      set: {
        sent: sql`${clinicMonths.sent} + excluded.sent`,
        signed: sql`${clinicMonths.signed} + excluded.signed`,
        firstSentAt: sql`least(${clinicMonths.firstSentAt}, excluded.first_sent_at)`,
      },
    })
}

/** Adds what practices handed on to the totals of all, oldest first; answers how many changes there were. */
export async function foldChanges({ tx }: PlatformScope, max: number): Promise<number> {
  const { rows } = await tx.execute<{ taken: number }>(sql`
    with taken as (
      delete from ${totalChanges} where ${totalChanges.id} in (
        select id from ${totalChanges} order by id limit ${max} for update skip locked)
      returning month, treatment, measure, change),
    folded as (
      insert into ${platformTotals} (month, treatment, measure, total)
      select month, treatment, measure, sum(change) from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (month, treatment, measure) do update set total = ${platformTotals.total} + excluded.total)
    select count(*)::int as taken from taken`)
  return rows[0]!.taken
}

const given = sql`(${consents.sentAt} is not null or ${consents.status} not in ('draft', 'approved', 'voided'))`
const uncounted = sql`not exists (select from ${consentCounts}
  where (${consentCounts.clinicId}, ${consentCounts.consentId}) = (${consents.clinicId}, ${consents.id}))`

/** Practices with consents that were given to somebody and never counted. */
export async function clinicsToCount({ tx }: SweepScope): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clinicId: consents.clinicId })
    .from(consents)
    .where(and(given, uncounted))
  return rows.map(({ clinicId }) => clinicId)
}

/** Such consents of one practice behind an id, in the order of their ids. */
export async function consentsToCount(
  { tx, clinicId }: JobScope,
  after: string | undefined,
  max: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.clinicId, clinicId), after ? gt(consents.id, after) : undefined, given, uncounted))
    .orderBy(asc(consents.id))
    .limit(max)
  return rows.map(({ id }) => id)
}
