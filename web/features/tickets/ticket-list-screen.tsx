import { LifeBuoy } from 'lucide-react'
import type { Ticket, TicketSort } from '../../../contract/tickets.ts'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { TicketBadge } from './ticket-badge.tsx'

export type TicketView = 'active' | 'done'

type TicketListScreenProps = {
  view: TicketView
  list: Awaited<ReturnType<Api['tickets']['list']>>
  /** An administrator sees those of everybody at the practice. */
  seesAll: boolean
  params: URLSearchParams
  onQuery: (query: string) => void
  paths: { account: string; new: string; ticket: (id: string) => string }
}

export const ticketOrders: ListOrders<TicketSort> = {
  labels: {
    '-updated': 'Last update, newest first',
    updated: 'Last update, oldest first',
    '-number': 'Number, newest first',
    number: 'Number, oldest first',
    subject: 'Subject, A to Z',
    '-subject': 'Subject, Z to A',
  },
  fallback: '-updated',
}

const columns: Column<Ticket>[] = [
  { key: 'subject', header: 'Subject', cell: ({ subject }) => <span dir="auto">{subject}</span> },
  {
    key: 'number',
    header: 'Number',
    cell: ({ number }) => `#${number}`,
    className: 'tabular-nums text-muted',
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <TicketBadge status={status} side="practice" /> },
  {
    key: 'by',
    header: 'Opened by',
    cell: ({ openedBy }) => <span dir="auto">{openedBy}</span>,
    hideOnMedium: true,
  },
  {
    key: 'updated',
    header: 'Last update',
    cell: ({ updatedAt }) => recentText(updatedAt, new Date()),
    className: 'tabular-nums text-muted',
  },
]

/** What somebody has asked support, or everybody at the practice. */
export function TicketListScreen({ view, list, seesAll, params, onQuery, paths }: TicketListScreenProps) {
  const viewHref = (shown: TicketView) =>
    queryWith(params, { view: shown === 'active' ? undefined : shown, page: undefined })
  return (
    <>
      <PageHeader
        back={<BackLink href={paths.account}>My Account</BackLink>}
        title="Support tickets"
        lead={seesAll ? 'Your practice’s tickets to Candour support.' : 'Your tickets to Candour support.'}
        actions={<ButtonLink href={paths.new}>Open a ticket</ButtonLink>}
      />
      <LinkTabs
        label="Status"
        className="mt-5"
        tabs={[
          { href: viewHref('active'), label: 'Open', current: view === 'active' },
          { href: viewHref('done'), label: 'Solved and closed', current: view === 'done' },
        ]}
      />
      {list.rows.length > 0 && (
        <SortSelect orders={ticketOrders} params={params} onQuery={onQuery} className="mt-4" />
      )}
      <DataTable
        caption="Support tickets"
        className="mt-5"
        columns={sortableColumns(columns, params, ticketOrders)}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.ticket(id)}
        empty={
          <EmptyState icon={LifeBuoy} title={view === 'active' ? 'No open tickets' : 'No closed tickets yet'}>
            {view === 'active' ? 'Open a ticket if you need help.' : 'Solved and closed tickets appear here.'}
          </EmptyState>
        }
        footer={
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
          />
        }
      />
    </>
  )
}
