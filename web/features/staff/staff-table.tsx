import type { ReactNode } from 'react'
import { formatEmail } from '../../../contract/email-address.ts'
import type { StaffMember } from '../../../contract/staff.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { sortableColumns } from '../../ui/list-orders.ts'
import type { Column } from '../../ui/table-row.tsx'
import { StaffBadge } from './staff-badge.tsx'
import { staffOrders } from './staff-list-query.ts'
import { memberName, roleLabels } from './staff-state-words.ts'

const factColumns = (now: Date): Column<StaffMember>[] => [
  {
    key: 'name',
    header: 'Name',
    cell: (row) => (
      <CellText
        main={memberName(row)}
        sub={<span className="break-all">{`${formatEmail(row.email)}${row.isMe ? ' (you)' : ''}`}</span>}
      />
    ),
  },
  {
    key: 'job',
    header: 'Job title',
    cell: (row) => (
      <CellText main={row.jobTitle || <Missing />} sub={row.gdcNumber ? `GDC ${row.gdcNumber}` : undefined} />
    ),
  },
  {
    key: 'role',
    header: 'Role and level',
    cell: (row) => (
      <CellText
        main={roleLabels[row.role]}
        sub={row.role === 'clinic_staff' ? `Level ${row.permissionLevel}` : undefined}
      />
    ),
  },
  {
    key: 'login',
    header: 'Last login',
    cell: ({ lastLogin }) =>
      lastLogin ? (
        <time dateTime={lastLogin.timestamp}>{recentText(lastLogin.timestamp, now)}</time>
      ) : (
        'Never'
      ),
    className: 'whitespace-nowrap text-muted tabular-nums',
  },
  { key: 'status', header: 'Status', cell: (row) => <StaffBadge member={row} now={now} /> },
]

const Missing = () => (
  <span className="text-muted">
    <span aria-hidden>–</span>
    <span className="sr-only">Not recorded</span>
  </span>
)

const actionColumn = (actionsOf: (row: StaffMember) => MenuItem[]): Column<StaffMember> => ({
  key: 'actions',
  header: 'Actions',
  hideHeader: true,
  align: 'end',
  cell: (row) => <Menu label={`Actions for ${memberName(row)}`} items={actionsOf(row)} />,
})

type StaffTableProps = {
  rows: StaffMember[]
  hrefOf: (row: StaffMember) => string
  actionsOf: (row: StaffMember) => MenuItem[]
  /** The address, which says how the list is sorted. */
  params: URLSearchParams
  busy: boolean
  empty: ReactNode
  footer: ReactNode
}

/** The people of a practice as sorted; each row leads to their details. */
export function StaffTable({ actionsOf, hrefOf, params, ...list }: StaffTableProps) {
  return (
    <DataTable
      caption="Staff"
      columns={[...sortableColumns(factColumns(new Date()), params, staffOrders), actionColumn(actionsOf)]}
      rowKey={(row) => row.id}
      rowHref={hrefOf}
      {...list}
    />
  )
}
