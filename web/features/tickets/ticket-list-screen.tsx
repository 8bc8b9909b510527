import { LifeBuoy } from 'lucide-react'
import type { Ticket } from '../../../contract/tickets.ts'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import type { Column } from '../../ui/table-row.tsx'
import { TicketBadge } from './ticket-badge.tsx'

export type TicketView = 'active' | 'done'

type TicketListScreenProps = {
  view: TicketView
  list: Awaited<ReturnType<Api['tickets']['list']>>
  /** An administrator sees those of everybody at the practice. */
  seesAll: boolean
  hrefOf: (view: TicketView, page?: number) => string
  paths: { account: string; new: string; ticket: (id: string) => string }
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
    header: 'Last news',
    cell: ({ updatedAt }) => recentText(updatedAt, new Date()),
    className: 'tabular-nums text-muted',
  },
]

/** What somebody has asked support, or everybody at the practice. */
export function TicketListScreen({ view, list, seesAll, hrefOf, paths }: TicketListScreenProps) {
  return (
    <>
      <PageHeader
        back={<BackLink href={paths.account}>My Account</BackLink>}
        title="Support tickets"
        lead={seesAll ? 'What your practice has asked support.' : 'What you have asked support.'}
        actions={<ButtonLink href={paths.new}>Open a ticket</ButtonLink>}
      />
      <LinkTabs
        label="Open or done"
        className="mt-5"
        tabs={[
          { href: hrefOf('active'), label: 'Open', current: view === 'active' },
          { href: hrefOf('done'), label: 'Solved and closed', current: view === 'done' },
        ]}
      />
      <DataTable
        caption="Support tickets"
        className="mt-5"
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.ticket(id)}
        empty={
          <EmptyState icon={LifeBuoy} title={view === 'active' ? 'Nothing is open' : 'Nothing here yet'}>
            {view === 'active'
              ? 'Ask us about anything that does not work or is not clear.'
              : 'Tickets that are solved or closed stand here.'}
          </EmptyState>
        }
        footer={
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            hrefOfPage={(page) => hrefOf(view, page)}
          />
        }
      />
    </>
  )
}
