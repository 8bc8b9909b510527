import { and, eq, sql } from 'drizzle-orm'
import type { MetricSubject } from '../../../contract/measures.ts'
import { whereOwn, preparedQuery } from '../../platform/database/prepared-query.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { staff } from '../staff/staff-schema.ts'
import { clinicFigures } from './analytics-schema.ts'
import type { PeriodSegment } from './figure-periods.ts'

/** What was counted, by measure. */
export type Totals = ReadonlyMap<string, number>

const isOfSubject = whereOwn(clinicFigures, clinicFigures.subject, 'subject')
const { start, measure, total, span, item } = clinicFigures
const totalsInSegments = preparedQuery('figures_in_pieces', (tx) =>
  tx
    .select({ key: item, measure, total: sql`sum(${total})::int`.mapWith(total) })
    .from(clinicFigures)
    .where(
      and(
        isOfSubject,
        sql`(${span}, ${start}) in (select * from unnest(${sql.placeholder('spans')}::text[], ${sql.placeholder('starts')}::date[]))`,
      ),
    )
    .groupBy(item, measure)
    .having(sql`sum(${total}) <> 0`),
)
const totalsInMonths = preparedQuery('figures_in_months', (tx) =>
  tx
    .select({ key: start, measure, total })
    .from(clinicFigures)
    .where(and(isOfSubject, eq(span, 'month'), sql`${start} = any(${sql.placeholder('months')}::date[])`)),
)

function byKey(rows: readonly { key: string; measure: string; total: number }[]): Map<string, Totals> {
  const groups = new Map<string, Map<string, number>>()
  for (const { key, measure, total } of rows) {
    const totals = groups.get(key) ?? new Map<string, number>()
    groups.set(key, totals.set(measure, total))
  }
  return groups
}

/** What was counted in these pieces of time of each treatment, clinician, part or question. */
export async function totalsOf(
  scope: ClinicScope,
  subject: MetricSubject,
  pieces: readonly PeriodSegment[],
): Promise<Map<string, Totals>> {
  const spans = pieces.map((piece) => piece.span)
  const starts = pieces.map((piece) => piece.start)
  return byKey(await totalsInSegments(scope, { subject, spans, starts }))
}

/** What was counted of the whole practice in each month, by its first day. */
export async function totalsByMonth(
  scope: ClinicScope,
  months: readonly string[],
): Promise<Map<string, Totals>> {
  return byKey(await totalsInMonths(scope, { subject: 'practice', months }))
}

/** What clinicians are called, by their ids. */
export async function clinicianNames({ tx, clinicId }: ClinicScope): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: staff.id, name: sql<string>`${staff.firstName} || ' ' || ${staff.lastName}` })
    .from(staff)
    .where(eq(staff.clinicId, clinicId))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
