import { ChartColumn } from 'lucide-react'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import type { GroupFigureRow, GroupOutcomes, GroupOverview } from '../../../contract/group-figures.ts'
import { figure_group_min } from '../../../contract/limits.ts'
import { ColumnChart, type ColumnGroup } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
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
  onPeriod: (asked: MetricsPeriod) => void
  busy: boolean
}

/** How consents come out at the practices of a group. */
export function GroupAnalyticsScreen({ figures, asked, onPeriod, busy }: GroupAnalyticsScreenProps) {
  const { period, total, unshown } = figures
  return (
    <>
      <PageHeader
        title="Analytics"
        lead={`Consent outcomes of your practices by date sent. Months in which a practice sent fewer than ${figure_group_min} are left out.`}
      />
      <div className="mt-6 space-y-5" aria-busy={busy}>
        <MetricPeriodPicker query={asked} shown={period} onChange={onPeriod} />
        {unshown.length > 0 && (
          <InlineMessage>Not shown by their practice: {unshown.join(', ')}</InlineMessage>
        )}
        {total.sent === 0 ? (
          <div className="card">
            <EmptyState icon={ChartColumn} title="No figures in this period">
              Figures appear once a practice that shows them has sent {figure_group_min} consents in a month.
            </EmptyState>
          </div>
        ) : (
          <div className="space-y-6">
            <PracticesPanel practices={figures.practices} asked={asked} />
            <MonthsPanel months={figures.months} asked={asked} />
          </div>
        )}
      </div>
    </>
  )
}

const count = (key: keyof GroupOutcomes, header: string, hideOnMedium = false): Column<GroupFigureRow> => ({
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
  count('voided', 'Voided', true),
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
const charted = (label: string, { key, outcomes }: GroupFigureRow): ColumnGroup => ({
  ...{ key, label },
  values: { sent: outcomes.sent, signed: outcomes.signed },
})

type PanelProps<K extends string> = Record<K, readonly GroupFigureRow[]> & { asked: MetricsPeriod }

const PracticesPanel = ({ practices, asked }: PanelProps<'practices'>) => (
  <ChartPanel
    title="By practice"
    lead="Not a comparison of performance: patients and treatments differ."
    actions={<TableLink table="practices" asked={asked} of="practices" tables={tables} />}
    chart={
      <ColumnChart
        summary="Consents sent and signed by the practices that sent most; the figures are in the table below"
        series={series}
        groups={practices.slice(0, charted_max).map((row, at) => charted(String(at + 1), row))}
      />
    }
  >
    <DataTable
      caption="By practice"
      columns={practiceColumnsOf(practices)}
      rows={practices}
      rowKey={({ key }) => key}
      empty={null}
    />
  </ChartPanel>
)

const MonthsPanel = ({ months, asked }: PanelProps<'months'>) => (
  <ChartPanel
    title="By month"
    lead="All practices together, by month sent; recent months are incomplete."
    actions={<TableLink table="months" asked={asked} of="consents by month" tables={tables} />}
    chart={
      <ColumnChart
        summary="Consents sent and signed in each month; the figures are in the table below"
        series={series}
        groups={months.map((row) => charted(monthLabel(row.key), row))}
      />
    }
  >
    <DataTable
      caption="Consents by month"
      columns={monthColumns}
      rows={months.toReversed()}
      rowKey={({ key }) => key}
      empty={null}
    />
  </ChartPanel>
)
