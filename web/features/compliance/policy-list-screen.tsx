import type { PolicyRow } from '../../../contract/policies.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { sortIn, sortRows, sortableColumns, type ListOrders } from '../../ui/list-orders.ts'
import { SortSelect } from '../../ui/sort-select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { compliancePaths, complianceTrail } from './compliance-paths.ts'
import { ComplianceTabs } from './compliance-tabs.tsx'

/** Of a policy without a version in force. */
const noneInForceText = <span className="text-muted">–</span>

const columns: Column<PolicyRow>[] = [
  { key: 'title', header: 'Policy', cell: ({ title }) => <span dir="auto">{title}</span> },
  {
    key: 'version',
    header: 'Version',
    cell: ({ version, offer }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {version ? `Version ${version.number}, ${version.by}` : 'Not adopted yet'}
        {!version && offer && <Badge>From {offer.group}</Badge>}
        {offer?.isNew && <Badge tone="warn">New version from {offer.group}</Badge>}
      </span>
    ),
  },
  {
    key: 'review',
    header: 'Review',
    cell: ({ version }) =>
      version ? (
        <>
          {calendarDayText(version.reviewOn)} {version.isOverdue && <Badge tone="bad">Overdue</Badge>}
        </>
      ) : (
        noneInForceText
      ),
  },
  {
    key: 'readers',
    header: 'Read by',
    cell: ({ version }) => (version ? `${version.readers} of ${version.staff}` : noneInForceText),
  },
  {
    key: 'own',
    header: 'You',
    cell: ({ version }) =>
      version ? (
        <Badge tone={version.hasRead ? 'ok' : 'warn'}>{version.hasRead ? 'Read' : 'Not read yet'}</Badge>
      ) : (
        noneInForceText
      ),
  },
]

const orders: ListOrders<'title' | '-title' | 'review' | '-review'> = {
  labels: {
    title: 'Policy, A to Z',
    '-title': 'Policy, Z to A',
    review: 'Review, soonest first',
    '-review': 'Review, latest first',
  },
  fallback: 'title',
}
const facts = {
  title: ({ title }: PolicyRow) => title,
  review: ({ version }: PolicyRow) => version?.reviewOn ?? null,
}

/** The practice's policies: what is in force, when it is looked at again, and who has read it. */
export const PolicyListScreen = ({
  policies,
  mayAdopt,
  params,
  onQuery,
}: {
  policies: readonly PolicyRow[]
  mayAdopt: boolean
  params: URLSearchParams
  onQuery: (query: string) => void
}) => (
  <>
    <PageHeader
      back={<Breadcrumbs trail={complianceTrail(mayAdopt)} />}
      title="Policies"
      lead="Read by all staff and reviewed at least once a year."
      actions={
        mayAdopt && (
          <ButtonLink href={compliancePaths.policy('new')} variant="quiet">
            Add policy
          </ButtonLink>
        )
      }
    />
    <ComplianceTabs current={compliancePaths.policies} mayAll={mayAdopt} />
    {policies.length > 0 && <SortSelect orders={orders} params={params} onQuery={onQuery} className="mt-4" />}
    <DataTable
      caption="Policies"
      className="mt-5"
      columns={sortableColumns(columns, params, orders)}
      rows={sortRows(policies, sortIn(params, orders), facts)}
      rowKey={({ policy }) => policy}
      rowHref={({ policy }) => compliancePaths.policy(policy)}
      empty={<EmptyState title="No policies" />}
    />
  </>
)
