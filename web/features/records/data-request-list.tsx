import { Inbox } from 'lucide-react'
import { Suspense, useState } from 'react'
import type {
  DataRequest,
  DataRequestDetail,
  DataRequestKind,
  DataRequestSort,
} from '../../../contract/data-requests.ts'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { SelectField } from '../../ui/plain/select-field.tsx'
import { sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { DataRequestBadge, dueText } from './data-request-badge.tsx'
import { optionsOf, requestKindWords } from './data-request-words.ts'

const NewRequestDialog = lazyPart(async () => ({
  default: (await import('./new-request-dialog.tsx')).NewRequestDialog,
}))

export type DataRequestView = 'open' | 'overdue' | 'closed'
export type DataRequestQuery = { view: DataRequestView; kind?: DataRequestKind | undefined; page: number }

const columns: Column<DataRequest>[] = [
  { key: 'kind', header: 'Request type', cell: ({ kind }) => requestKindWords[kind] },
  {
    key: 'who',
    header: 'About',
    cell: ({ patient, from }) => <span dir="auto">{patient?.name ?? from}</span>,
  },
  { key: 'received', header: 'Received', cell: ({ receivedOn }) => calendarDayText(receivedOn) },
  { key: 'due', header: 'Due by', cell: (request) => dueText(request) || '–' },
  { key: 'status', header: 'Status', cell: (request) => <DataRequestBadge request={request} /> },
]

const openOrders: ListOrders<DataRequestSort> = {
  labels: {
    due: 'Due, soonest first',
    '-due': 'Due, latest first',
    '-received': 'Received, newest first',
    received: 'Received, oldest first',
  },
  fallback: 'due',
}

/** How the requests of a view can be sorted. */
export const requestOrders: Record<DataRequestView, ListOrders<DataRequestSort>> = {
  open: openOrders,
  overdue: openOrders,
  closed: {
    labels: { '-closed': 'Closed, newest first', closed: 'Closed, oldest first', ...openOrders.labels },
    fallback: '-closed',
  },
}

const viewWords: Record<DataRequestView, string> = { open: 'Open', overdue: 'Overdue', closed: 'Closed' }
const emptyWords: Record<DataRequestView, [title: string, text: string]> = {
  open: ['No open requests', 'Record requests on the day they arrive.'],
  overdue: ['No overdue requests', 'Requests past their due date appear here.'],
  closed: ['No closed requests yet', 'Answered, refused and withdrawn requests appear here.'],
}

type DataRequestListProps = {
  query: DataRequestQuery
  list: Awaited<ReturnType<Api['dataRequests']['list']>>
  hrefOf: (query: DataRequestQuery) => string
  onQuery: (query: DataRequestQuery) => unknown
  params: URLSearchParams
  /** Another order for the list, as a query string. */
  onOrder: (query: string) => void
  hrefOfRequest: (requestId: string) => string
  onOpened: (request: DataRequestDetail) => unknown
  busy: boolean
}

/** What people asked about their data, what is due first. */
export function DataRequestList(props: DataRequestListProps) {
  const { query, list, hrefOf, onQuery, params, onOrder, hrefOfRequest, onOpened, busy } = props
  const [isNew, setNew] = useState(false)
  const [title, text] = emptyWords[query.view]
  return (
    <section aria-labelledby="requests" className="mt-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="requests">Requests</h2>
        <Button onClick={() => setNew(true)}>Record request</Button>
      </div>
      <LinkTabs
        label="Show requests"
        className="mt-4"
        tabs={(Object.keys(viewWords) as DataRequestView[]).map((view) => ({
          href: hrefOf({ ...query, view, page: 1 }),
          label: viewWords[view],
          current: query.view === view,
        }))}
      />
      <ListToolbar className="mt-4">
        <SelectField
          id="kind"
          label="Request type"
          empty="All types"
          options={optionsOf(requestKindWords)}
          value={query.kind ?? ''}
          onChange={(event) =>
            onQuery({
              ...query,
              page: 1,
              kind: (event.target.value || undefined) as DataRequestKind | undefined,
            })
          }
        />
        <SortSelect orders={requestOrders[query.view]} params={params} onQuery={onOrder} hasLabel />
      </ListToolbar>
      <DataTable
        caption="Requests"
        className="mt-4"
        columns={sortableColumns(columns, params, requestOrders[query.view])}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOfRequest(id)}
        busy={busy}
        empty={
          <EmptyState icon={Inbox} title={title}>
            {text}
          </EmptyState>
        }
        footer={
          list.total > list.pageSize && (
            <Pager
              page={list.page}
              pageSize={list.pageSize}
              total={list.total}
              hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
            />
          )
        }
      />
      {isNew && (
        <Suspense>
          <NewRequestDialog onOpened={onOpened} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </section>
  )
}
