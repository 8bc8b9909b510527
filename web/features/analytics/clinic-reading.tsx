import type { MetricsPeriod, ReadingFigures } from '../../../contract/clinic-figures.ts'
import { figure_group_min, figure_need_group_min } from '../../../contract/limits.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { PercentageBar } from '../../ui/percentage-bar.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { StatTile } from '../../ui/stat-tile.tsx'
import { groupColumns, TableLink, type ReportedGroup } from './clinic-figure-columns.tsx'
import { TablePanel } from './metric-panels.tsx'
import { formatConsents, formatShare } from './metric-text.ts'

type ClinicReadingProps = { figures: ReadingFigures; asked: MetricsPeriod }

/** Where patients leave off, what they ask about and what they misunderstand. */
export const ClinicReading = ({ figures, asked }: ClinicReadingProps) => (
  <div className="space-y-6">
    <Sections rows={figures.sections} asked={asked} />
    <Understanding figures={figures} asked={asked} />
    <AudiencePanel
      title="By language"
      header="Language"
      table="languages"
      lead="Language shown next to the English text that is signed."
      rows={figures.languages}
      asked={asked}
    />
    <AudiencePanel
      title="By format"
      header="Format"
      table="formats"
      lead="Standard, Easy Read or large print."
      rows={figures.formats}
      asked={asked}
    />
  </div>
)

const minutesText = (seconds: number): string =>
  seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`

const sectionColumns = groupColumns<NonNullable<ReadingFigures['sections'][number]['figures']>>(
  { header: 'Part' },
  [
    { key: 'read', header: 'Read', cell: ({ read }) => numberText(read) },
    { key: 'seconds', header: 'Average time', cell: ({ seconds }) => minutesText(seconds) },
    { key: 'asked', header: 'Questions', cell: ({ asked: questions }) => numberText(questions) },
    {
      key: 'left',
      header: 'Last part read',
      end: false,
      cell: ({ leftOff, read }) => <PercentageBar part={leftOff} total={read} />,
    },
  ],
)

const Sections = ({ rows, asked }: { rows: ReadingFigures['sections']; asked: MetricsPeriod }) => (
  <TablePanel
    title="Parts of the form"
    lead="Where undecided patients stopped reading, and questions asked about each part."
    actions={<TableLink table="sections" asked={asked} of="parts of the form" />}
  >
    <DataTable
      caption="Parts of the form"
      columns={sectionColumns}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<p className="p-5 text-muted">No on-screen reading in this period.</p>}
    />
  </TablePanel>
)

const questionColumns = groupColumns<NonNullable<ReadingFigures['questions'][number]['figures']>>(
  { header: 'Question' },
  [
    { key: 'answered', header: 'Answered', cell: ({ answered }) => numberText(answered) },
    { key: 'unclear', header: 'Still unclear', cell: ({ unclear }) => numberText(unclear) },
    {
      key: 'missed',
      header: 'Wrong first time',
      end: false,
      cell: ({ missed, answered }) => <PercentageBar part={missed} total={answered} />,
    },
  ],
)

const Understanding = ({ figures: { understanding, questions }, asked }: ClinicReadingProps) => (
  <TablePanel
    title="Understanding checks"
    lead="Questions most often answered wrongly the first time. The text may need to be clearer."
    actions={<TableLink table="questions" asked={asked} of="understanding checks" />}
  >
    {understanding && (
      <div className="mb-4 grid grid-cols-2 gap-4">
        <StatTile label="Checks completed" value={numberText(understanding.checked)} />
        <StatTile
          label="Still unclear"
          value={formatShare(understanding.unclear, understanding.checked)}
          note={formatConsents(understanding.unclear)}
        />
      </div>
    )}
    <DataTable
      caption="Understanding questions"
      columns={questionColumns}
      rows={questions}
      rowKey={({ key }) => key}
      empty={<p className="p-5 text-muted">No questions answered in this period.</p>}
      footer={
        <p className="text-small text-muted">
          Questions and parts that fewer than {figure_group_min} patients saw are hidden.
        </p>
      }
    />
  </TablePanel>
)

type AudiencePanelProps = {
  title: string
  header: string
  lead: string
  table: string
  rows: ReadingFigures['languages']
  asked: MetricsPeriod
}
type AudienceMetrics = NonNullable<ReadingFigures['languages'][number]['figures']>

const audienceColumns = (header: string) =>
  groupColumns<AudienceMetrics>({ header }, [
    { key: 'sent', header: 'Sent', cell: ({ sent }) => numberText(sent) },
    { key: 'opened', header: 'Opened', cell: ({ opened }) => numberText(opened) },
    {
      key: 'signed',
      header: 'Signed (% of sent)',
      end: false,
      cell: ({ signed, sent }) => <PercentageBar part={signed} total={sent} />,
    },
  ])

function AudiencePanel({ title, header, lead, table, rows, asked }: AudiencePanelProps) {
  const told: readonly ReportedGroup<AudienceMetrics>[] = rows
  return (
    <TablePanel
      title={title}
      lead={lead}
      actions={<TableLink table={table} asked={asked} of={title.toLowerCase()} />}
    >
      <DataTable
        caption={title}
        columns={audienceColumns(header)}
        rows={told}
        rowKey={({ key }) => key}
        empty={<p className="p-5 text-muted">No consents sent in this period.</p>}
        footer={
          told.some(({ figures }) => figures === null) && (
            <p className="text-small text-muted">
              Groups of fewer than {figure_need_group_min} consents are hidden, along with figures that would
              reveal them.
            </p>
          )
        }
      />
    </TablePanel>
  )
}
