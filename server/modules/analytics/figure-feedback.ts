import type { Feedback, FeedbackFigures } from '../../../contract/clinic-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { feedbackQuestions } from '../../../contract/measures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { countOf, emptyTotals } from './figure-groups.ts'
import { everyMonth, segmentsOf, firstDayOf, monthName, type Months } from './figure-periods.ts'
import { totalsByMonth, totalsOf, type Totals } from './figure-store.ts'
import { suppressSmallGroups, unlessSuppressed } from './figure-suppression.ts'

const scoresOf = (totals: Totals, measure: 'points' | 'agreed', answers: number, digits: number) =>
  Object.fromEntries(
    feedbackQuestions.map(({ key }) => {
      const sum = countOf(totals, `feedback_${measure}:${key}`)
      return [key, answers === 0 ? 0 : Math.round((sum / answers) * 10 ** digits) / 10 ** digits]
    }),
  ) as FeedbackFigures['means']

function feedbackFigures(totals: Totals): FeedbackFigures {
  const answers = countOf(totals, 'feedback')
  return {
    answers,
    means: scoresOf(totals, 'points', answers, 1),
    agreed: scoresOf(totals, 'agreed', answers, 2),
  }
}

const groupOf = (key: string, totals: Totals) => ({
  ...{ key, name: key, size: countOf(totals, 'feedback') },
  figures: feedbackFigures(totals),
})

/** What patients whose consents were sent in these months said weeks after their treatment, by month and by treatment. */
export async function feedbackOf(scope: ClinicScope, period: Months): Promise<Feedback> {
  const pieces = segmentsOf(period)
  const totals = (await totalsOf(scope, 'practice', pieces)).get('') ?? emptyTotals
  const months = everyMonth(period)
  const byMonth = await totalsByMonth(scope, months.map(firstDayOf))
  const ofMonths = months.map((month) => groupOf(month, byMonth.get(firstDayOf(month)) ?? emptyTotals))
  const published = new Map(
    suppressSmallGroups(ofMonths, figure_group_min, { nameOf: monthName }).map((group) => [group.key, group]),
  )
  const treatments = [...(await totalsOf(scope, 'treatment', pieces))]
    .map(([key, each]) => groupOf(key, each))
    .filter(({ size }) => size > 0)
    .toSorted((one, other) => other.size - one.size || one.name.localeCompare(other.name))
  const answers = countOf(totals, 'feedback')
  return {
    period,
    isEmpty: answers === 0,
    total: unlessSuppressed(answers, figure_group_min, () => feedbackFigures(totals)),
    months: months.map((month) => published.get(month)!),
    treatments: suppressSmallGroups(treatments, figure_group_min),
  }
}
