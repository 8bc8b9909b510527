import type { Api } from '../../api.ts'
import { FilePlus2 } from 'lucide-react'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { IconLink } from '../../ui/icon-link.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import type { Column } from '../../ui/table-row.tsx'
import type { ReactNode } from 'react'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { NeedsFlag } from './needs-flag.tsx'
import { formatEmail } from '../../../contract/email-address.ts'
import { patientOrders } from './patient-list-query.ts'
import { fullPatientName, nhsNumberText, patientName } from './patient-name.ts'

export type PatientRow = Awaited<ReturnType<Api['patients']['recent']>>[number]

const listedColumns: Column<PatientRow>[] = [
  {
    key: 'name',
    header: 'Patient',
    cell: (row) => <span dir="auto">{fullPatientName(row)}</span>,
  },
  {
    key: 'born',
    header: 'Born',
    cell: (row) => calendarDayText(row.dateOfBirth),
    className: 'whitespace-nowrap tabular-nums',
  },
  {
    key: 'flags',
    header: 'Needs',
    cell: (row) => <NeedsFlag patient={row} none={<Missing />} />,
    className: '@2xl:w-36',
  },
  {
    key: 'contact',
    header: 'Contact',
    cell: ({ phone, email }) =>
      phone || email ? (
        <CellText main={phone || formatEmail(email)} sub={phone && email ? formatEmail(email) : undefined} />
      ) : (
        <Missing />
      ),
  },
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

const startColumn = (hrefOf: (row: PatientRow) => string): Column<PatientRow> => ({
  key: 'start',
  header: 'New consent',
  hideHeader: true,
  cell: (row) => (
    <IconLink label={`New consent for ${patientName(row)}`} icon={FilePlus2} href={hrefOf(row)} />
  ),
})

type PatientTableProps = {
  rows: PatientRow[]
  hrefOf: (row: PatientRow) => string
  /** The address, which says how the list is sorted. */
  params: URLSearchParams
  /** Where a consent for a patient begins; absent where none can be made. */
  newConsentHrefOf: ((row: PatientRow) => string) | undefined
  busy?: boolean
  empty: ReactNode
  footer?: ReactNode
}

/** Patients as sorted; each row leads to its profile. */
export function PatientTable(props: PatientTableProps) {
  const { rows, hrefOf, params, newConsentHrefOf, busy, empty, footer } = props
  const columns = [
    ...sortableColumns(listedColumns, params, patientOrders),
    ...(newConsentHrefOf ? [startColumn(newConsentHrefOf)] : []),
  ]
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
