import { FileText } from 'lucide-react'
import { useNavigate, useNavigation } from 'react-router'
import { consentStatuses } from '../../../contract/states.ts'
import { api, type Api } from '../../api.ts'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { consentStatusLook } from '../../features/consents/consent-status.ts'
import { pageTitle } from '../../page-meta.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import type { Route } from './+types/admin-consent-list.ts'
import { adminConsentHref, adminConsentQuery, type AdminConsentQuery } from './admin-consent-query.ts'
import { loadClinicNames } from './clinic-names.ts'

type ConsentPage = Awaited<ReturnType<Api['consents']['listForAdmin']>>
type ConsentRow = ConsentPage['rows'][number]

export const meta = () => pageTitle('Consents')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const query = adminConsentQuery(new URL(request.url).searchParams)
  const [list, clinics] = await Promise.all([
    api.consents.listForAdmin(query, { signal }),
    loadClinicNames(signal),
  ])
  return { query, list, clinics }
}

const recent = (at: string) => recentText(at, new Date())
const quiet = 'text-muted tabular-nums'

const columns: Column<ConsentRow>[] = [
  { key: 'clinic', header: 'Clinic', cell: ({ clinicName }) => <span dir="auto">{clinicName}</span> },
  { key: 'status', header: 'Status', cell: ({ status }) => <ConsentBadge status={status} /> },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => recent(createdAt), className: quiet },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ sentAt }) => (sentAt ? recent(sentAt) : 'Not sent'),
    className: quiet,
  },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signedAt }) => (signedAt ? recent(signedAt) : 'Not signed'),
    className: quiet,
  },
]

export default function AdminConsentList({ loaderData: { query, list, clinics } }: Route.ComponentProps) {
  const { state } = useNavigation()
  const filtered = query.clinicId !== undefined || query.status !== undefined
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Consents"
        lead="Consents of every clinic, by state and time only. No patient or treatment is shown here."
      />
      <Filters query={query} clinics={clinics} />
      <DataTable
        caption="Consents of all clinics"
        className="mt-4"
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        busy={state === 'loading'}
        empty={<NoConsents filtered={filtered} />}
        footer={
          <Pager
            page={list.page}
            pageSize={list.pageSize}
            total={list.total}
            hrefOfPage={(page) => adminConsentHref(query, { page })}
          />
        }
      />
    </div>
  )
}

function Filters({ query, clinics }: { query: AdminConsentQuery; clinics: { id: string; name: string }[] }) {
  const navigate = useNavigate()
  return (
    <div className="mt-7 grid gap-3 sm:grid-cols-2 lg:max-w-2xl">
      <Select
        label="Clinic"
        value={query.clinicId ?? ''}
        options={[
          { value: '', label: 'Any clinic' },
          ...clinics.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => navigate(adminConsentHref(query, { clinicId: id || undefined }))}
      />
      <Select
        label="Status"
        value={query.status ?? ''}
        options={[
          { value: '', label: 'Any status' },
          ...consentStatuses.map((status) => ({ value: status, label: consentStatusLook[status].label })),
        ]}
        onChange={(chosen) =>
          navigate(adminConsentHref(query, { status: consentStatuses.find((status) => status === chosen) }))
        }
      />
    </div>
  )
}

function NoConsents({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState icon={FileText} title="No consents yet">
        Clinics have not made any consents so far.
      </EmptyState>
    )
  return (
    <EmptyState
      icon={FileText}
      title="No consents match"
      action={
        <ButtonLink href="/admin/consents" variant="quiet">
          Clear filters
        </ButtonLink>
      }
    >
      No consent of this clinic and status was found.
    </EmptyState>
  )
}
