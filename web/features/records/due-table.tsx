import { Archive } from 'lucide-react'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'

export type DueRecords = Awaited<ReturnType<Api['records']['listDue']>>
type Row = DueRecords['rows'][number]

const columns: Column<Row>[] = [
  {
    key: 'patient',
    header: 'Patient',
    cell: ({ firstName, lastName }) => (
      <span dir="auto">
        {firstName} {lastName}
      </span>
    ),
  },
  { key: 'born', header: 'Born', cell: ({ dateOfBirth }) => calendarDayText(dateOfBirth) },
  { key: 'care', header: 'Last care', cell: ({ lastCareOn }) => calendarDayText(lastCareOn) },
  { key: 'review', header: 'Due since', cell: ({ reviewOn }) => calendarDayText(reviewOn) },
  {
    key: 'reason',
    header: 'Why',
    cell: ({ reason, isHeld }) => (
      <>
        {reason} {isHeld && <Badge tone="warn">Held</Badge>}
      </>
    ),
  },
]

type DueTableProps = {
  due: DueRecords
  hrefOfPatient: (patientId: string) => string
  hrefOfPage: (page: number) => string
}

/** Records whose time has come to be looked at again. */
export function DueTable({ due: { rows, total, page, pageSize }, hrefOfPatient, hrefOfPage }: DueTableProps) {
  return (
    <section aria-labelledby="records-due">
      <h2 id="records-due">Records due for review</h2>
      <p className="mt-0.5 mb-4 max-w-column text-muted">
        The law asks no longer to keep these. Nothing is deleted by itself: somebody decides, and a record
        that is held stays.
      </p>
      <DataTable
        caption="Records due for review"
        columns={columns}
        rows={rows}
        rowKey={({ patientId }) => patientId}
        rowHref={({ patientId }) => hrefOfPatient(patientId)}
        empty={
          <EmptyState icon={Archive} title="No record is due">
            A record appears here on the day on which it may be looked at again.
          </EmptyState>
        }
        footer={total > pageSize && <Pager {...{ page, pageSize, total, hrefOfPage }} />}
      />
    </section>
  )
}
