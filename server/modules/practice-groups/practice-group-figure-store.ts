import { and, eq, inArray, sql } from 'drizzle-orm'
import type { ConsentOutcomes } from '../../../contract/analytics.ts'
import { consentOutcomeMeasures } from '../../../contract/measures.ts'
import type { AnyGroupScope } from '../../platform/database/transaction.ts'
import { clinicFigures } from '../analytics/analytics-schema.ts'
import { firstDayOf } from '../analytics/index.ts'

/** Outcomes of the consents that a practice sent in a month. */
export type PracticeMonth = ConsentOutcomes & { practiceId: string; month: string }

const totalOf = (outcome: string) =>
  sql<number>`coalesce(sum(${clinicFigures.total}) filter (where ${clinicFigures.measure} = ${outcome}), 0)::int`
const outcomes = Object.fromEntries(
  consentOutcomeMeasures.map((outcome) => [outcome, totalOf(outcome)]),
) as Record<keyof ConsentOutcomes, ReturnType<typeof totalOf>>

/** What was counted in each of these months at each practice. Whose it is, is the policies' to say, and no filter's. */
export const listPracticeMonths = (
  { tx }: AnyGroupScope,
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
