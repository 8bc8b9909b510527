import { FileText } from 'lucide-react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { consentStatuses } from '../../../contract/consent-states.ts'
import { api, type Api } from '../../api.ts'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { consentStatusAppearance } from '../../features/consents/consent-status.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { queryWith } from '../../ui/query-string.ts'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import type { Route } from './+types/admin-clinic-consents.ts'
import { clinicPaths } from './admin-clinic-paths.ts'
import { adminConsentQuery } from './admin-consent-query.ts'

type ConsentPage = Awaited<ReturnType<Api['consents']['listForAdmin']>>
type ConsentRow = ConsentPage['rows'][number]
type Counts = Awaited<ReturnType<Api['directory']['consents']>>

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? `Consents of ${loaderData.counts.clinicName}` : 'Consents')

export async function clientLoader({
  params: { clinicId },
  request: { url, signal },
}: Route.ClientLoaderArgs) {
  const { page, status } = adminConsentQuery(new URL(url).searchParams)
  const [counts, list] = await Promise.all([
    api.directory.consents({ clinicId }, { signal }),
    api.consents.listForAdmin({ clinicId, page, ...(status && { status }) }, { signal }),
  ])
  return { counts, list }
}

const mutedClass = 'text-muted tabular-nums'
const dateOrNone = (moment: string | null, none: string) => (moment ? recentText(moment, new Date()) : none)

const columns: Column<ConsentRow>[] = [
  // The last part of its number: the first tells when it was made, and is much the same for many.
  { key: 'number', header: 'Number', cell: ({ id }) => id.slice(-12), className: 'font-medium tabular-nums' },
  { key: 'status', header: 'Status', cell: ({ status }) => <ConsentBadge status={status} /> },
  {
    key: 'created',
    header: 'Created',
    cell: ({ createdAt }) => dateOrNone(createdAt, ''),
    className: mutedClass,
  },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ sentAt }) => dateOrNone(sentAt, 'Not sent'),
    className: mutedClass,
  },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signedAt }) => dateOrNone(signedAt, 'Not signed'),
    className: mutedClass,
  },
]

export default function AdminClinicConsents({
  loaderData: { counts, list },
  params: { clinicId },
}: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { status } = adminConsentQuery(params)
  const busy = useNavigation().state === 'loading'
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        back={
          <BackLink href={clinicPaths.view(clinicId)}>
            <bdi>{counts.clinicName}</bdi>
          </BackLink>
        }
        title="Consents"
        lead="By status and date. Patients and treatments are not shown."
        className="mb-6"
      />
      <MonthTable months={counts.months} />
      <h2 className="mt-8">All consents</h2>
      <div className="mt-3 max-w-64">
        <Select
          label="Status"
          value={status ?? ''}
          options={[
            { value: '', label: 'Any status' },
            ...consentStatuses.map((value) => ({
              value,
              label: `${consentStatusAppearance[value].label} (${counts.byStatus[value] ?? 0})`,
            })),
          ]}
          onChange={(chosen) => void navigate(queryWith(params, { status: chosen, page: undefined }))}
        />
      </div>
      <DataTable
        caption="Consents of this practice"
        className="mt-4"
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/consents/${id}`}
        busy={busy}
        empty={
          <EmptyState icon={FileText} title={status ? 'No consents match' : 'No consents yet'}>
            {status ? 'Choose another status.' : 'This practice has not created any consents.'}
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
    </div>
  )
}

const monthName = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const numericColumn = { align: 'end', className: 'tabular-nums' } as const

const monthColumns: Column<Counts['months'][number]>[] = [
  { key: 'month', header: 'Month', cell: ({ month }) => monthName.format(new Date(`${month}-01T00:00:00Z`)) },
  { key: 'created', header: 'Created', cell: ({ created }) => numberText(created), ...numericColumn },
  { key: 'sent', header: 'Sent', cell: ({ sent }) => numberText(sent), ...numericColumn },
  { key: 'signed', header: 'Signed', cell: ({ signed }) => numberText(signed), ...numericColumn },
]

/** What happened in each month; before its first consent there is nothing to show. */
function MonthTable({ months }: { months: Counts['months'] }) {
  const first = months.findLastIndex(({ created, sent, signed }) => created + sent + signed > 0)
  return (
    <>
      <h2>By month</h2>
      <DataTable
        caption="Consents by month"
        className="mt-3"
        columns={monthColumns}
        rows={months.slice(0, first + 1)}
        rowKey={({ month }) => month}
        empty={
          <EmptyState title="No consents in the last 12 months">
            Consents created, sent and signed are counted here.
          </EmptyState>
        }
      />
    </>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load consents" />
)
