import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConsentOutcomes } from '../../../contract/analytics.ts'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import type { GroupFigureRow, GroupFigureTable, GroupOverview } from '../../../contract/group-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { ColumnChart, type ColumnGroup } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { TableLink } from './clinic-figure-columns.tsx'
import { ChartPanel } from './metric-panels.tsx'
import { MetricPeriodPicker } from './metric-period-picker.tsx'
import { monthLabel, monthText } from './month-text.ts'

const tables = '/api/group/figures'
const charted_max = 8

type GroupAnalyticsScreenProps = {
  figures: GroupOverview
  asked: MetricsPeriod
  /** Which practices show theirs. */
  note: ReactNode
  onPeriod: (asked: MetricsPeriod) => void
  busy: boolean
}

/** How consents come out at the practices of a group. */
export function GroupAnalyticsScreen({ figures, asked, note, onPeriod, busy }: GroupAnalyticsScreenProps) {
  const { period, total, practices, months } = figures
  return (
    <>
      <PageHeader
        title="Analytics"
        lead={`Consent outcomes of your practices by date sent. Months in which a practice sent fewer than ${figure_group_min} are left out.`}
      />
      <div className="mt-6 space-y-5" aria-busy={busy}>
        <MetricPeriodPicker query={asked} shown={period} onChange={onPeriod} />
        {note}
        {total.sent === 0 ? (
          <div className="card">
            <EmptyState icon={ChartColumn} title="No figures in this period">
              Figures appear once a practice that shows them has sent {figure_group_min} consents in a month.
            </EmptyState>
          </div>
        ) : (
          <div className="space-y-6">
            <OutcomePanel
              table="practices"
              title="By practice"
              lead="Not a comparison of performance: patients and treatments differ."
              asked={asked}
              columns={practiceColumnsOf(practices)}
              rows={practices}
              chart={practices.slice(0, charted_max).map((row, at) => columnOf(String(at + 1), row))}
            />
            <OutcomePanel
              table="months"
              title="By month"
              lead="All practices together, by month sent; recent months are incomplete."
              asked={asked}
              columns={monthColumns}
              rows={months.toReversed()}
              chart={months.map((row) => columnOf(monthLabel(row.key), row))}
            />
          </div>
        )}
      </div>
    </>
  )
}

const count = (key: keyof ConsentOutcomes, header: string, hideOnMedium = false): Column<GroupFigureRow> => ({
  ...{ key, header, hideOnMedium, align: 'end', className: 'tabular-nums' },
  cell: ({ outcomes }) => numberText(outcomes[key]),
})

const columnsOf = (name: Column<GroupFigureRow>, leftOut: string): Column<GroupFigureRow>[] => [
  name,
  count('sent', 'Sent'),
  count('opened', 'Opened'),
  count('signed', 'Signed'),
  count('declined', 'Declined'),
  count('withdrawn', 'Withdrawn', true),
  count('expired', 'Expired', true),
  {
    key: 'share',
    header: 'Signed (% of sent)',
    cell: ({ outcomes }) => <PercentageBar part={outcomes.signed} total={outcomes.sent} />,
  },
  {
    ...{ key: 'leftOut', header: leftOut, align: 'end', className: 'text-muted tabular-nums' },
    cell: (row) => numberText(row.leftOut),
  },
]

/** Practices in the chart are told by their number. */
const practiceColumnsOf = (practices: readonly GroupFigureRow[]) =>
  columnsOf(
    {
      key: 'name',
      header: 'Practice',
      cell: (row) => (
        <span dir="auto">
          <span className="text-muted tabular-nums">{practices.indexOf(row) + 1}. </span>
          {row.name}
        </span>
      ),
    },
    'Months left out',
  )
const monthColumns = columnsOf(
  { key: 'name', header: 'Month', cell: ({ key }) => monthText(key) },
  'Practices left out',
)

const series = [
  { key: 'sent', label: 'Sent', fill: 'bg-brand/30' },
  { key: 'signed', label: 'Signed', fill: 'bg-brand' },
]
const columnOf = (label: string, { key, outcomes }: GroupFigureRow): ColumnGroup => ({
  ...{ key, label },
  values: { sent: outcomes.sent, signed: outcomes.signed },
})

type OutcomePanelProps = {
  table: GroupFigureTable
  title: string
  lead: string
  asked: MetricsPeriod
  columns: Column<GroupFigureRow>[]
  rows: readonly GroupFigureRow[]
  chart: ColumnGroup[]
}

/** Outcomes of each practice, or of each month, as a chart and a table. */
const OutcomePanel = ({ table, title, lead, asked, columns, rows, chart }: OutcomePanelProps) => (
  <ChartPanel
    title={title}
    lead={lead}
    actions={<TableLink table={table} asked={asked} of={`outcomes ${title.toLowerCase()}`} tables={tables} />}
    chart={
      <ColumnChart
        summary={`Consents sent and signed, ${title.toLowerCase()}; the figures are in the table below`}
        series={series}
        groups={chart}
      />
    }
  >
    <DataTable caption={title} columns={columns} rows={rows} rowKey={({ key }) => key} empty={null} />
  </ChartPanel>
)
