import type { ReactNode } from 'react'
import type { HeldDecision, ImportChoice, PatientImportRow } from '../../../contract/patient-imports.ts'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { HeldRow } from './import-held-row.tsx'
import { choiceLabels, detailLabel, outcomeBadges, resultBadges } from './import-words.ts'

export type RowPage = Awaited<ReturnType<Api['patientImports']['rows']>>

type ImportRowTableProps = {
  page: RowPage
  hrefOfPage: (page: number) => string
  patientHref: (patientId: string) => string
  busy: boolean
  /** Chooses for one row alone; absent once it is imported. */
  onChoose?: ((number: number, choice: ImportChoice) => void) | undefined
  /** Decides of one held row; absent once it is imported. */
  onDecide?: ((number: number, decision: HeldDecision) => Promise<unknown>) | undefined
  /** Action for rows that nothing is chosen for. */
  choice: ImportChoice
}

const columnsOf = (props: ImportRowTableProps): Column<PatientImportRow>[] => [
  { key: 'name', header: 'Row', cell: (row) => <PatientCell row={row} /> },
  {
    key: 'outcome',
    header: 'Result',
    className: '@2xl:w-52',
    cell: (row) => <OutcomeCell row={row} patientHref={props.patientHref} />,
  },
  { key: 'details', header: 'Details', cell: (row) => <DetailsCell row={row} {...props} /> },
]

/** Rows of a file: who, what they are or what became of them, and why. */
export function ImportRowTable(props: ImportRowTableProps) {
  const { page, hrefOfPage, busy } = props
  return (
    <DataTable
      caption="Rows of the file"
      columns={columnsOf(props)}
      rows={page.rows}
      rowKey={({ number }) => String(number)}
      busy={busy}
      empty={<p className="px-5 py-8 text-center text-muted">Row not found.</p>}
      footer={<Pager page={page.page} pageSize={page.pageSize} total={page.total} hrefOfPage={hrefOfPage} />}
    />
  )
}

function PatientCell({ row: { number, name, dateOfBirth } }: { row: PatientImportRow }) {
  const born = dateOfBirth ? `, born ${calendarDayText(dateOfBirth)}` : ''
  return <CellText main={<span dir="auto">{name || 'No name'}</span>} sub={`Row ${number}${born}`} />
}

function OutcomeCell({
  row,
  patientHref,
}: { row: PatientImportRow } & Pick<ImportRowTableProps, 'patientHref'>) {
  const { label, tone } = row.result ? resultBadges[row.result] : outcomeBadges[row.outcome]
  const { patient } = row
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      {patient && (
        <Link href={patientHref(patient.id)} className="text-link">
          Open<span className="sr-only"> {patient.name}</span>
          {patient.isArchived && ' (archived)'}
        </Link>
      )}
    </span>
  )
}

type DetailsProps = { row: PatientImportRow } & ImportRowTableProps

function DetailsCell({ row, choice, onChoose, onDecide }: DetailsProps): ReactNode {
  const { faults, notes, differences, remark, number } = row
  const isDone = row.result !== null
  const told = [...faults, ...notes]
  if (told.length + differences.length === 0) return remark || <span className="text-muted">None</span>
  const forRow = row.choice === null || row.choice === 'create' ? choice : row.choice
  return (
    <div className="space-y-2">
      {remark && <p>{remark}</p>}
      <ul className="space-y-1">
        {told.map(({ column, message }) => (
          <li key={(column ?? '') + message}>
            {column && <span className="font-medium">{column}: </span>}
            {message}
          </li>
        ))}
        {differences.map((difference) => (
          <FieldDifference
            key={difference.field}
            {...difference}
            isDone={isDone}
            isTaken={isDone || isFieldImported(forRow, difference.here)}
          />
        ))}
      </ul>
      {row.comparison.length > 0 && <HeldRow row={row} onDecide={onDecide} />}
      {onChoose && differences.length > 0 && (
        <Select
          label={`Action for row ${number}`}
          hideLabel
          key={forRow}
          defaultValue={forRow}
          options={Object.entries(choiceLabels).map(([value, label]) => ({ value, label }))}
          onChange={(value) => onChoose(number, value as ImportChoice)}
        />
      )}
    </div>
  )
}

type DifferenceProps = PatientImportRow['differences'][number] & {
  isDone: boolean
  /** Whether the choice for this row takes what the file says. */
  isTaken: boolean
}

/** What is here and what the file says; once imported, what was and what has become of it. */
function FieldDifference({ field, here, inFile, isDone, isTaken }: DifferenceProps) {
  const [before, after] = [here || 'empty', inFile || 'empty']
  return (
    <li>
      <span className="font-medium">{detailLabel(field)}: </span>
      {isTaken ? (
        <>
          <span className="text-muted" dir="auto">
            {before}
          </span>
          <span aria-hidden> → </span>
          <span className="sr-only">{isDone ? ' became ' : ' becomes '}</span>
          <span dir="auto">{after}</span>
        </>
      ) : (
        <>
          <span dir="auto">{before}</span> is kept; the file has <span dir="auto">{after}</span>
        </>
      )}
    </li>
  )
}

/** The same rule as the import's own. */
const isFieldImported = (choice: ImportChoice, here: string) =>
  choice === 'update' || (choice === 'fill' && here === '')
