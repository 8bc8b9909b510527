import { Download, ScrollText } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { sortIn, sortableColumns } from '../../ui/list-orders.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useTask } from '../../ui/use-task.ts'
import { AuditEntryDialog } from './audit-entry-dialog.tsx'
import { AuditFilters, type ClinicName } from './audit-filters.tsx'
import { downloadAuditFile } from './audit-download.ts'
import { auditHref, auditOrders, exportHref, hasFilters, type AuditQuery } from './audit-query.ts'
import { actionText, personText, roleText, type AuditPage, type AuditRow } from './audit-words.ts'

type AuditLogScreenProps = {
  title: string
  lead: string
  back?: { href: string; label: string } | undefined
  query: AuditQuery
  page: AuditPage
  /** Where the file of a search comes from. */
  exportPath: string
  /** The practices whose logs these are; absent where it is the log of one. */
  clinics?: readonly ClinicName[] | undefined
  onSearch: (query: AuditQuery) => void
  params: URLSearchParams
  /** Another order for the list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  /** The check of the chain. */
  children: ReactNode
}

const quiet = 'text-muted tabular-nums'

function columnsOf(
  nameOf: ((clinicId: string | null) => string) | undefined,
  onOpen: (row: AuditRow) => void,
): Column<AuditRow>[] {
  const practice: Column<AuditRow>[] = nameOf
    ? [
        {
          key: 'clinic',
          header: 'Practice',
          cell: ({ clinicId }) => <span dir="auto">{nameOf(clinicId)}</span>,
        },
      ]
    : []
  return [
    { key: 'action', header: 'Action', cell: ({ action }) => actionText(action) },
    {
      key: 'who',
      header: 'Person',
      cell: (row) => (
        <>
          <span dir="auto">{personText(row)}</span>
          {row.userName && <span className="block text-small text-muted">{roleText(row.userRole)}</span>}
        </>
      ),
    },
    ...practice,
    { key: 'at', header: 'Time', cell: ({ at }) => momentText(at), className: quiet },
    { key: 'ip', header: 'Address', cell: ({ ip }) => ip, className: quiet, hideOnMedium: true },
    {
      key: 'more',
      header: 'Details',
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <Button
          variant="quiet"
          size="small"
          aria-label={`Details of ${actionText(row.action)}, ${momentText(row.at)}`}
          onClick={() => onOpen(row)}
        >
          Details
        </Button>
      ),
    },
  ]
}

/** Who did what, when and from where: searched, read entry by entry, and taken out as a file. */
export function AuditLogScreen(props: AuditLogScreenProps) {
  const { title, lead, back, query, page, exportPath, clinics, onSearch, params, onQuery, busy, children } =
    props
  const [opened, setOpened] = useState<AuditRow>()
  const saving = useTask()
  const nameOf = clinics && namesOf(clinics)
  return (
    <>
      <PageHeader
        title={title}
        lead={lead}
        back={back && <BackLink href={back.href}>{back.label}</BackLink>}
        actions={
          <Button
            variant="quiet"
            icon={Download}
            busy={saving.busy}
            onClick={() => void saving.run(() => downloadAuditFile(exportHref(exportPath, query)))}
          >
            Export as CSV
          </Button>
        }
      />
      <ProblemMessage problem={saving.problem} className="mt-5" />
      <AuditFilters query={query} clinics={clinics} onSearch={onSearch} />
      <SortSelect orders={auditOrders} params={params} onQuery={onQuery} className="mt-5" />
      <DataTable
        caption={title}
        className="mt-5"
        columns={sortableColumns(columnsOf(nameOf, setOpened), params, auditOrders)}
        rows={page.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={<NoEntries narrowed={hasFilters(query)} />}
        footer={
          <PageLinks
            query={query}
            order={auditOrders.labels[sortIn(params, auditOrders)]!}
            next={page.next}
            count={page.rows.length}
          />
        }
      />
      {children}
      <p className="mt-5 max-w-prose text-small text-muted">
        Entries are kept as long as the practice’s records and cannot be changed or deleted. They contain no
        clinical text.
      </p>
      {opened && (
        <AuditEntryDialog
          row={opened}
          clinicName={nameOf?.(opened.clinicId)}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}

function namesOf(clinics: readonly ClinicName[]) {
  const names = new Map(clinics.map(({ id, name }) => [id, name]))
  return (clinicId: string | null) =>
    clinicId === null ? 'Platform' : (names.get(clinicId) ?? 'Deleted practice')
}

type PageLinksProps = { query: AuditQuery; order: string; next: string | null; count: number }

/** Pages go by entries, not by numbers: counting millions would take longer than reading a page. */
function PageLinks({ query: { after, ...query }, order, next, count }: PageLinksProps) {
  const isOldestFirst = query.sort === 'at'
  return (
    <nav aria-label="Pages" className="flex flex-wrap items-center justify-between gap-3">
      <p className="text-small text-muted tabular-nums">
        {numberText(count)} {count === 1 ? 'entry' : 'entries'}, {order.toLowerCase()}
      </p>
      <div className="flex gap-2">
        {after && (
          <ButtonLink href={auditHref(query)} variant="quiet" size="small">
            {isOldestFirst ? 'Oldest' : 'Newest'}
          </ButtonLink>
        )}
        {next && (
          <ButtonLink href={auditHref({ ...query, after: next })} rel="next" variant="quiet" size="small">
            {isOldestFirst ? 'Newer' : 'Older'}
          </ButtonLink>
        )}
      </div>
    </nav>
  )
}

function NoEntries({ narrowed }: { narrowed: boolean }) {
  if (!narrowed)
    return (
      <EmptyState icon={ScrollText} title="No entries yet">
        Actions are recorded as they happen.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={ScrollText}
      title="No entries match"
      action={
        <ButtonLink href="?" variant="quiet">
          Clear search
        </ButtonLink>
      }
    >
      Remove a filter to see more.
    </EmptyState>
  )
}
