import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import type { Column } from '../../ui/table-row.tsx'
import type { ReactNode } from 'react'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { NeedsFlag } from './needs-flag.tsx'
import { formatEmail } from '../../../contract/email-address.ts'
import { fullPatientName, nhsNumberText } from './patient-name.ts'

export type PatientRow = Awaited<ReturnType<Api['patients']['recent']>>[number]

const columns: Column<PatientRow>[] = [
  {
    key: 'name',
    header: 'Patient',
    cell: (row) => (
      <CellText
        main={<span dir="auto">{fullPatientName(row)}</span>}
        sub={`Born ${calendarDayText(row.dateOfBirth)}`}
      />
    ),
  },
  { key: 'flags', header: 'Needs', cell: (row) => <NeedsFlag patient={row} none={<Missing />} /> },
  {
    key: 'email',
    header: 'E-mail',
    cell: (row) => formatEmail(row.email) || <Missing />,
    hideOnMedium: true,
  },
  { key: 'phone', header: 'Phone', cell: (row) => row.phone || <Missing />, className: 'whitespace-nowrap' },
  {
    key: 'nhsNumber',
    header: 'NHS number',
    cell: (row) => (row.nhsNumber ? nhsNumberText(row.nhsNumber) : <Missing />),
    className: 'whitespace-nowrap tabular-nums',
  },
]

const Missing = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not recorded</span>
  </span>
)

type PatientTableProps = {
  rows: PatientRow[]
  hrefOf: (row: PatientRow) => string
  busy?: boolean
  empty: ReactNode
  footer?: ReactNode
}

/** Patients by last name; each row leads to its profile. */
export function PatientTable({ rows, hrefOf, busy, empty, footer }: PatientTableProps) {
  return (
    <DataTable
      caption="Patients"
      columns={columns}
      rows={rows}
      rowKey={(row) => row.id}
      rowHref={hrefOf}
      busy={busy}
      empty={empty}
      footer={footer}
    />
  )
}
