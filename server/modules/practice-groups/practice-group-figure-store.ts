import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { byKey, everyMonth, firstDayOf, segmentsOf, type Months } from '../analytics/index.ts'
import { clinicFigures } from '../analytics/analytics-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { practiceGroupMembers as members } from './practice-group-schema.ts'

/** The practices of the group, by name, and whether they show what became of their consents. */
export const listFigurePractices = ({
  tx,
}: GroupScope): Promise<{ id: string; name: string; isShown: boolean }[]> =>
  tx
    .select({
      id: clinics.id,
      name: clinics.name,
      isShown: sql<boolean>`${isNotNull(members.showsFiguresSince)}`,
    })
    .from(members)
    .innerJoin(clinics, eq(clinics.id, members.clinicId))
    .orderBy(sql`lower(${clinics.name})`, clinics.id)

/** What was counted in these months, by practice and by month. Whose it is, is the policies' to say, and no filter's. */
export async function countFigures({ tx }: GroupScope, period: Months) {
  const { clinicId, subject, span, start, measure, total } = clinicFigures
  const pieces = segmentsOf(period)
  const counted = sql<number>`sum(${total})::int`
  const ofPractices = eq(subject, 'practice')
  const byPractice = await tx
    .select({ key: clinicId, measure, total: counted })
    .from(clinicFigures)
    .where(
      and(
        ofPractices,
        sql`(${span}, ${start}) in (select * from unnest(
          ${sql.param(pieces.map((piece) => piece.span))}::text[], ${sql.param(pieces.map((piece) => piece.start))}::date[]))`,
      ),
    )
    .groupBy(clinicId, measure)
  const byMonth = await tx
    .select({ key: start, measure, total: counted })
    .from(clinicFigures)
    .where(and(ofPractices, eq(span, 'month'), inArray(start, everyMonth(period).map(firstDayOf))))
    .groupBy(start, measure)
  return { byPractice: byKey(byPractice), byMonth: byKey(byMonth) }
}
