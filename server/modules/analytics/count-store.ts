import { and, asc, eq, gt, sql } from 'drizzle-orm'
import type { JobScope, PlatformScope, SweepScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { clinicMonths, consentCounts, platformTotals, totalChanges } from './analytics-schema.ts'
import { counting_rules_version, type TotalChange, type ConsentCount, type CountKey } from './count-rules.ts'

const open_recount_interval_days = 1

type ConsentCountRow = typeof consentCounts.$inferSelect

/** What a consent counts as by now, locked so that whoever counts it next waits; undefined where it was never counted. */
export async function lockConsentCount(
  scope: JobScope,
  consentId: string,
): Promise<ConsentCountRow | undefined> {
  const [found] = await scope.tx
    .select()
    .from(consentCounts)
    .where(and(eq(consentCounts.clinicId, scope.clinicId), eq(consentCounts.consentId, consentId)))
    .for('update')
  return found
}

/** Has a consent counted as nothing, for whoever counts it to lock; where somebody else does so now, this waits for them. */
export async function insertConsentCount(scope: JobScope, consentId: string, place: CountKey): Promise<void> {
  const { tx, clinicId, now: countedAt } = scope
  await tx
    .insert(consentCounts)
    .values({ ...place, clinicId, consentId, counts: {}, countedAt })
    .onConflictDoNothing()
}

/** Keeps what a locked consent counts as from now on; the database adds the difference to the figures of its practice. */
export async function saveConsentCount(
  scope: JobScope,
  consentId: string,
  counted: ConsentCount,
): Promise<void> {
  await scope.tx
    .update(consentCounts)
    .set({ ...counted, countedBy: counting_rules_version, countedAt: scope.now })
    .where(and(eq(consentCounts.clinicId, scope.clinicId), eq(consentCounts.consentId, consentId)))
}

/** Hands changes on to be added to the totals of all practices. */
export async function addChanges({ tx }: JobScope, changes: readonly TotalChange[]): Promise<void> {
  if (changes.length > 0) await tx.insert(totalChanges).values([...changes])
}

/** Adds to what the platform sees of a practice's month. */
export async function addToClinicMonth(
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
export async function applyChanges({ tx }: PlatformScope, max: number): Promise<number> {
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

const isGiven = sql`(${consents.sentAt} is not null or ${consents.status} not in ('draft', 'approved', 'voided'))`

/** Never counted, or by earlier rules; and what is open and was not counted today: a text is read on without other news. */
const needsCounting = (now: Date) => sql`not exists (select from ${consentCounts}
  where (${consentCounts.clinicId}, ${consentCounts.consentId}) = (${consents.clinicId}, ${consents.id})
    and ${consentCounts.countedBy} >= ${counting_rules_version}
    and (${consents.status} <> 'viewed'
      or ${consentCounts.countedAt} > ${now}::timestamptz - make_interval(days => ${open_recount_interval_days})))`

/** Practices with consents that were given to somebody and are to be counted. */
export async function clinicsToCount({ tx, now }: SweepScope): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clinicId: consents.clinicId })
    .from(consents)
    .where(and(isGiven, needsCounting(now)))
  return rows.map(({ clinicId }) => clinicId)
}

/** Such consents of one practice behind an id, in the order of their ids. */
export async function consentsToCount(
  { tx, clinicId, now }: JobScope,
  after: string | undefined,
  max: number,
): Promise<string[]> {
  const rows = await tx
    .select({ id: consents.id })
    .from(consents)
    .where(
      and(
        eq(consents.clinicId, clinicId),
        after ? gt(consents.id, after) : undefined,
        isGiven,
        needsCounting(now),
      ),
    )
    .orderBy(asc(consents.id))
    .limit(max)
  return rows.map(({ id }) => id)
}
