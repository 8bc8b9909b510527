import { CircleAlert, Clock, Inbox, LifeBuoy, UserRound } from 'lucide-react'
import { statusesAwaitingUs, ticketPriorities, ticketStatuses } from '../../../contract/ticket-states.ts'
import type { AdminTicket } from '../../../contract/tickets.ts'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { TicketBadge } from './ticket-badge.tsx'
import { adminTicketListHref, statusChoices, type AdminTicketQuery } from './admin-ticket-query.ts'
import { priorityNames, statusBadges } from './ticket-words.ts'

type Choices = Awaited<ReturnType<Api['adminTickets']['choices']>>

type AdminTicketListProps = {
  query: AdminTicketQuery
  list: Awaited<ReturnType<Api['adminTickets']['list']>>
  counts: Awaited<ReturnType<Api['adminTickets']['counts']>>
  choices: Choices
  busy: boolean
  onGo: (href: string) => void
}

/** When the next target passes: the first answer, then the solution. It stands still while it is not our turn. */
function nextTargetText({ status, firstAnsweredAt, firstAnswerDueAt, solutionDueAt }: AdminTicket): string {
  if (statusesAwaitingUs.includes(status))
    return recentText(firstAnsweredAt ? solutionDueAt : firstAnswerDueAt, new Date())
  return status === 'waiting-for-practice' ? 'Paused' : 'Done'
}

const columns: Column<AdminTicket>[] = [
  {
    key: 'subject',
    header: 'Subject',
    cell: ({ number, subject }) => (
      <span dir="auto">
        #{number} {subject}
      </span>
    ),
  },
  { key: 'clinic', header: 'Practice', cell: ({ clinic }) => <span dir="auto">{clinic.name}</span> },
  { key: 'status', header: 'Status', cell: ({ status }) => <TicketBadge status={status} side="platform" /> },
  {
    key: 'priority',
    header: 'Priority',
    cell: ({ priority }) => priorityNames[priority],
    hideOnMedium: true,
  },
  {
    key: 'who',
    header: 'Assigned to',
    cell: ({ assignee }) => assignee?.name ?? 'Nobody',
    hideOnMedium: true,
  },
  {
    key: 'due',
    header: 'Due',
    cell: (ticket) => (ticket.isOverdue ? <Badge tone="bad">Overdue</Badge> : nextTargetText(ticket)),
    className: 'tabular-nums text-muted',
  },
]

/** Support tickets of every practice. */
export function AdminTicketList({ query, list, counts, choices, busy, onGo }: AdminTicketListProps) {
  return (
    <>
      <PageHeader
        title="Support Tickets"
        lead="Support requests from practices. Do not name patients."
        actions={
          <ButtonLink href="/admin/support/answers" variant="quiet">
            Saved replies
          </ButtonLink>
        }
      />
      <Counts counts={counts} />
      <Filters query={query} choices={choices} onGo={onGo} />
      <DataTable
        caption="Support tickets"
        className="mt-4"
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/support/${id}`}
        busy={busy}
        empty={<NoTickets filtered={adminTicketListHref(query) !== '/admin/support'} />}
        footer={
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            hrefOfPage={(page) => adminTicketListHref(query, { page })}
          />
        }
      />
    </>
  )
}

function Counts({ counts }: Pick<AdminTicketListProps, 'counts'>) {
  const { active, ourTurn, overdue, unassigned } = counts
  return (
    <div className="mt-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
      <StatTile label="To do" value={active} href="/admin/support" icon={Inbox} />
      <StatTile label="Awaiting reply" value={ourTurn} note="Open or awaiting our reply" icon={Clock} />
      <StatTile
        label="Overdue"
        value={overdue}
        href={adminTicketListHref({}, { overdue: 'yes' })}
        icon={CircleAlert}
      />
      <StatTile
        label="Unassigned"
        value={unassigned}
        href={adminTicketListHref({}, { assignee: 'nobody' })}
        icon={UserRound}
      />
    </div>
  )
}

const groupNames = { active: 'To do', all: 'Any status' }
const isStatus = (choice: string): choice is (typeof ticketStatuses)[number] =>
  (ticketStatuses as readonly string[]).includes(choice)
const statusOptions = statusChoices.map((value) => ({
  value,
  label: isStatus(value) ? statusBadges.platform[value].label : groupNames[value],
}))
const priorityOptions = ticketPriorities.map((value) => ({ value, label: priorityNames[value] }))

function Filters({ query, choices, onGo }: Pick<AdminTicketListProps, 'query' | 'choices' | 'onGo'>) {
  const named = ({ id, name }: { id: string; name: string }) => ({ value: id, label: name })
  return (
    <ListToolbar
      className="mt-6 items-end"
      search={
        <SearchField
          label="Search tickets"
          placeholder="Subject, number, practice or person"
          defaultValue={query.search}
          onSearch={(search) => onGo(adminTicketListHref(query, { search }))}
        />
      }
    >
      <Select
        label="Status"
        value={query.status}
        options={statusOptions}
        onChange={(chosen) =>
          onGo(adminTicketListHref(query, { status: statusChoices.find((one) => one === chosen)! }))
        }
      />
      <Select
        label="Priority"
        value={query.priority ?? ''}
        options={[{ value: '', label: 'Any priority' }, ...priorityOptions]}
        onChange={(chosen) =>
          onGo(adminTicketListHref(query, { priority: ticketPriorities.find((one) => one === chosen) }))
        }
      />
      <Select
        label="Assigned to"
        value={query.assignee ?? ''}
        options={[
          { value: '', label: 'Anyone' },
          { value: 'me', label: 'Me' },
          { value: 'nobody', label: 'Nobody' },
          ...choices.admins.map(named),
        ]}
        onChange={(assignee) => onGo(adminTicketListHref(query, { assignee: assignee || undefined }))}
      />
      <Select
        label="Practice"
        value={query.clinicId ?? ''}
        options={[{ value: '', label: 'Any practice' }, ...choices.clinics.map(named)]}
        onChange={(clinicId) => onGo(adminTicketListHref(query, { clinicId: clinicId || undefined }))}
      />
      <Select
        label="Targets"
        value={query.overdue ?? ''}
        options={[
          { value: '', label: 'Any' },
          { value: 'yes', label: 'Overdue' },
        ]}
        onChange={(chosen) =>
          onGo(adminTicketListHref(query, { overdue: chosen === 'yes' ? 'yes' : undefined }))
        }
      />
    </ListToolbar>
  )
}

function NoTickets({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState icon={LifeBuoy} title="No open tickets">
        Tickets from practices appear here.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={LifeBuoy}
      title="No tickets match"
      action={
        <ButtonLink href="/admin/support" variant="quiet">
          Clear filters
        </ButtonLink>
      }
    >
      Change the search or filters.
    </EmptyState>
  )
}
