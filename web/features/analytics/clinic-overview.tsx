import type { MetricsPeriod, Overview } from '../../../contract/clinic-figures.ts'
import { figure_group_min, soon_after_reminder_hours } from '../../../contract/limits.ts'
import { timeToSignBuckets } from '../../../contract/measures.ts'
import { ColumnChart, type ColumnSeries } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import type { Column } from '../../ui/table-row.tsx'
import {
  consentMetricColumns,
  groupColumns,
  medianTimeToSignText,
  EmptyChart,
  TableLink,
  TooFewNotice,
  tooFewNote,
} from './clinic-figure-columns.tsx'
import { ChartPanel, TablePanel } from './metric-panels.tsx'
import { formatConsents, formatShare } from './metric-text.ts'
import { monthLabel, monthText } from './month-text.ts'

type OverviewProps = { figures: Overview; asked: MetricsPeriod }

/** How the consents of a practice came out. */
export const ClinicOverview = ({ figures, asked }: OverviewProps) => (
  <div className="space-y-6">
    <Tiles {...figures} />
    <MonthsPanel figures={figures} asked={asked} />
    <TimeToSign figures={figures} asked={asked} />
    <ReminderEffect figures={figures} asked={asked} />
  </div>
)

function Tiles({ total, refusals, addenda }: Overview) {
  if (!total)
    return (
      <p className="card p-5 text-muted">
        Fewer than {figure_group_min} consents were sent: too few to show outcomes. Billing counts each of
        them.
      </p>
    )
  const { sent, opened, signed, declined, withdrawn, questions, checked, unclear } = total
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatTile label="Consents sent" value={numberText(sent)} note={`${numberText(opened)} opened`} />
      <StatTile label="Signed" value={formatShare(signed, sent)} note={formatConsents(signed)} />
      <StatTile
        label="Median time to sign"
        value={medianTimeToSignText(total.halfSigned)}
        note="From sending"
      />
      <StatTile
        label="Declined"
        value={formatShare(declined, sent)}
        note={`${formatConsents(declined)}, before signing`}
      />
      <StatTile label="Withdrawn" value={numberText(withdrawn)} note="After signing" />
      <StatTile
        label="Questions asked"
        value={formatShare(questions, sent)}
        note={formatConsents(questions)}
      />
      <StatTile
        label="Understanding checked"
        value={numberText(checked)}
        note={checked > 0 ? `Still unclear for ${numberText(unclear)}` : undefined}
      />
      <StatTile
        label="Informed refusals"
        value={refusals === null ? <TooFewNotice /> : numberText(refusals)}
        note="Counted separately"
      />
      <StatTile
        label="Plans changed during treatment"
        value={addenda === null ? <TooFewNotice /> : numberText(addenda)}
        note="Counted separately"
      />
    </div>
  )
}

const series: readonly ColumnSeries[] = [
  { key: 'sent', label: 'Sent', fill: 'bg-brand/30' },
  { key: 'opened', label: 'Opened', fill: 'bg-brand/65' },
  { key: 'signed', label: 'Signed', fill: 'bg-brand' },
]

const MonthsPanel = ({ figures: { months }, asked }: OverviewProps) => (
  <ChartPanel
    title="By month"
    lead="Outcomes by month sent; recent months are incomplete. Billing counts what was sent, informed refusals included, without verbal consents."
    actions={<TableLink table="months" asked={asked} of="consents by month" />}
    chart={
      months.some(({ figures }) => figures && figures.sent > 0) ? (
        <ColumnChart
          summary="Consents sent, opened and signed in each month; the figures are in the table below"
          series={series}
          groups={months.map(({ key, figures }) => ({
            key,
            label: monthLabel(key),
            values: { sent: figures?.sent ?? 0, opened: figures?.opened ?? 0, signed: figures?.signed ?? 0 },
          }))}
        />
      ) : (
        <EmptyChart />
      )
    }
  >
    <DataTable
      caption="Consents by month"
      columns={groupColumns({ header: 'Month', name: ({ key }) => monthText(key) }, consentMetricColumns)}
      rows={months.toReversed()}
      rowKey={({ key }) => key}
      empty={null}
      footer={tooFewNote(months)}
    />
  </ChartPanel>
)

type DurationBand = { measure: string; label: string; consents: number; of: number }
const durationColumns: Column<DurationBand>[] = [
  { key: 'label', header: 'Signed', cell: ({ label }) => label },
  { key: 'consents', header: 'Consents', align: 'end', cell: ({ consents }) => numberText(consents) },
  { key: 'share', header: 'Share', cell: ({ consents, of }) => <PercentageBar part={consents} total={of} /> },
]

function TimeToSign({ figures: { timeToSign }, asked }: OverviewProps) {
  const of = timeToSign?.reduce((sum, { consents }) => sum + consents, 0) ?? 0
  const rows = timeToSignBuckets.map(({ measure, label }, at) => ({
    ...{ measure, label, of },
    consents: timeToSign?.[at]?.consents ?? 0,
  }))
  return (
    <TablePanel
      title="Time to sign"
      lead="From sending to the patient’s signature. Faster is not better: patients need time to decide."
      actions={<TableLink table="time-to-sign" asked={asked} of="time to sign" />}
    >
      <DataTable
        caption="Time to sign"
        columns={durationColumns}
        rows={timeToSign ? rows : []}
        rowKey={({ measure }) => measure}
        empty={
          <p className="p-5 text-muted">Fewer than {figure_group_min} were signed: too few to show times.</p>
        }
      />
    </TablePanel>
  )
}

function ReminderEffect({ figures: { reminders }, asked }: OverviewProps) {
  return (
    <Panel
      title="Reminders"
      lead="Consents signed after a reminder. Some patients may have signed without one."
      actions={<TableLink table="reminders" asked={asked} of="reminders" />}
    >
      {reminders ? (
        <div className="grid gap-4 sm:grid-cols-3">
          <StatTile label="Consents with a reminder" value={numberText(reminders.reminded)} />
          <StatTile
            label="Signed after reminder"
            value={formatShare(reminders.signedAfter, reminders.reminded)}
            note={formatConsents(reminders.signedAfter)}
          />
          <StatTile
            label={`Signed within ${soon_after_reminder_hours} hours`}
            value={formatShare(reminders.signedSoonAfter, reminders.reminded)}
            note={formatConsents(reminders.signedSoonAfter)}
          />
        </div>
      ) : (
        <p className="text-muted">
          Fewer than {figure_group_min} consents had a reminder: too few to show results.
        </p>
      )}
    </Panel>
  )
}
