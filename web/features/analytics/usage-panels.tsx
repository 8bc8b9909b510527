import type { PlatformAnalytics } from '../../../contract/analytics.ts'
import { soon_after_reminder_hours } from '../../../contract/limits.ts'
import { featureUsageMeasures, timeToSignBuckets } from '../../../contract/measures.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { DownloadLink, TablePanel } from './metric-panels.tsx'
import { formatConsents, formatShare } from './metric-text.ts'
import { outcomes } from './outcome-columns.ts'

/** Below this a share says more of a few people than of a treatment. */
const shared_consents_min = 5

type UsageMetric = { measure: string; label: string; consents: number; of: number }
const usageColumns = (header: string): Column<UsageMetric>[] => [
  { key: 'label', header, cell: ({ label }) => label },
  { key: 'consents', header: 'Consents', align: 'end', cell: ({ consents }) => numberText(consents) },
  { key: 'share', header: 'Share', cell: ({ consents, of }) => <PercentageBar part={consents} total={of} /> },
]
const listUsage = (
  list: readonly { measure: string; label: string }[],
  uses: PlatformAnalytics['features'],
  of: number,
): UsageMetric[] =>
  uses.map(({ measure, consents }) => ({
    ...{ measure, consents, of },
    label: list.find((each) => each.measure === measure)?.label ?? measure,
  }))

export function TimeToSign({ timeToSign, period }: PlatformAnalytics & { period: number }) {
  const all = timeToSign.reduce((sum, { consents }) => sum + consents, 0)
  return (
    <TablePanel
      title="Time to sign"
      lead="From sending to the patient’s signature. Faster is not better: patients need time to decide."
      actions={<DownloadLink table="time-to-sign" period={period} />}
    >
      <DataTable
        caption="Time to sign"
        columns={usageColumns('Signed')}
        rows={listUsage(timeToSignBuckets, timeToSign, all)}
        rowKey={({ measure }) => measure}
        empty={null}
      />
    </TablePanel>
  )
}

type TreatmentRow = PlatformAnalytics['treatments'][number]
const treatmentColumns: Column<TreatmentRow>[] = [
  { key: 'treatment', header: 'Treatment', cell: ({ treatment }) => treatment },
  ...outcomes<TreatmentRow>(),
  {
    key: 'share',
    header: 'Signed (% of sent)',
    cell: ({ sent, signed }) =>
      sent < shared_consents_min ? (
        <span className="text-muted">Too few</span>
      ) : (
        <PercentageBar part={signed} total={sent} />
      ),
  },
]

export const Treatments = ({ rows, period }: { rows: readonly TreatmentRow[]; period: number }) => (
  <TablePanel
    title="Completion by treatment"
    lead="By the template’s treatment. A consent with several treatments counts under the first."
    actions={<DownloadLink table="treatments" period={period} />}
  >
    <DataTable
      caption="Completion by treatment"
      columns={treatmentColumns}
      rows={rows}
      rowKey={({ treatment }) => treatment}
      empty={<p className="p-5 text-muted">No consents sent in this period.</p>}
    />
  </TablePanel>
)

export const Reminders = ({ reminded, signedAfter, signedSoonAfter }: PlatformAnalytics['reminders']) => (
  <Panel
    title="Reminders"
    lead="Consents signed after a reminder. Some patients may have signed without one."
  >
    <div className="grid gap-4 sm:grid-cols-3">
      <StatTile label="Consents with a reminder" value={numberText(reminded)} />
      <StatTile
        label="Signed after reminder"
        value={formatShare(signedAfter, reminded)}
        note={formatConsents(signedAfter)}
      />
      <StatTile
        label={`Signed within ${soon_after_reminder_hours} hours`}
        value={formatShare(signedSoonAfter, reminded)}
        note={formatConsents(signedSoonAfter)}
      />
    </div>
  </Panel>
)

export const Features = ({ features, sent, period }: PlatformAnalytics & { period: number }) => (
  <TablePanel
    title="Feature use"
    lead="Share of consents sent that use each feature."
    actions={<DownloadLink table="features" period={period} />}
  >
    <DataTable
      caption="Feature use"
      columns={usageColumns('Used')}
      rows={listUsage(featureUsageMeasures, features, sent)}
      rowKey={({ measure }) => measure}
      empty={null}
    />
  </TablePanel>
)
