import type { GroupFigures, Groups, Overview } from '../../../contract/clinic-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { consentOutcomeMeasures, timeToSignBuckets } from '../../../contract/measures.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { everyMonth, segmentsOf, firstDayOf, monthName, type Months } from './figure-periods.ts'
import { clinicianNames, totalsByMonth, totalsOf, type Totals } from './figure-store.ts'
import { suppressSmallGroups, unlessSuppressed } from './figure-suppression.ts'

export const emptyTotals: Totals = new Map()
export const countOf = (totals: Totals, measure: string): number => totals.get(measure) ?? 0

/** The span within which half of the signatures came. */
function medianTimeToSign(totals: Totals): string | null {
  const spans = timeToSignBuckets.map(({ measure }) => ({ measure, consents: countOf(totals, measure) }))
  const all = spans.reduce((sum, { consents }) => sum + consents, 0)
  if (all < figure_group_min) return null
  let sum = 0
  return spans.find(({ consents }) => (sum += consents) * 2 >= all)!.measure
}

function groupFigures(totals: Totals): GroupFigures {
  return {
    ...(Object.fromEntries(
      consentOutcomeMeasures.map((measure) => [measure, countOf(totals, measure)]),
    ) as Pick<GroupFigures, (typeof consentOutcomeMeasures)[number]>),
    questions: countOf(totals, 'with_questions'),
    checked: countOf(totals, 'check_done'),
    unclear: countOf(totals, 'check_unclear'),
    halfSigned: medianTimeToSign(totals),
  }
}

const groupOf = (key: string, name: string, totals: Totals) => ({
  ...{ key, name, size: countOf(totals, 'sent') },
  figures: groupFigures(totals),
})

const totalOf = (totals: Totals) =>
  unlessSuppressed(countOf(totals, 'sent'), figure_group_min, () => groupFigures(totals))

/** All consents of a practice in these months, and month by month. */
export async function overviewOf(scope: ClinicScope, period: Months): Promise<Overview> {
  const months = everyMonth(period)
  const [ofAll, byMonth] = await Promise.all([
    totalsOf(scope, 'practice', segmentsOf(period)),
    totalsByMonth(scope, months.map(firstDayOf)),
  ])
  const totals = ofAll.get('') ?? emptyTotals
  const groups = months.map((month) => groupOf(month, month, byMonth.get(firstDayOf(month)) ?? emptyTotals))
  const published = new Map(
    suppressSmallGroups(groups, figure_group_min, { nameOf: monthName }).map((group) => [group.key, group]),
  )
  const reminded = countOf(totals, 'reminded')
  /** Of what is counted by itself: nought tells of nobody. */
  const countedApart = (measure: 'refusals' | 'addenda') => {
    const count = countOf(totals, measure)
    return count === 0 ? 0 : unlessSuppressed(count, figure_group_min, () => count)
  }
  return {
    period,
    isEmpty: countOf(totals, 'sent') === 0,
    total: totalOf(totals),
    months: months.map((month) => published.get(month)!),
    timeToSign: unlessSuppressed(countOf(totals, 'signed'), figure_group_min, () =>
      timeToSignBuckets.map(({ measure }) => ({ measure, consents: countOf(totals, measure) })),
    ),
    reminders: unlessSuppressed(reminded, figure_group_min, () => ({
      reminded,
      signedAfter: countOf(totals, 'signed_after_reminder'),
      signedSoonAfter: countOf(totals, 'signed_soon_after_reminder'),
    })),
    refusals: countedApart('refusals'),
    addenda: countedApart('addenda'),
  }
}

async function groupsOf(
  scope: ClinicScope,
  subject: 'treatment' | 'clinician',
  { period, nameOf }: { period: Months; nameOf: (key: string) => string },
): Promise<Groups> {
  const pieces = segmentsOf(period)
  const [ofAll, ofEach] = await Promise.all([
    totalsOf(scope, 'practice', pieces),
    totalsOf(scope, subject, pieces),
  ])
  const totals = ofAll.get('') ?? emptyTotals
  const groups = [...ofEach]
    .map(([key, each]) => groupOf(key, nameOf(key), each))
    .filter(({ size }) => size > 0)
    .toSorted((one, other) => other.size - one.size || one.name.localeCompare(other.name))
  return {
    period,
    isEmpty: countOf(totals, 'sent') === 0,
    total: totalOf(totals),
    groups: suppressSmallGroups(groups, figure_group_min),
  }
}

/** What became of the consents of each treatment; of several in one consent the first. */
export const treatmentGroups = (scope: ClinicScope, period: Months): Promise<Groups> =>
  groupsOf(scope, 'treatment', { period, nameOf: (treatment) => treatment })

/** What became of the consents of each clinician. */
export async function clinicianGroups(scope: ClinicScope, period: Months): Promise<Groups> {
  const names = await clinicianNames(scope)
  return groupsOf(scope, 'clinician', { period, nameOf: (id) => names.get(id) ?? 'Former staff member' })
}
