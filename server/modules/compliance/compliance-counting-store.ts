import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { isSpread } from '../../platform/database/spread-connection.ts'
import type { JobScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { consentChecks, type ConsentCheck } from './compliance-checks.ts'
import { consentFactsSql, idList } from './compliance-facts-store.ts'
import { complianceCountings, complianceMarks, complianceWaiting } from './compliance-mark-schema.ts'

/** Raised whenever what an item asks of a consent changes, so that every consent is looked at again; a test holds it to that. */
export const mark_rules_version = 1

/** All of time: a consent is marked wherever it falls. */
const allTime = [new Date('0001-01-01T00:00:00Z'), new Date('9999-12-31T00:00:00Z')]
const moments = { completed: 'finalised_at', started: 'started_at', ended: 'ended_at' } as const

const bitOf = (item: string): string => String(2n ** BigInt(item.slice(2)))

/** The items of a population that a consent falls under, each as one bit. */
function maskOf(population: ConsentCheck['population'], counts: (check: ConsentCheck) => SQL): SQL {
  const bits = consentChecks
    .filter((check) => check.population === population)
    .map((check) => sql`case when ${counts(check)} then ${sql.raw(bitOf(check.item))} else 0 end`)
  return sql`(${sql.join(bits, sql` + `)})::bigint`
}

const markOf = (population: ConsentCheck['population']): SQL => sql`(${population},
  ${sql.identifier(population)}, ${sql.identifier(moments[population])}, ${maskOf(population, ({ applies }) => applies)},
  ${maskOf(population, ({ applies, met }) => sql`${applies} and ${met}`)},
  ${population === 'completed' ? sql`coalesce(version_ids, '{}')` : sql`'{}'::uuid[]`})`

/** The marks of these consents as their records are now: `fresh`, to be put before a query that reads it. */
export const freshMarks = (scope: StaffScope, timeZone: string, ids: readonly string[]): SQL =>
  sql`${consentFactsSql(scope, { bounds: allTime, timeZone, of: ids })},
    fresh as (select id as consent_id, population, at, (at at time zone ${timeZone})::date as day, patient_id, applies, met,
        versions
      from facts cross join lateral (values ${markOf('completed')}, ${markOf('started')}, ${markOf('ended')})
        as marked (population, span, at, applies, met, versions)
      where span > 0)`

/** Makes the marks of these consents anew; the database adds the difference to their days. */
async function recomputeMarks(scope: JobScope, timeZone: string, ids: readonly string[]): Promise<void> {
  const { tx, clinicId } = scope
  await tx
    .delete(complianceMarks)
    .where(
      and(eq(complianceMarks.clinicId, clinicId), sql`${complianceMarks.consentId} = any(${idList(ids)})`),
    )
  await tx.execute(sql`${freshMarks(scope, timeZone, ids)}
    insert into ${complianceMarks} (clinic_id, consent_id, population, at, day, patient_id, applies, met, versions)
    select ${clinicId}::uuid, consent_id, population, at, day, patient_id, applies, met, versions from fresh
    ${asRows(tx)}`)
}

/**
 * Where tables are spread, what is read for an insert goes to its server by COPY, which policies refuse, unless it minds
 * conflicts. There are none.
 */
const asRows = (tx: JobScope['tx']): SQL => (isSpread(tx) ? sql`on conflict do nothing` : sql``)

/** What may have marks: everything that was completed, begun or ended. */
export const isMarkable = sql`(${consents.finalisedAt} is not null or ${consents.startedAt} is not null
  or ${consents.status} in ('withdrawn', 'declined'))`

type RecountOptions = { timeZone: string; max: number; waitsForLock: boolean }

/** Whether nobody else looks at the marks of the practice until this transaction ends. */
async function lockDays({ tx, clinicId }: JobScope, waitsForOthers: boolean): Promise<boolean> {
  if (waitsForOthers) await tx.execute(sql`select hold_compliance_days(${clinicId}::uuid)`)
  const { rows } = await tx.execute<{ held: boolean }>(
    sql`select try_hold_compliance_days(${clinicId}::uuid) as held`,
  )
  return rows[0]!.held
}

/**
 * Looks at some of what waits, alone in its practice; answers whether more is to be done. Where the rules or the clocks of
 * the practice are others than when it was last counted, everything waits.
 */
export async function recountPending(
  scope: JobScope,
  { timeZone, max, waitsForLock }: RecountOptions,
): Promise<boolean> {
  const { tx, clinicId, now: begunAt } = scope
  if (!(await lockDays(scope, waitsForLock))) return false
  if (!(await isCountCurrent(scope, timeZone))) {
    await tx.execute(sql`insert into ${complianceWaiting} (clinic_id, consent_id)
      select clinic_id, id from ${consents} where ${consents.clinicId} = ${clinicId} and ${isMarkable}
      union select clinic_id, consent_id from ${complianceMarks} where ${complianceMarks.clinicId} = ${clinicId}
      ${asRows(tx)}`)
    const by = { rules: mark_rules_version, timeZone, begunAt }
    await tx
      .insert(complianceCountings)
      .values({ ...by, clinicId })
      .onConflictDoUpdate({ target: complianceCountings.clinicId, set: by })
    return true
  }
  const own = eq(complianceWaiting.clinicId, clinicId)
  const rows = await tx
    .select({ id: complianceWaiting.id, consentId: complianceWaiting.consentId })
    .from(complianceWaiting)
    .where(own)
    .orderBy(asc(complianceWaiting.id))
    .limit(max)
  if (rows.length === 0) return false
  await recomputeMarks(scope, timeZone, [...new Set(rows.map(({ consentId }) => consentId))])
  // Those that were seen before the records were read: what came meanwhile waits on.
  await tx.delete(complianceWaiting).where(
    and(
      own,
      inArray(
        complianceWaiting.id,
        rows.map(({ id }) => id),
      ),
    ),
  )
  return rows.length === max
}

/** Whether the marks of a practice were made by today's rules and its clocks. */
export async function isCountCurrent({ tx, clinicId }: StaffScope, timeZone: string): Promise<boolean> {
  const [found] = await tx
    .select()
    .from(complianceCountings)
    .where(eq(complianceCountings.clinicId, clinicId))
  return found?.rules === mark_rules_version && found.timeZone === timeZone
}

/** Practices where something waits. */
export async function clinicsWithPendingMarks({ tx }: SweepScope): Promise<string[]> {
  // What practices have is asked before they are joined, since it may be on other servers than the list of them.
  const { rows } = await tx.execute<{ id: string }>(sql`
    with counted as materialized (
      select ${complianceCountings.clinicId} as id, ${complianceCountings.timeZone} as time_zone from ${complianceCountings}
      where ${complianceCountings.rules} = ${mark_rules_version}
    ), waiting as materialized (select distinct ${complianceWaiting.clinicId} as id from ${complianceWaiting})
    select ${clinics.id} as id from ${clinics} left join counted on counted.id = ${clinics.id}
    where counted.time_zone is distinct from ${clinics.timeZone}
      or ${clinics.id} in (select id from waiting)`)
  return rows.map(({ id }) => id)
}
