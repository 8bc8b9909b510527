import { Building2, Plus, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { clinicStatuses, directorySortOrders, trialStates } from '../../../contract/clinic-states.ts'
import { planNames, plans } from '../../../contract/plans.ts'
import type { Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ListToolbar } from '../../ui/list-toolbar.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { queryWith } from '../../ui/query-string.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { ClinicBadge } from './clinic-badge.tsx'
import { parseClinicDirectoryQuery, hasFilters, type ClinicDirectoryQuery } from './clinic-directory-query.ts'
import { clinicStatusBadges, orderLabels, planText, trialLabels } from './clinic-words.ts'

type DirectoryPage = Awaited<ReturnType<Api['directory']['list']>>
type DirectoryRow = DirectoryPage['rows'][number]

type ClinicDirectoryScreenProps = {
  page: DirectoryPage
  params: URLSearchParams
  /** Another search or filter for this list, as a query string. */
  onQuery: (query: string) => void
  busy: boolean
  hrefOf: (clinicId: string) => string
  newHref: string
}

const columns: Column<DirectoryRow>[] = [
  {
    key: 'name',
    header: 'Practice',
    cell: ({ name, email }) => (
      <>
        <span className="block font-medium" dir="auto">
          {name}
        </span>
        <span className="block text-small text-muted">{email || 'No e-mail address'}</span>
      </>
    ),
  },
  { key: 'status', header: 'Status', cell: ({ status }) => <ClinicBadge status={status} /> },
  { key: 'plan', header: 'Plan', cell: (row) => planText(row.plan, row.trial, row.trialUntil) },
  {
    key: 'staff',
    header: 'Staff',
    cell: ({ staff }) => numberText(staff),
    align: 'end',
    hideOnMedium: true,
    className: 'tabular-nums',
  },
  {
    key: 'consents',
    header: 'Consents this month',
    cell: ({ consentsThisMonth }) => numberText(consentsThisMonth),
    align: 'end',
    className: 'tabular-nums',
  },
  {
    key: 'activity',
    header: 'Last activity',
    cell: ({ lastActivityAt }) => (lastActivityAt ? recentText(lastActivityAt, new Date()) : 'None yet'),
    hideOnMedium: true,
    className: 'text-muted tabular-nums',
  },
]

/** Every practice of the platform. */
export function ClinicDirectoryScreen(props: ClinicDirectoryScreenProps) {
  const { page, params, onQuery, busy, hrefOf, newHref } = props
  const query = parseClinicDirectoryQuery(params)
  const add = (
    <ButtonLink href={newHref} icon={Plus}>
      Add practice
    </ButtonLink>
  )
  return (
    <>
      <PageHeader
        title="Practice Directory"
        lead="All practices on the platform. Patients and treatments are not shown."
        actions={add}
      />
      <Filters query={query} params={params} onQuery={onQuery} />
      <DataTable
        caption="Practices"
        className="mt-4"
        columns={columns}
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => hrefOf(id)}
        busy={busy}
        empty={<NoPractices narrowed={hasFilters(query)} action={add} />}
        footer={
          <Pager
            page={page.page}
            pageSize={page.pageSize}
            total={page.total}
            hrefOfPage={(wanted) => queryWith(params, { page: wanted > 1 ? wanted : undefined })}
          />
        }
      />
    </>
  )
}

type FiltersProps = Pick<ClinicDirectoryScreenProps, 'params' | 'onQuery'> & { query: ClinicDirectoryQuery }

function Filters({ query, params, onQuery }: FiltersProps) {
  const filter = (changes: Record<string, string | undefined>) =>
    onQuery(queryWith(params, { ...changes, page: undefined }))
  return (
    <ListToolbar
      className="mt-6"
      search={
        <SearchField
          label="Search practices"
          placeholder="Name, e-mail or address"
          defaultValue={query.search}
          onSearch={(q) => filter({ q })}
        />
      }
    >
      <Select
        label="Status"
        hideLabel
        value={query.status ?? ''}
        options={[
          { value: '', label: 'Any status' },
          ...clinicStatuses.map((value) => ({ value, label: clinicStatusBadges[value].label })),
        ]}
        onChange={(status) => filter({ status })}
      />
      <Select
        label="Plan"
        hideLabel
        value={query.plan ?? ''}
        options={[
          { value: '', label: 'Any plan' },
          ...planNames.map((value) => ({ value, label: plans[value].title })),
        ]}
        onChange={(plan) => filter({ plan })}
      />
      <Select
        label="Trial"
        hideLabel
        value={query.trial ?? ''}
        options={[
          { value: '', label: 'With or without a trial' },
          ...trialStates.map((value) => ({ value, label: trialLabels[value] })),
        ]}
        onChange={(trial) => filter({ trial })}
      />
      <Select
        label="Sort by"
        hideLabel
        value={query.order}
        options={directorySortOrders.map((value) => ({ value, label: orderLabels[value] }))}
        onChange={(order) => filter({ order: order === 'name' ? undefined : order })}
      />
    </ListToolbar>
  )
}

function NoPractices({ narrowed, action }: { narrowed: boolean; action: ReactNode }) {
  if (narrowed)
    return (
      <EmptyState
        icon={SearchX}
        title="No practice matches"
        action={
          <ButtonLink href="?" variant="quiet">
            Clear search and filters
          </ButtonLink>
        }
      >
        Check the spelling or remove a filter.
      </EmptyState>
    )
  return (
    <EmptyState icon={Building2} title="No practices yet" action={action}>
      Add the first practice. Its administrator is invited by e-mail.
    </EmptyState>
  )
}
