import type { MetricsPeriod, Groups } from '../../../contract/clinic-figures.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import {
  consentMetricColumns,
  groupColumns,
  EmptyChart,
  TableLink,
  tooFewNote,
} from './clinic-figure-columns.tsx'
import { ChartPanel } from './metric-panels.tsx'

const charted_max = 8

type ClinicGroupsProps = {
  metrics: Groups
  query: MetricsPeriod
  by: 'treatments' | 'clinicians'
}

const words = {
  treatments: {
    title: 'By treatment',
    header: 'Treatment',
    lead: 'By the template’s treatment. A consent with several treatments counts under the first.',
  },
  clinicians: {
    title: 'By clinician',
    header: 'Clinician',
    lead: 'By treating clinician. Not a comparison of performance: patients and treatments differ.',
  },
}

type ChartedGroup = readonly { key: string }[]

/** The number under which a group stands in the chart, before its name. */
const NumberedLabel = ({
  group,
  charted,
}: {
  group: { key: string; name: string }
  charted: ChartedGroup
}) => {
  const at = charted.findIndex(({ key }) => key === group.key)
  return (
    <span dir="auto">
      {at >= 0 && <span className="text-muted tabular-nums">{at + 1}. </span>}
      {group.name}
    </span>
  )
}

const columnsOf = (header: string, charted: ChartedGroup) =>
  groupColumns(
    { header, name: (group) => <NumberedLabel group={group} charted={charted} /> },
    consentMetricColumns,
  )

/** What became of the consents of each treatment, or of each clinician. */
export function ClinicGroups({ metrics: { groups }, query, by }: ClinicGroupsProps) {
  const { title, header, lead } = words[by]
  const charted = groups.filter(({ figures }) => figures !== null).slice(0, charted_max)
  return (
    <ChartPanel
      title={title}
      lead={lead}
      actions={<TableLink table={by} asked={query} of={by} />}
      chart={
        charted.length === 0 ? (
          <EmptyChart />
        ) : (
          <ColumnChart
            summary={`Consents sent and signed, ${title.toLowerCase()}; the figures are in the table below`}
            series={[
              { key: 'sent', label: 'Sent', fill: 'bg-brand/30' },
              { key: 'signed', label: 'Signed', fill: 'bg-brand' },
            ]}
            groups={charted.map(({ key, figures }, at) => ({
              key,
              label: String(at + 1),
              values: { sent: figures!.sent, signed: figures!.signed },
            }))}
          />
        )
      }
    >
      <DataTable
        caption={title}
        columns={columnsOf(header, charted)}
        rows={groups}
        rowKey={({ key }) => key}
        empty={<p className="p-5 text-muted">No consents sent in this period.</p>}
        footer={tooFewNote(groups)}
      />
    </ChartPanel>
  )
}
