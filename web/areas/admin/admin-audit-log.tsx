import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AuditLogScreen } from '../../features/audit/audit-log-screen.tsx'
import { toApiQuery, auditHref, parseAuditQuery } from '../../features/audit/audit-query.ts'
import { AuditChainCheck } from '../../features/audit/chain-check.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-audit-log.ts'
import { loadClinicNames } from './clinic-names.ts'

export const meta = () => pageTitle('Audit Logs')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = parseAuditQuery(new URL(url).searchParams)
  const [page, clinics] = await Promise.all([
    api.audit.listForAdmin(toApiQuery(query), { signal }),
    loadClinicNames(signal),
  ])
  return { query, page, clinics }
}

export default function AdminAuditLog({ loaderData: { query, page, clinics } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const clinicId = query.clinic ?? 'platform'
  const name = clinics.find(({ id }) => id === clinicId)?.name ?? 'the platform'
  return (
    <div className="mx-auto max-w-page">
      <AuditLogScreen
        title="Audit Logs"
        lead="All actions in practices and on the platform, with person, time and device."
        query={query}
        page={page}
        exportPath="/api/admin/audit-rows.csv"
        clinics={clinics}
        params={params}
        onQuery={(asked) => void navigate(asked, { replace: true, preventScrollReset: true })}
        onSearch={(asked) => void navigate(auditHref(asked))}
        busy={useNavigation().state === 'loading'}
      >
        <AuditChainCheck
          // Another log, another result.
          key={clinicId}
          of={name}
          check={() => api.audit.verifyForAdmin({ clinicId })}
        />
      </AuditLogScreen>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the audit logs" />
)
