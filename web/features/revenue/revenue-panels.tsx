import type { ReactNode } from 'react'
import { planNames, plans } from '../../../contract/plans.ts'
import type { Revenue, RevenueMonth, RevenueTable } from '../../../contract/revenue.ts'
import { ColumnChart, type ColumnSeries } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { formatMoney, revenueMonthLabel, revenueMonthText } from './revenue-words.ts'

type RevenuePanelProps = {
  title: string
  lead: string
  table: RevenueTable
  period: number
  chart?: ReactNode
  children: ReactNode
}

/** A part of the page: its chart where it has one, its table, and the table as a file. */
function RevenuePanel({ title, lead, table, period, chart, children }: RevenuePanelProps) {
  const download = (
    <ButtonLink
      variant="quiet"
      size="small"
      href={`/api/admin/revenue/${table}.csv?months=${period}`}
      download
      reload
    >
      CSV<span className="sr-only"> of {title}</span>
    </ButtonLink>
  )
  return (
    <section>
      {chart ? (
        <Panel title={title} lead={lead} actions={download} className="mb-3">
          {chart}
        </Panel>
      ) : (
        <div className="mb-3 flex items-end justify-between gap-3">
          <div>
            <h2>{title}</h2>
            <p className="text-muted">{lead}</p>
          </div>
          {download}
        </div>
      )}
      {children}
    </section>
  )
}

type Months = { months: readonly RevenueMonth[]; period: number }
const pounds = (pence: number) => Math.round(pence / 100)
const monthColumn: Column<RevenueMonth> = {
  key: 'month',
  header: 'Month',
  cell: ({ month }) => revenueMonthText(month),
}
const money = (
  key: string,
  header: string,
  of: (month: RevenueMonth) => number,
  hideOnMedium = false,
): Column<RevenueMonth> => ({
  key,
  header,
  align: 'end',
  hideOnMedium,
  cell: (month) => formatMoney(of(month)),
})

const recurringSeries: readonly ColumnSeries[] = [
  { key: 'mrr', label: 'Recurring per month (£)', fill: 'bg-brand' },
]

/** What recurs, and what moved it. */
export const RecurringMonths = ({ months, period }: Months) => (
  <RevenuePanel
    title="Recurring revenue by month"
    lead="At the end of each month; current month to date."
    table="months"
    period={period}
    chart={
      <ColumnChart
        summary="Recurring revenue at the end of each month; the figures are in the table below"
        series={recurringSeries}
        groups={months.map(({ month, mrrPence }) => ({
          key: month,
          label: revenueMonthLabel(month),
          values: { mrr: pounds(mrrPence) },
        }))}
      />
    }
  >
    <DataTable
      caption="Recurring revenue by month"
      columns={[
        monthColumn,
        money('mrr', 'MRR', ({ mrrPence }) => mrrPence),
        money('new', 'New', ({ newPence }) => newPence),
        money('expansion', 'Expansion', ({ expansionPence }) => expansionPence),
        money('contraction', 'Contraction', ({ contractionPence }) => -contractionPence),
        money('churn', 'Churn', ({ churnPence }) => -churnPence),
        {
          key: 'practices',
          header: 'Practices',
          align: 'end',
          cell: ({ practices }) => numberText(practices),
        },
      ]}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      empty={null}
    />
  </RevenuePanel>
)

const paymentSeries: readonly ColumnSeries[] = [
  { key: 'paid', label: 'Paid (£)', fill: 'bg-brand' },
  { key: 'failed', label: 'Failed (£)', fill: 'bg-bad' },
]

/** What was paid, and what was not. */
export const PaymentMonths = ({ months, period }: Months) => (
  <RevenuePanel
    title="Payments"
    lead="A failed invoice counts once, in the month it first failed."
    table="months"
    period={period}
    chart={
      <ColumnChart
        summary="Paid and failed in each month; the figures are in the table below"
        series={paymentSeries}
        groups={months.map(({ month, paidPence, failedPence }) => ({
          key: month,
          label: revenueMonthLabel(month),
          values: { paid: pounds(paidPence), failed: pounds(failedPence) },
        }))}
      />
    }
  >
    <DataTable
      caption="Payments by month"
      columns={[
        monthColumn,
        money('paid', 'Paid', ({ paidPence }) => paidPence),
        {
          key: 'count',
          header: 'Failed invoices',
          align: 'end',
          cell: ({ failedPayments }) => failedPayments,
        },
        money('failed', 'Failed', ({ failedPence }) => failedPence),
        money('recovered', 'Paid since', ({ recoveredPence }) => recoveredPence),
      ]}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      empty={null}
    />
  </RevenuePanel>
)

const planColumns: Column<RevenueMonth>[] = planNames.map((name, at) => ({
  key: name,
  header: plans[name].title,
  align: 'end',
  cell: (month) => {
    const { mrrPence, practices } = month.plans[at]!
    return practices === 0 ? '–' : `${formatMoney(mrrPence)} (${numberText(practices)})`
  },
}))

/** Which plan brings what, month by month. */
export const RevenuePlans = ({ months, period }: Months) => (
  <RevenuePanel
    title="By plan"
    lead="Recurring revenue at month end and number of paying practices. Download the file for changes by plan."
    table="plans"
    period={period}
  >
    <DataTable
      caption="Recurring revenue by month and plan"
      columns={[monthColumn, ...planColumns]}
      rows={months.toReversed()}
      rowKey={({ month }) => month}
      empty={null}
    />
  </RevenuePanel>
)

type ForecastRow = Revenue['forecast'][number]
const forecastColumns: Column<ForecastRow>[] = [
  { key: 'month', header: 'End of', cell: ({ month }) => revenueMonthText(month) },
  { key: 'mrr', header: 'Forecast MRR', align: 'end', cell: ({ mrrPence }) => formatMoney(mrrPence) },
]

/** What is arranged to come. */
export const RevenueForecast = ({ rows, period }: { rows: readonly ForecastRow[]; period: number }) => (
  <RevenuePanel
    title="Forecast"
    lead="Assumes only changes already arranged: cancellations, downgrades and trials with a card."
    table="forecast"
    period={period}
  >
    <DataTable
      caption="Forecast"
      columns={forecastColumns}
      rows={rows}
      rowKey={({ month }) => month}
      empty={null}
    />
  </RevenuePanel>
)
