import type { Feedback, FeedbackFigures, MetricsPeriod } from '../../../contract/clinic-figures.ts'
import { feedbackQuestions } from '../../../contract/measures.ts'
import { ColumnChart } from '../../ui/column-chart.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { percentText } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { groupColumns, TableLink } from './clinic-figure-columns.tsx'
import { ChartPanel, TablePanel } from './metric-panels.tsx'
import { monthLabel, monthText } from './month-text.ts'

const chartSeries = {
  understood: 'bg-brand/30',
  asSaid: 'bg-brand/65',
  again: 'bg-brand',
  regret: 'bg-ink',
} as const

const meanText = ({ answers, means }: FeedbackFigures, key: keyof FeedbackFigures['means']) =>
  answers === 0 ? '' : means[key].toFixed(1)

const columns = [
  { key: 'answers', header: 'Answers', cell: ({ answers }: FeedbackFigures) => numberText(answers) },
  ...feedbackQuestions.map(({ key, label }) => ({
    key,
    header: label,
    cell: (figures: FeedbackFigures) => meanText(figures, key),
  })),
]

type ClinicFeedbackProps = { figures: Feedback; asked: MetricsPeriod }

/** What patients say of their decision weeks after their treatment. */
export const ClinicFeedback = ({ figures: { total, months, treatments }, asked }: ClinicFeedbackProps) => (
  <div className="space-y-6">
    {total ? (
      <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
        {feedbackQuestions.map(({ key, label }) => (
          <StatTile
            key={key}
            label={label}
            value={`${percentText(total.agreed[key])} agree`}
            note={`${total.means[key].toFixed(1)} of 5 on average`}
          />
        ))}
      </div>
    ) : (
      <p className="card p-5 text-muted">Too few answers to show results.</p>
    )}
    <ChartPanel
      title="By month"
      lead="Average score by the month the consent was sent, from 1 (not at all) to 5 (fully)."
      actions={<TableLink table="feedback-months" asked={asked} of="feedback by month" />}
      chart={
        <ColumnChart
          summary="Average score for each question by month; figures in the table below"
          series={feedbackQuestions.map(({ key, label }) => ({ key, label, fill: chartSeries[key] }))}
          groups={months.map(({ key, figures }) => ({
            key,
            label: monthLabel(key),
            values: figures?.means ?? {},
          }))}
        />
      }
    >
      <DataTable
        caption="Feedback by month"
        columns={groupColumns({ header: 'Month', name: ({ key }) => monthText(key) }, columns)}
        rows={months.toReversed()}
        rowKey={({ key }) => key}
        empty={null}
      />
    </ChartPanel>
    <TablePanel
      title="By treatment"
      lead="Average score by treatment. Staff are not named."
      actions={<TableLink table="feedback-treatments" asked={asked} of="feedback by treatment" />}
    >
      <DataTable
        caption="Feedback by treatment"
        columns={groupColumns({ header: 'Treatment' }, columns)}
        rows={treatments}
        rowKey={({ key }) => key}
        empty={<p className="p-5 text-muted">No answers yet.</p>}
      />
    </TablePanel>
  </div>
)
