import { plans } from '../../../contract/plans.ts'
import type { Revenue, RevenueMonth, RevenuePlan, RevenueTable } from '../../../contract/revenue.ts'

type Table = { header: string[]; rows: (string | number)[][] }

const pounds = (pence: number): string => (pence / 100).toFixed(2)

type Columns<Row> = [string, (row: Row) => string | number][]
const recurringColumns: Columns<Omit<RevenuePlan, 'plan'>> = [
  ['mrr_gbp', ({ mrrPence }) => pounds(mrrPence)],
  ['new_gbp', ({ newPence }) => pounds(newPence)],
  ['expansion_gbp', ({ expansionPence }) => pounds(expansionPence)],
  ['contraction_gbp', ({ contractionPence }) => pounds(contractionPence)],
  ['churn_gbp', ({ churnPence }) => pounds(churnPence)],
  ['practices', ({ practices }) => practices],
]
const monthColumns: Columns<RevenueMonth> = [
  ['month', ({ month }) => month],
  ...recurringColumns,
  ['new_practices', ({ newPractices }) => newPractices],
  ['churned_practices', ({ churnedPractices }) => churnedPractices],
  ['paid_gbp', ({ paidPence }) => pounds(paidPence)],
  ['failed_payments', ({ failedPayments }) => failedPayments],
  ['failed_gbp', ({ failedPence }) => pounds(failedPence)],
  ['recovered_gbp', ({ recoveredPence }) => pounds(recoveredPence)],
]

/** One of the page's tables as it is exported: pounds with two places, without VAT. */
export function tableOf(table: RevenueTable, revenue: Revenue): Table {
  if (table === 'plans')
    return {
      header: ['month', 'plan', ...recurringColumns.map(([name]) => name)],
      rows: revenue.months.flatMap(({ month, plans: each }) =>
        each.map((row) => [
          month,
          plans[row.plan].title,
          ...recurringColumns.map(([, valueOf]) => valueOf(row)),
        ]),
      ),
    }
  if (table === 'forecast')
    return {
      header: ['month', 'forecast_mrr_gbp'],
      rows: revenue.forecast.map(({ month, mrrPence }) => [month, pounds(mrrPence)]),
    }
  return {
    header: monthColumns.map(([name]) => name),
    rows: revenue.months.map((month) => monthColumns.map(([, valueOf]) => valueOf(month))),
  }
}
