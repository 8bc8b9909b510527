import type { ReactNode } from 'react'
import type { DayListRow } from '../../../contract/day-lists.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { outcomeBadges, resultBadges, sortRows } from './day-list-words.ts'

type RowActions = {
  /** Asks which patient is meant. */
  onSearch: (row: DayListRow) => void
  onChoose: (row: DayListRow, choice: DayListRow['choice'], patientId?: string) => void
}

type DayListTableProps = {
  rows: readonly DayListRow[]
  patientHref: (patientId: string) => string
  busy: boolean
  /** Absent once the list is brought in. */
  acts?: RowActions | undefined
}

const columnsOf = ({ patientHref, acts }: DayListTableProps): Column<DayListRow>[] => [
  { key: 'when', header: 'Appointment', cell: (row) => <TimeCell row={row} /> },
  { key: 'who', header: 'Patient', cell: (row) => <PatientCell row={row} patientHref={patientHref} /> },
  { key: 'outcome', header: 'Outcome', cell: (row) => <OutcomeCell row={row} /> },
  { key: 'details', header: 'Details', cell: (row) => <DetailsCell row={row} acts={acts} /> },
]

/** Rows of a day list: who and when, what each does or has done, and what somebody has to decide. */
export function DayListTable(props: DayListTableProps) {
  return (
    <DataTable
      caption="Rows of the list"
      columns={columnsOf(props)}
      rows={sortRows(props.rows)}
      rowKey={({ number }) => String(number)}
      busy={props.busy}
      empty={
        <p className="px-5 py-8 text-center text-muted">The details of this list are no longer stored.</p>
      }
    />
  )
}

function TimeCell({ row }: { row: DayListRow }) {
  const { number, day, time, clinician, clinicianWritten, treatmentWritten } = row
  const when = day ? `${calendarDayText(day)}, ${time}` : 'No time'
  const parts = [clinician?.name ?? clinicianWritten, treatmentWritten, `Row ${number}`].filter(Boolean)
  return <CellText main={when} sub={<span dir="auto">{parts.join(' · ')}</span>} />
}

function PatientCell({ row, patientHref }: { row: DayListRow } & Pick<DayListTableProps, 'patientHref'>) {
  const { name, dateOfBirth, patientNumber, patient } = row
  const said = [
    dateOfBirth && `born ${calendarDayText(dateOfBirth)}`,
    patientNumber && `No. ${patientNumber}`,
  ]
  const shown = patient ? (
    <Link href={patientHref(patient.id)} className="text-link">
      {patient.name}
    </Link>
  ) : (
    name || 'No name'
  )
  return <CellText main={<span dir="auto">{shown}</span>} sub={said.filter(Boolean).join(', ')} />
}

function OutcomeCell({ row: { result, outcome } }: { row: DayListRow }) {
  const { label, tone } = result ? resultBadges[result] : outcomeBadges[outcome]
  return <Badge tone={tone}>{label}</Badge>
}

function DetailsCell({ row, acts }: { row: DayListRow; acts: RowActions | undefined }): ReactNode {
  const { faults, changes, remark, treatment, needsConsent } = row
  const plan = treatment?.title ?? (needsConsent ? '' : 'No consent needed')
  const shownPlan = row.result === null ? plan : ''
  const hasActs = acts !== undefined && (decidableOutcomes.includes(row.outcome) || row.choice !== null)
  const isSilent = !hasActs && !remark && !shownPlan && faults.length + changes.length === 0
  return (
    <div className="space-y-2">
      {remark && <p>{remark}</p>}
      {shownPlan && <p className="text-muted">{shownPlan}</p>}
      {faults.length + changes.length > 0 && (
        <ul className="space-y-1">
          {faults.map(({ column, message }) => (
            <li key={(column ?? '') + message}>
              {column && <span className="font-medium">{column}: </span>}
              {message}
            </li>
          ))}
          {changes.map(({ field, here, inFile }) => (
            <li key={field}>
              <span className="font-medium">{field}: </span>
              <span className="text-muted">{here || 'empty'}</span>
              <span aria-hidden> → </span>
              <span className="sr-only"> becomes </span>
              <span dir="auto">{inFile}</span>
            </li>
          ))}
        </ul>
      )}
      {hasActs && <RowActionButtons row={row} {...acts} />}
      {isSilent && <span className="text-muted">None</span>}
    </div>
  )
}

const skippableOutcomes: readonly string[] = ['new', 'new-patient', 'changed', 'who', 'whose']
const decidableOutcomes = [...skippableOutcomes, 'ended-here']

/** What somebody may decide about a row; who is meant is named where the same words stand in many rows. */
function RowActionButtons({ row, onSearch, onChoose }: { row: DayListRow } & RowActions) {
  const { outcome, candidates, canCreate, choice, number } = row
  const act = (label: string, onClick: () => void) => (
    <Button key={label} variant="quiet" size="small" onClick={onClick}>
      {label}
      <span className="sr-only">, row {number}</span>
    </Button>
  )
  return (
    <div className="flex flex-wrap gap-2">
      {candidates.map(({ id, name, dateOfBirth }) =>
        act(`It is ${name}, born ${calendarDayText(dateOfBirth)}`, () => onChoose(row, 'patient', id)),
      )}
      {outcome === 'who' && act('Find the patient', () => onSearch(row))}
      {outcome === 'who' && canCreate && act('Add as a patient', () => onChoose(row, 'create'))}
      {outcome === 'ended-here' && act('Book again', () => onChoose(row, 'again'))}
      {choice === null &&
        skippableOutcomes.includes(outcome) &&
        act('Skip row', () => onChoose(row, 'leave'))}
      {choice !== null && act('Undo', () => onChoose(row, null))}
    </div>
  )
}
