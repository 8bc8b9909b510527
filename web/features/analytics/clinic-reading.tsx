import type { FigurePeriod, ReadingFigures } from '../../../contract/clinic-figures.ts'
import { figure_group_min, figure_need_group_min } from '../../../contract/limits.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { groupColumns, TableLink, type ToldGroup } from './clinic-figure-columns.tsx'
import { TablePanel } from './figure-panels.tsx'
import { numberText, shareText } from './figure-text.ts'

type ClinicReadingProps = { figures: ReadingFigures; asked: FigurePeriod }

/** Where patients leave off, what they ask about and what they misunderstand. */
export const ClinicReading = ({ figures, asked }: ClinicReadingProps) => (
  <div className="space-y-6">
    <Sections rows={figures.sections} asked={asked} />
    <Understanding figures={figures} asked={asked} />
    <Reach
      title="By language"
      header="Language"
      table="languages"
      lead="In which language the text stood beside the English, which is what is signed."
      rows={figures.languages}
      asked={asked}
    />
    <Reach
      title="By form of the text"
      header="Form"
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
    { key: 'seconds', header: 'On average', cell: ({ seconds }) => minutesText(seconds) },
    { key: 'asked', header: 'Questions', cell: ({ asked: questions }) => numberText(questions) },
    {
      key: 'left',
      header: 'Left off here',
      end: false,
      cell: ({ leftOff, read }) => <ShareBar part={leftOff} of={read} />,
    },
  ],
)

const Sections = ({ rows, asked }: { rows: ReadingFigures['sections']; asked: FigurePeriod }) => (
  <TablePanel
    title="Parts of the text"
    lead="Where patients who have not decided, or not in time, read last; and how many questions were asked about each part."
    actions={<TableLink table="sections" asked={asked} of="the parts" />}
  >
    <DataTable
      caption="Parts of the text"
      columns={sectionColumns}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<p className="p-5 text-muted">Nothing was read on a screen in this time.</p>}
    />
  </TablePanel>
)

const questionColumns = groupColumns<NonNullable<ReadingFigures['questions'][number]['figures']>>(
  { header: 'Question' },
  [
    { key: 'answered', header: 'Answered', cell: ({ answered }) => numberText(answered) },
    { key: 'unclear', header: 'Not clear in the end', cell: ({ unclear }) => numberText(unclear) },
    {
      key: 'missed',
      header: 'Wrong at first',
      end: false,
      cell: ({ missed, answered }) => <ShareBar part={missed} of={answered} />,
    },
  ],
)

const Understanding = ({ figures: { understanding, questions }, asked }: ClinicReadingProps) => (
  <TablePanel
    title="What patients understood"
    lead="Questions most often answered wrongly at first. The text may be what is hard, not the patient."
    actions={<TableLink table="questions" asked={asked} of="the questions" />}
  >
    {understanding && (
      <div className="mb-4 grid grid-cols-2 gap-4">
        <StatTile label="Checks gone through" value={numberText(understanding.checked)} />
        <StatTile
          label="Something stayed unclear"
          value={shareText(understanding.unclear, understanding.checked)}
          note={`${numberText(understanding.unclear)} of them`}
        />
      </div>
    )}
    <DataTable
      caption="Questions about what was understood"
      columns={questionColumns}
      rows={questions}
      rowKey={({ key }) => key}
      empty={<p className="p-5 text-muted">No question was answered in this time.</p>}
      footer={
        <p className="text-small text-muted">
          Questions and parts that fewer than {figure_group_min} patients met have no figures.
        </p>
      }
    />
  </TablePanel>
)

type ReachProps = {
  title: string
  header: string
  lead: string
  table: string
  rows: ReadingFigures['languages']
  asked: FigurePeriod
}
type ReachFigures = NonNullable<ReadingFigures['languages'][number]['figures']>

const reachColumns = (header: string) =>
  groupColumns<ReachFigures>({ header }, [
    { key: 'sent', header: 'Sent', cell: ({ sent }) => numberText(sent) },
    { key: 'opened', header: 'Opened', cell: ({ opened }) => numberText(opened) },
    {
      key: 'signed',
      header: 'Signed of sent',
      end: false,
      cell: ({ signed, sent }) => <ShareBar part={signed} of={sent} />,
    },
  ])

function Reach({ title, header, lead, table, rows, asked }: ReachProps) {
  const told: readonly ToldGroup<ReachFigures>[] = rows
  return (
    <TablePanel
      title={title}
      lead={lead}
      actions={<TableLink table={table} asked={asked} of={title.toLowerCase()} />}
    >
      <DataTable
        caption={title}
        columns={reachColumns(header)}
        rows={told}
        rowKey={({ key }) => key}
        empty={<p className="p-5 text-muted">No consent was sent in this time.</p>}
        footer={
          told.some(({ figures }) => figures === null) && (
            <p className="text-small text-muted">
              Groups of fewer than {figure_need_group_min} consents have no figures here, nor have those from
              which they would follow.
            </p>
          )
        }
      />
    </TablePanel>
  )
}
