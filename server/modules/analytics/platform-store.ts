import { and, gte, inArray, sql } from 'drizzle-orm'
import { activation_days } from '../../../contract/limits.ts'
import type { Measure } from '../../../contract/measures.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { clinicMonths, platformTotals } from './analytics-schema.ts'

const total = sql<number>`sum(${platformTotals.total})::int`

/** What was counted in each month since `from`, of the measures asked for. */
export const totalsByMonth = ({ tx }: AdminScope, from: string, of: readonly Measure[]) =>
  tx
    .select({ month: platformTotals.month, measure: platformTotals.measure, total })
    .from(platformTotals)
    .where(and(gte(platformTotals.month, from), inArray(platformTotals.measure, [...of])))
    .groupBy(platformTotals.month, platformTotals.measure)

/** What was counted of each treatment since `from`. */
export const totalsByTreatment = ({ tx }: AdminScope, from: string, of: readonly Measure[]) =>
  tx
    .select({ treatment: platformTotals.treatment, measure: platformTotals.measure, total })
    .from(platformTotals)
    .where(and(gte(platformTotals.month, from), inArray(platformTotals.measure, [...of])))
    .groupBy(platformTotals.treatment, platformTotals.measure)

/** What was counted of everything since `from`. */
export const totalsSince = ({ tx }: AdminScope, from: string) =>
  tx
    .select({ measure: platformTotals.measure, total })
    .from(platformTotals)
    .where(gte(platformTotals.month, from))
    .groupBy(platformTotals.measure)

export type ClinicCounts = { month: string; clinics: number; activated: number }

/** How many practices were made in each month since `from`, and how many of them soon sent a first consent. */
export async function newClinics({ tx }: AdminScope, from: string): Promise<ClinicCounts[]> {
  const { rows } = await tx.execute<ClinicCounts>(sql`
    select to_char(date_trunc('month', ${clinics.createdAt} at time zone 'Europe/London'), 'YYYY-MM-DD') as month,
      count(*)::int as clinics,
      count(*) filter (where first.at < ${clinics.createdAt} + make_interval(days => ${activation_days}))::int as activated
    from ${clinics} left join (
      select clinic_id, min(first_sent_at) as at from ${clinicMonths} group by clinic_id) first
      on first.clinic_id = ${clinics.id}
    where ${clinics.createdAt} at time zone 'Europe/London' >= ${from}::date
    group by 1`)
  return rows
}

/** How many practices sent something in each month since `from`. */
export const activeClinics = ({ tx }: AdminScope, from: string) =>
  tx
    .select({ month: clinicMonths.month, clinics: sql<number>`count(*)::int` })
    .from(clinicMonths)
    .where(and(gte(clinicMonths.month, from), sql`${clinicMonths.sent} > 0`))
    .groupBy(clinicMonths.month)
