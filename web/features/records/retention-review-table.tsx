import { Archive } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortableColumns } from '../../ui/list-orders.ts'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { dueOrders } from './due-orders.ts'

const ProposalDialog = lazyPart(async () => ({
  default: (await import('./proposal-dialog.tsx')).ProposalDialog,
}))

export type RecordsForReview = Awaited<ReturnType<Api['records']['listDue']>>
type Row = RecordsForReview['rows'][number]

const dayClass = 'whitespace-nowrap tabular-nums'

const buildColumns = (onPropose: (row: Row) => void): Column<Row>[] => [
  {
    key: 'name',
    header: 'Patient',
    cell: ({ firstName, lastName }) => <span dir="auto">{`${firstName} ${lastName}`.trim()}</span>,
  },
  {
    key: 'born',
    header: 'Born',
    cell: ({ dateOfBirth }) => calendarDayText(dateOfBirth),
    className: dayClass,
  },
  {
    key: 'care',
    header: 'Last care',
    cell: ({ lastCareOn }) => calendarDayText(lastCareOn),
    className: dayClass,
  },
  {
    key: 'review',
    header: 'Due since',
    cell: ({ reviewOn }) => calendarDayText(reviewOn),
    className: dayClass,
  },
  {
    key: 'reason',
    header: 'Why',
    cell: ({ reason, isHeld }) => (
      <>
        {reason} {isHeld && <Badge tone="warn">Held</Badge>}
      </>
    ),
  },
  {
    key: 'propose',
    header: 'What to do',
    hideHeader: true,
    align: 'end',
    below: true,
    cell: (row) => <ProposalCell row={row} onPropose={onPropose} />,
  },
]

/** A record that is held stays; one that is proposed waits for a second person below. */
function ProposalCell({ row, onPropose }: { row: Row; onPropose: (row: Row) => void }) {
  if (row.isHeld) return null
  if (row.isProposed) return <Badge tone="warn">Proposed</Badge>
  return (
    <Button variant="quiet" size="small" className="@4xl:whitespace-nowrap" onClick={() => onPropose(row)}>
      Propose destruction
      <span className="sr-only"> of the record of {`${row.firstName} ${row.lastName}`.trim()}</span>
    </Button>
  )
}

type RetentionReviewTableProps = {
  due: RecordsForReview
  hrefOfPatient: (patientId: string) => string
  params: URLSearchParams
  /** Another order for the list, as a query string. */
  onQuery: (query: string) => void
  onChanged: () => unknown
}

/** Records whose time has come to be looked at again. */
export function RetentionReviewTable({
  due,
  hrefOfPatient,
  params,
  onQuery,
  onChanged,
}: RetentionReviewTableProps) {
  const { rows, total, page, pageSize } = due
  const [proposed, setProposed] = useState<Row>()
  return (
    <section aria-labelledby="records-due">
      <h2 id="records-due">Records due for review</h2>
      <p className="mt-0.5 mb-4 max-w-column text-muted">
        The legal retention period has ended. Nothing is deleted automatically: two people decide, and records
        on hold are kept.
      </p>
      {rows.length > 0 && (
        <SortSelect orders={dueOrders} params={params} onQuery={onQuery} className="mb-4" />
      )}
      <DataTable
        caption="Records due for review"
        columns={sortableColumns(buildColumns(setProposed), params, dueOrders)}
        rows={rows}
        rowKey={({ patientId }) => patientId}
        rowHref={({ patientId }) => hrefOfPatient(patientId)}
        empty={
          <EmptyState icon={Archive} title="No records due">
            Records appear here on their review date.
          </EmptyState>
        }
        footer={
          total > pageSize && (
            <Pager
              {...{ page, pageSize, total }}
              hrefOfPage={(shown) => queryWith(params, { page: shown })}
            />
          )
        }
      />
      {proposed && (
        <Suspense>
          <ProposalDialog record={proposed} onChanged={onChanged} onClose={() => setProposed(undefined)} />
        </Suspense>
      )}
    </section>
  )
}
