import { and, eq, inArray, sql } from 'drizzle-orm'
import type { FigureSubject } from '../../../contract/measures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { staff } from '../staff/staff-schema.ts'
import { clinicFigures } from './analytics-schema.ts'
import type { Piece } from './figure-periods.ts'

/** What was counted, by measure. */
export type Totals = ReadonlyMap<string, number>

const own = ({ clinicId }: ClinicScope, subject: FigureSubject) =>
  and(eq(clinicFigures.clinicId, clinicId), eq(clinicFigures.subject, subject))

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
  subject: FigureSubject,
  pieces: readonly Piece[],
): Promise<Map<string, Totals>> {
  const times = sql.join(
    pieces.map(({ span, start }) => sql`(${span}, ${start}::date)`),
    sql`, `,
  )
  const rows = await scope.tx
    .select({
      key: clinicFigures.item,
      measure: clinicFigures.measure,
      total: sql<number>`sum(${clinicFigures.total})::int`,
    })
    .from(clinicFigures)
    .where(and(own(scope, subject), sql`(${clinicFigures.span}, ${clinicFigures.start}) in (${times})`))
    .groupBy(clinicFigures.item, clinicFigures.measure)
    .having(sql`sum(${clinicFigures.total}) <> 0`)
  return byKey(rows)
}

/** What was counted of the whole practice in each month, by its first day. */
export async function totalsByMonth(
  scope: ClinicScope,
  starts: readonly string[],
): Promise<Map<string, Totals>> {
  const { start: key, measure, total, span } = clinicFigures
  const rows = await scope.tx
    .select({ key, measure, total })
    .from(clinicFigures)
    .where(and(own(scope, 'practice'), eq(span, 'month'), inArray(key, [...starts])))
  return byKey(rows)
}

/** What clinicians are called, by their ids. */
export async function clinicianNames({ tx, clinicId }: ClinicScope): Promise<Map<string, string>> {
  const rows = await tx
    .select({ id: staff.id, name: sql<string>`${staff.firstName} || ' ' || ${staff.lastName}` })
    .from(staff)
    .where(eq(staff.clinicId, clinicId))
  return new Map(rows.map(({ id, name }) => [id, name]))
}
