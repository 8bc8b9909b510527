import { sql, type SQL } from 'drizzle-orm'
import { compliance_recount_sync_max } from '../../../contract/limits.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { consents } from '../consents/consent-schema.ts'
import { freshMarks, isCountCurrent, isMarkable } from './compliance-counting-store.ts'
import { idList } from './compliance-facts-store.ts'
import {
  complianceDays,
  complianceMarks,
  complianceWaiting,
  complianceWordings,
} from './compliance-mark-schema.ts'
import type { Span } from './compliance-rules.ts'

/**
 * What is read of the marks. What waits is looked at as it is read, so that the answer is that of this moment; where too
 * much waits, the answer is that of what was counted, and says how much is missing.
 */
export type MarkPeriod = {
  spans: readonly Span[]
  waiting: readonly string[]
  fresh: readonly FreshMark[]
  left: number
}
type FreshMark = Record<string, unknown>

/** The consents whose marks may be others by now, if they are few; how many, if not. */
export async function findPendingMarks(
  scope: StaffScope,
  timeZone: string,
): Promise<Omit<MarkPeriod, 'spans'>> {
  const { tx, clinicId } = scope
  const all = (await isCountCurrent(scope, timeZone))
    ? sql`select distinct ${complianceWaiting.consentId} as id from ${complianceWaiting}
        where ${complianceWaiting.clinicId} = ${clinicId}`
    : sql`select ${consents.id} as id from ${consents} where ${consents.clinicId} = ${clinicId} and ${isMarkable}
        union select ${complianceWaiting.consentId} from ${complianceWaiting} where ${complianceWaiting.clinicId} = ${clinicId}`
  const { rows } = await tx.execute<{ id: string }>(sql`${all} limit ${compliance_recount_sync_max + 1}`)
  if (rows.length <= compliance_recount_sync_max) {
    const waiting = rows.map(({ id }) => id)
    return { waiting, fresh: await computeMarks(scope, timeZone, waiting), left: 0 }
  }
  const counted = await tx.execute<{ left: number }>(sql`select count(*)::int as left from (${all}) each`)
  return { waiting: [], fresh: [], left: counted.rows[0]!.left }
}

/** The marks of what waits, looked at once for all that is asked of them. */
async function computeMarks(
  scope: StaffScope,
  timeZone: string,
  ids: readonly string[],
): Promise<FreshMark[]> {
  if (ids.length === 0) return []
  const found = await scope.tx.execute<{ mark: FreshMark }>(
    sql`${freshMarks(scope, timeZone, ids)} select to_jsonb(fresh) as mark from fresh`,
  )
  return found.rows.map(({ mark }) => mark)
}

/** The same as a relation: `fresh`. */
const freshMarksSql = (fresh: readonly FreshMark[]): SQL =>
  sql`with fresh as (select * from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as mark (consent_id uuid,
    population text, at timestamptz, day date, patient_id uuid, applies bigint, met bigint, versions uuid[]))`

const own = (scope: StaffScope, clinicId: unknown): SQL => sql`${clinicId} = ${scope.clinicId}`
const spanNumberSql = (day: SQL, spans: readonly Span[]): SQL => {
  const starts = sql.join(
    spans.map(({ from }) => sql`${from}::date`),
    sql`, `,
  )
  return sql`width_bucket(${day}, array[${starts}])`
}
const isWithinSpans = (day: SQL, spans: readonly Span[]): SQL =>
  sql`${day} >= ${spans[0]!.from}::date and ${day} <= ${spans.at(-1)!.to}::date`

/** The marks in these spans, as `marks`, each with the number of its span: to be put before a query that reads it. */
export function marksSql(scope: StaffScope, { spans, waiting, fresh }: MarkPeriod): SQL {
  const storedMarks = sql`select consent_id, population, at, day, patient_id, applies, met, versions from ${complianceMarks}
    where ${own(scope, complianceMarks.clinicId)} and ${isWithinSpans(sql`day`, spans)}`
  if (waiting.length === 0)
    return sql`with marks as (select *, ${spanNumberSql(sql`day`, spans)} as span from (${storedMarks}) kept)`
  return sql`${freshMarksSql(fresh)},
    marks as (select *, ${spanNumberSql(sql`day`, spans)} as span from (
      ${storedMarks} and consent_id <> all(${idList(waiting)})
      union all select consent_id, population, at, day, patient_id, applies, met, versions from fresh where ${isWithinSpans(sql`day`, spans)}) told)`
}

/** What is to be added to the kept totals for what waits: `changed`, as it was with -1 and as it is with 1. */
function changedMarksSql(scope: StaffScope, { spans, waiting, fresh }: MarkPeriod): SQL {
  return sql`${freshMarksSql(fresh)},
    changed as (select *, ${spanNumberSql(sql`day`, spans)} as span from (
      select -1 as sign, day, applies, met, versions from ${complianceMarks}
      where ${own(scope, complianceMarks.clinicId)} and consent_id = any(${idList(waiting)})
      union all select 1, day, applies, met, versions from fresh) told where ${isWithinSpans(sql`day`, spans)})`
}

type DayTotal = { span: number; item: number; applies: number; met: number }

/** How many consents each item applies to in each span, and how many of them meet it. */
export async function dayTotals(scope: StaffScope, time: MarkPeriod): Promise<DayTotal[]> {
  const kept = sql`select ${spanNumberSql(sql`day`, time.spans)} as span, item, applies, met from ${complianceDays}
    where ${own(scope, complianceDays.clinicId)} and ${isWithinSpans(sql`day`, time.spans)}`
  const isAsKept = time.waiting.length === 0
  const { rows } = await scope.tx.execute<DayTotal>(sql`${isAsKept ? sql`` : changedMarksSql(scope, time)}
    select span, item::int, sum(applies)::int as applies, sum(met)::int as met from (${kept}
      ${
        isAsKept
          ? sql``
          : sql`union all select span, item, sign, sign * (met >> item & 1)::int
              from changed cross join generate_series(1, 62) item where applies >> item & 1 = 1`
      }) told
    group by 1, 2`)
  return rows
}

/** The versions of templates that stood in consents completed in each span: `used`, to be put before a query. */
export function usedVersionsIn(scope: StaffScope, time: MarkPeriod): SQL {
  const kept = sql`select ${spanNumberSql(sql`day`, time.spans)} as span, version_id as id, consents from ${complianceWordings}
    where ${own(scope, complianceWordings.clinicId)} and ${isWithinSpans(sql`day`, time.spans)}`
  const isAsKept = time.waiting.length === 0
  const changes = sql`union all select span, id, sign from changed cross join unnest(versions) id`
  return sql`${isAsKept ? sql`with` : sql`${changedMarksSql(scope, time)},`}
    used as (select span, id from (${kept} ${isAsKept ? sql`` : changes}) told group by 1, 2 having sum(consents) > 0)`
}

/** The same over the last span alone. */
export const lastSpanOf = <T extends Pick<MarkPeriod, 'spans'>>(time: T): T => ({
  ...time,
  spans: time.spans.slice(-1),
})
