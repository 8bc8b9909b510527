import { Building2 } from 'lucide-react'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { dayText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { clinicPaths } from './admin-clinic-paths.ts'

type ClinicPage = Awaited<ReturnType<Api['clinics']['listForAdmin']>>
type ClinicRow = ClinicPage['rows'][number]

const columns: Column<ClinicRow>[] = [
  { key: 'name', header: 'Practice', cell: ({ name }) => <span dir="auto">{name}</span> },
  { key: 'staff', header: 'Staff', cell: ({ staff }) => staff, align: 'end', className: 'tabular-nums' },
  { key: 'since', header: 'Since', cell: ({ createdAt }) => dayText(createdAt), className: 'text-muted' },
  { key: 'status', header: 'Status', cell: (clinic) => <ClinicBadge {...clinic} /> },
]

/** The platform's clinics, a page of them. */
export function ClinicTable({ rows, total }: Pick<ClinicPage, 'rows' | 'total'>) {
  return (
    <DataTable
      caption="Practices"
      className="mt-3"
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowHref={({ id }) => clinicPaths.view(id)}
      empty={<EmptyState icon={Building2} title="No practices yet" />}
      footer={
        total > rows.length ? (
          <p className="text-small text-muted">{`${rows.length} of ${total} practices`}</p>
        ) : undefined
      }
    />
  )
}

function ClinicBadge({ isActive, isSuspended }: Pick<ClinicRow, 'isActive' | 'isSuspended'>) {
  if (isSuspended) return <Badge tone="bad">Suspended</Badge>
  return isActive ? <Badge tone="ok">Active</Badge> : <Badge>Inactive</Badge>
}
