import type { ConsentOutcomes } from '../../../contract/analytics.ts'
import type { GroupFigureRow, GroupFigureTable, GroupOverview } from '../../../contract/group-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { consentOutcomeMeasures } from '../../../contract/measures.ts'
import { outcomeHeader } from '../analytics/index.ts'
import type { PracticeMonth } from './practice-group-figure-store.ts'

type Told = Pick<GroupOverview, 'total' | 'practices' | 'months'>

const sumOf = (all: readonly ConsentOutcomes[]): ConsentOutcomes =>
  Object.fromEntries(
    consentOutcomeMeasures.map((outcome) => [outcome, all.reduce((sum, each) => sum + each[outcome], 0)]),
  ) as ConsentOutcomes

const isTold = ({ sent }: ConsentOutcomes): boolean => sent >= figure_group_min

const rowOf = (key: string, name: string, all: readonly PracticeMonth[]): GroupFigureRow => ({
  ...{ key, name, outcomes: sumOf(all.filter(isTold)) },
  leftOut: all.filter((each) => each.sent > 0 && !isTold(each)).length,
})

/**
 * What is told of the practices that show their figures. A month in which a practice sent few is in no sum: whichever
 * periods are asked for and whoever joins or stops, what differs between two answers is never of few people.
 */
export function tellOutcomes(
  practices: readonly { id: string; name: string }[],
  months: readonly string[],
  counted: readonly PracticeMonth[],
): Told {
  const shown = counted.filter(({ practiceId }) => practices.some(({ id }) => id === practiceId))
  return {
    total: sumOf(shown.filter(isTold)),
    practices: practices
      .map(({ id, name }) =>
        rowOf(
          id,
          name,
          shown.filter(({ practiceId }) => practiceId === id),
        ),
      )
      .toSorted((one, other) => other.outcomes.sent - one.outcomes.sent),
    months: months.map((month) =>
      rowOf(
        month,
        month,
        shown.filter((each) => each.month === month),
      ),
    ),
  }
}

/** One table as a file. */
export function outcomeTableOf(table: GroupFigureTable, { total, ...rows }: Told) {
  const [first, leftOut] =
    table === 'practices'
      ? (['Practice', 'Months left out'] as const)
      : (['Month', 'Practices left out'] as const)
  const cells = (outcomes: ConsentOutcomes) =>
    consentOutcomeMeasures.map((outcome) => String(outcomes[outcome]))
  return {
    header: [first, ...outcomeHeader, leftOut],
    rows: [
      ...rows[table].map(({ name, outcomes, leftOut: count }) => [name, ...cells(outcomes), String(count)]),
      ['Total', ...cells(total), ''],
    ],
  }
}
