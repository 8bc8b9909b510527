import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AuditLogScreen } from '../../features/audit/audit-log-screen.tsx'
import { toApiQuery, auditHref, parseAuditQuery } from '../../features/audit/audit-query.ts'
import { AuditChainCheck } from '../../features/audit/chain-check.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-audit-log.ts'
import { settingsPath } from './clinic-paths.ts'

export const meta = () => pageTitle('Audit log')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { clinic: _own, ...query } = parseAuditQuery(new URL(url).searchParams)
  return { query, page: await api.audit.list(toApiQuery(query), { signal }) }
}

export default function ClinicAuditLog({ loaderData: { query, page } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <AuditLogScreen
        title="Audit log"
        lead="All actions in this practice, with person, time and device."
        back={{ href: settingsPath('security'), label: 'Settings' }}
        query={query}
        page={page}
        exportPath="/api/clinic/audit-rows.csv"
        params={params}
        onQuery={(asked) => void navigate(asked, { replace: true, preventScrollReset: true })}
        onSearch={(asked) => void navigate(auditHref(asked))}
        busy={useNavigation().state === 'loading'}
      >
        <AuditChainCheck of="this practice" check={() => api.audit.verify({})} />
      </AuditLogScreen>
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the audit log" />
)
