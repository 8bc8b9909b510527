import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { SampleAuditListScreen } from '../../features/compliance/sample-audit-list-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-audits.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Sample audits')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.sampleAudits.list({}, { signal })

export default function CqcAudits({ loaderData: audits }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <SampleAuditListScreen audits={audits} {...useListAddress()} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the sample audits" />
)
