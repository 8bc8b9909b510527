import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { ActionSort, ImprovementAction } from '../../../contract/improvement-actions.ts'
import type { Api } from '../../api.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { calendarDayText, dayText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { ActionDialog, CloseActionDialog } from './action-dialogs.tsx'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'

type Status = ImprovementAction['status']
type ActionScreenProps = {
  list: Awaited<ReturnType<Api['improvementActions']['list']>>
  status: Status
  params: URLSearchParams
  onQuery: (query: string) => void
  hrefOfConsent: (consentId: string) => string
  busy: boolean
  onChanged: () => Promise<void>
}

const commonLabels = {
  title: 'Action, A to Z',
  '-title': 'Action, Z to A',
  owner: 'Owner, A to Z',
  '-owner': 'Owner, Z to A',
}

/** Open actions and closed ones are looked through by different days. */
export const actionOrders: Record<Status, ListOrders<ActionSort>> = {
  open: {
    labels: { due: 'Due, soonest first', '-due': 'Due, latest first', ...commonLabels },
    fallback: 'due',
  },
  closed: {
    labels: {
      '-closed': 'Closed, newest first',
      closed: 'Closed, oldest first',
      ...commonLabels,
    },
    fallback: '-closed',
  },
}

const consents_named_max = 5

const ActionSubject = ({
  action,
  hrefOfConsent,
}: { action: ImprovementAction } & Pick<ActionScreenProps, 'hrefOfConsent'>) => (
  <>
    <span dir="auto" className="block">
      {action.title}
    </span>
    <span className="block text-small text-muted">
      {action.origin && `${action.origin} `}
      {action.item && (
        <Link href={compliancePaths.item(action.item)} className="text-link">
          {action.item}
        </Link>
      )}
      {action.consentIds.slice(0, consents_named_max).map((id, at) => (
        <span key={id}>
          {' '}
          <Link href={hrefOfConsent(id)} className="text-link">
            Consent {at + 1}
          </Link>
        </span>
      ))}
      {action.consentIds.length > consents_named_max &&
        ` and ${action.consentIds.length - consents_named_max} more`}
    </span>
  </>
)

type Columns = Column<ImprovementAction>[]
type RowActions = {
  onChange: (action: ImprovementAction) => void
  onClose: (action: ImprovementAction) => void
}

const subjectColumns = (hrefOfConsent: (consentId: string) => string): Columns => [
  { key: 'title', header: 'Action', cell: (action) => <ActionSubject {...{ action, hrefOfConsent }} /> },
  {
    key: 'owner',
    header: 'Owner',
    cell: ({ owner }) => <span dir="auto">{owner?.name ?? 'Unassigned'}</span>,
  },
]

const openColumns = ({ onChange, onClose }: RowActions): Columns => [
  {
    key: 'due',
    header: 'Due',
    cell: ({ dueOn, isOverdue }) => (
      <>
        {calendarDayText(dueOn)} {isOverdue && <Badge tone="bad">Overdue</Badge>}
      </>
    ),
  },
  {
    key: 'acts',
    header: 'What to do',
    hideHeader: true,
    below: true,
    cell: (action) => (
      <span className="flex gap-2">
        <Button variant="quiet" size="small" onClick={() => onChange(action)}>
          Change<span className="sr-only"> {action.title}</span>
        </Button>
        <Button variant="quiet" size="small" onClick={() => onClose(action)}>
          Close<span className="sr-only"> {action.title}</span>
        </Button>
      </span>
    ),
  },
]

const closedColumns: Columns = [
  {
    key: 'closed',
    header: 'Outcome',
    cell: ({ outcome, closedBy, closedAt }) => (
      <>
        <span dir="auto">{outcome}</span>
        <span className="block text-small text-muted">
          {closedBy}, {dayText(closedAt!)}
        </span>
      </>
    ),
  },
]

/** What the practice means to do better: open actions by when they are due, closed ones with what came of them. */
export function ImprovementActionScreen({
  list,
  status,
  params,
  onQuery,
  hrefOfConsent,
  busy,
  onChanged,
}: ActionScreenProps) {
  const [open, setOpen] = useState<'new' | { change: ImprovementAction } | { close: ImprovementAction }>()
  const dialog = { onDone: onChanged, onClose: () => setOpen(undefined) }
  const statusHref = (shown: Status) =>
    queryWith(params, { status: shown === 'open' ? undefined : shown, sort: undefined, page: undefined })
  const acts = {
    onChange: (action: ImprovementAction) => setOpen({ change: action }),
    onClose: (action: ImprovementAction) => setOpen({ close: action }),
  }
  return (
    <>
      <PageHeader
        back={<Breadcrumbs trail={complianceTrail(true)} />}
        title="Actions"
        lead="Improvements to make. Gaps from sample audits, reviews and training due are added automatically."
        actions={<Button onClick={() => setOpen('new')}>Add action</Button>}
      />
      <ComplianceTabs current={compliancePaths.actions} />
      <LinkTabs
        label="Status"
        className="mt-4"
        tabs={[
          { href: statusHref('open'), label: 'Open', current: status === 'open' },
          { href: statusHref('closed'), label: 'Closed', current: status === 'closed' },
        ]}
      />
      {list.rows.length > 0 && (
        <SortSelect orders={actionOrders[status]} params={params} onQuery={onQuery} className="mt-4" />
      )}
      <DataTable
        caption="Actions"
        className="mt-4"
        columns={sortableColumns(
          [...subjectColumns(hrefOfConsent), ...(status === 'open' ? openColumns(acts) : closedColumns)],
          params,
          actionOrders[status],
        )}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState
            icon={ListTodo}
            title={status === 'open' ? 'No open actions' : 'No closed actions yet'}
          />
        }
        footer={
          <Pager {...list} hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })} />
        }
      />
      {open === 'new' && <ActionDialog {...dialog} people={list.people} />}
      {typeof open === 'object' && 'change' in open && (
        <ActionDialog {...dialog} people={list.people} action={open.change} />
      )}
      {typeof open === 'object' && 'close' in open && <CloseActionDialog {...dialog} action={open.close} />}
    </>
  )
}
