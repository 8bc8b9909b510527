import type { PlatformMonth } from '../../../contract/analytics.ts'
import { activation_days } from '../../../contract/limits.ts'
import { ColumnChart, type ColumnSeries } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { ChartPanel, DownloadLink } from './metric-panels.tsx'
import { monthLabel, monthText } from './month-text.ts'
import { outcomes } from './outcome-columns.ts'

const consentSeries: readonly ColumnSeries[] = [
  { key: 'sent', label: 'Sent', fill: 'bg-brand/30' },
  { key: 'opened', label: 'Opened', fill: 'bg-brand/65' },
  { key: 'signed', label: 'Signed', fill: 'bg-brand' },
]

const monthColumn: Column<PlatformMonth> = {
  key: 'month',
  header: 'Month',
  cell: ({ month }) => monthText(month),
}
const newestFirst = (months: readonly PlatformMonth[]) => months.toReversed()

/** What became of the consents of each month. */
export function ConsentMonths({ months, period }: { months: readonly PlatformMonth[]; period: number }) {
  return (
    <ChartPanel
      title="Consents"
      lead="Outcomes by month sent; recent months are incomplete."
      actions={<DownloadLink table="months" period={period} />}
      chart={
        <ColumnChart
          summary="Consents sent, opened and signed in each month; the figures are in the table below"
          series={consentSeries}
          groups={months.map(({ month, sent, opened, signed }) => ({
            key: month,
            label: monthLabel(month),
            values: { sent, opened, signed },
          }))}
        />
      }
    >
      <DataTable
        caption="Consents by month"
        columns={[monthColumn, ...outcomes<PlatformMonth>()]}
        rows={newestFirst(months)}
        rowKey={({ month }) => month}
        empty={null}
      />
    </ChartPanel>
  )
}

const growthSeries: readonly ColumnSeries[] = [
  { key: 'activeClinics', label: 'Practices that sent a consent', fill: 'bg-brand' },
  { key: 'newClinics', label: 'New practices', fill: 'bg-brand/35' },
]
const growthColumns: Column<PlatformMonth>[] = [
  monthColumn,
  {
    key: 'active',
    header: 'Sent a consent',
    align: 'end',
    cell: ({ activeClinics }) => numberText(activeClinics),
  },
  { key: 'new', header: 'New', align: 'end', cell: ({ newClinics }) => numberText(newClinics) },
  {
    key: 'begun',
    header: `Began within ${activation_days} days`,
    align: 'end',
    cell: ({ newClinics, activatedClinics }) =>
      newClinics === 0 ? 'No data' : `${numberText(activatedClinics)} of ${numberText(newClinics)}`,
  },
]

/** How many practices there are, and how many work with it. */
export const ClinicMonths = ({ months }: { months: readonly PlatformMonth[] }) => (
  <ChartPanel
    title="Practices"
    lead={`Active means sending a first consent within ${activation_days} days of joining.`}
    chart={
      <ColumnChart
        summary="Practices that sent a consent and new practices in each month; the figures are in the table below"
        series={growthSeries}
        groups={months.map((each) => ({
          key: each.month,
          label: monthLabel(each.month),
          values: { activeClinics: each.activeClinics, newClinics: each.newClinics },
        }))}
      />
    }
  >
    <DataTable
      caption="Practices by month"
      columns={growthColumns}
      rows={newestFirst(months)}
      rowKey={({ month }) => month}
      empty={null}
    />
  </ChartPanel>
)
