import { and, eq, inArray, sql } from 'drizzle-orm'
import type { GroupOutcomes } from '../../../contract/group-figures.ts'
import { consentOutcomeMeasures } from '../../../contract/measures.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { clinicFigures } from '../analytics/analytics-schema.ts'
import { firstDayOf } from '../analytics/index.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { practiceGroupMembers as members } from './practice-group-schema.ts'

/** The practices of the group, by name, and whether they show the outcomes of their consents. */
export const listFigurePractices = ({
  tx,
}: GroupScope): Promise<{ id: string; name: string; isShown: boolean }[]> =>
  tx
    .select({
      id: clinics.id,
      name: clinics.name,
      isShown: sql<boolean>`${members.showsFiguresSince} is not null`,
    })
    .from(members)
    .innerJoin(clinics, eq(clinics.id, members.clinicId))
    .orderBy(sql`lower(${clinics.name})`, clinics.id)

/** Outcomes of the consents that a practice sent in a month. */
export type PracticeMonth = GroupOutcomes & { practiceId: string; month: string }

const totalOf = (outcome: string) =>
  sql<number>`coalesce(sum(${clinicFigures.total}) filter (where ${clinicFigures.measure} = ${outcome}), 0)::int`
const outcomes = Object.fromEntries(
  consentOutcomeMeasures.map((outcome) => [outcome, totalOf(outcome)]),
) as Record<keyof GroupOutcomes, ReturnType<typeof totalOf>>

/** What was counted in each of these months at each practice. Whose it is, is the policies' to say, and no filter's. */
export const listPracticeMonths = (
  { tx }: GroupScope,
  months: readonly string[],
): Promise<PracticeMonth[]> => {
  const { clinicId, subject, span, start, measure } = clinicFigures
  return tx
    .select({
      practiceId: clinicId,
      month: sql<string>`to_char(${start}, 'YYYY-MM')`,
      ...outcomes,
    })
    .from(clinicFigures)
    .where(
      and(
        eq(subject, 'practice'),
        eq(span, 'month'),
        inArray(start, months.map(firstDayOf)),
        inArray(measure, [...consentOutcomeMeasures]),
      ),
    )
    .groupBy(clinicId, start)
}
