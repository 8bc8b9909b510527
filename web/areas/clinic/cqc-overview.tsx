import { useNavigate, useNavigation } from 'react-router'
import { api } from '../../api.ts'
import { ComplianceOverviewScreen } from '../../features/compliance/compliance-overview-screen.tsx'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { parsePeriod, periodSearchParams } from '../../features/compliance/compliance-period.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-overview.ts'

export const meta = () => pageTitle('Evidence for inspections')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = parsePeriod(new URL(url).searchParams)
  return { query, overview: await api.compliance.overview(query, { signal }) }
}

export default function CqcOverview({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <ComplianceOverviewScreen
        {...loaderData}
        busy={useNavigation().state === 'loading'}
        onQuery={(query) => void navigate(compliancePaths.overview + periodSearchParams(query))}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the evidence list" />
)
