import { FileText } from 'lucide-react'
import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { consentStatuses } from '../../../contract/consent-states.ts'
import { api, type Api } from '../../api.ts'
import { shortConsentId } from '../../features/emergency-accesses/access-words.ts'
import { ConsentBadge } from '../../features/consents/consent-badge.tsx'
import { consentStatusAppearance } from '../../features/consents/consent-status.ts'
import { RecentTemplateTable } from '../../features/templates/recent-template-table.tsx'
import { pageTitle } from '../../page-meta.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { dayParamIn, dayRangeBounds } from '../../ui/day-range.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Pager } from '../../ui/pager.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { TextField } from '../../ui/plain/text-field.tsx'
import { idIn, pageIn, queryWith } from '../../ui/query-string.ts'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import type { Route } from './+types/admin-consent-list.ts'
import { adminConsentHref, adminConsentQuery, type AdminConsentQuery } from './admin-consent-query.ts'
import { platformTemplatePaths } from './platform-template-context.ts'
import { loadClinicNames } from './clinic-names.ts'

type ConsentPage = Awaited<ReturnType<Api['consents']['listForAdmin']>>
type ConsentRow = ConsentPage['rows'][number]

export const meta = () => pageTitle('Consents')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { signal } = request
  const params = new URL(request.url).searchParams
  if (isTemplateTab(params)) {
    const templateQuery = { order: 'updated', status: 'all', page: pageIn(params) } as const
    return { consents: null, templates: await api.adminTemplates.list(templateQuery, { signal }) }
  }
  const query = adminConsentQuery(params)
  const { from, to, ...asked } = query
  const [list, clinics] = await Promise.all([
    api.consents.listForAdmin({ ...asked, ...dayRangeBounds({ from, to }) }, { signal }),
    loadClinicNames(signal),
  ])
  return { consents: { query, list, clinics }, templates: null }
}

const isTemplateTab = (params: URLSearchParams) => params.get('tab') === 'templates'

const recent = (at: string) => recentText(at, new Date())
const mutedClass = 'text-muted tabular-nums'

const columns: Column<ConsentRow>[] = [
  { key: 'number', header: 'Consent', cell: ({ id }) => shortConsentId(id), className: 'tabular-nums' },
  { key: 'clinic', header: 'Practice', cell: ({ clinicName }) => <span dir="auto">{clinicName}</span> },
  { key: 'status', header: 'Status', cell: ({ status }) => <ConsentBadge status={status} /> },
  { key: 'created', header: 'Created', cell: ({ createdAt }) => recent(createdAt), className: mutedClass },
  {
    key: 'sent',
    header: 'Sent',
    cell: ({ sentAt }) => (sentAt ? recent(sentAt) : 'Not sent'),
    className: mutedClass,
  },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signedAt }) => (signedAt ? recent(signedAt) : 'Not signed'),
    className: mutedClass,
  },
]

export default function AdminConsentList({ loaderData: { consents, templates } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const busy = useNavigation().state === 'loading'
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        title="Consents"
        lead={
          templates
            ? 'Platform templates, by last change.'
            : 'Consents at all practices, by status and date. Patients and treatments are not shown.'
        }
      />
      <LinkTabs
        label="Consents or templates"
        className="mt-5"
        tabs={[
          { href: '/admin/consents', label: 'Consents', current: !templates },
          { href: '/admin/consents?tab=templates', label: 'Templates', current: Boolean(templates) },
        ]}
      />
      {consents && <ConsentTab {...consents} busy={busy} />}
      {templates && (
        <div className="mt-5">
          <RecentTemplateTable
            page={templates}
            savedId={idIn(params, 'saved')}
            hrefOf={platformTemplatePaths.view}
            hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
            busy={busy}
          />
        </div>
      )}
    </div>
  )
}

type ConsentTabProps = {
  query: AdminConsentQuery
  list: ConsentPage
  clinics: { id: string; name: string }[]
  busy: boolean
}

function ConsentTab({ query, list, clinics, busy }: ConsentTabProps) {
  const { clinicId, status, from, to } = query
  const filtered = [clinicId, status, from, to].some((asked) => asked !== undefined)
  return (
    <>
      <Filters query={query} clinics={clinics} />
      <DataTable
        caption="Consents of all practices"
        className="mt-4"
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        rowHref={({ id }) => `/admin/consents/${id}`}
        busy={busy}
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
    </>
  )
}

function Filters({ query, clinics }: { query: AdminConsentQuery; clinics: { id: string; name: string }[] }) {
  const navigate = useNavigate()
  return (
    <div className="mt-5 grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      <Select
        label="Practice"
        value={query.clinicId ?? ''}
        options={[
          { value: '', label: 'Any practice' },
          ...clinics.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(id) => navigate(adminConsentHref(query, { clinicId: id || undefined }))}
      />
      <Select
        label="Status"
        value={query.status ?? ''}
        options={[
          { value: '', label: 'Any status' },
          ...consentStatuses.map((status) => ({
            value: status,
            label: consentStatusAppearance[status].label,
          })),
        ]}
        onChange={(chosen) =>
          navigate(adminConsentHref(query, { status: consentStatuses.find((status) => status === chosen) }))
        }
      />
      <DayField
        label="Created from"
        day={query.from}
        onDay={(from) => navigate(adminConsentHref(query, { from }))}
      />
      <DayField
        label="Created until"
        day={query.to}
        onDay={(to) => navigate(adminConsentHref(query, { to }))}
      />
    </div>
  )
}

type DayFieldProps = { label: string; day: string | undefined; onDay: (day: string | undefined) => void }

/** A day that counts once it is whole: a browser tells of it while its year is still being typed. */
const DayField = ({ label, day, onDay }: DayFieldProps) => (
  <TextField
    key={day}
    type="date"
    label={label}
    defaultValue={day}
    onChange={({ target: { value } }) => {
      const typed = dayParamIn(new URLSearchParams({ day: value }), 'day')
      if (typed !== day && (typed || value === '')) onDay(typed)
    }}
  />
)

function NoConsents({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return (
      <EmptyState icon={FileText} title="No consents yet">
        No practice has created a consent.
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
      Remove a filter to see more.
    </EmptyState>
  )
}
