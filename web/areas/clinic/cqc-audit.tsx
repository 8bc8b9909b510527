import { api } from '../../api.ts'
import { SampleAuditScreen } from '../../features/compliance/sample-audit-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-audit.ts'
import { consentPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Sample audit')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ params: { auditId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.sampleAudits.get({ auditId }, { signal })

export default function CqcAudit({ loaderData: audit }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page">
      <SampleAuditScreen audit={audit} hrefOfConsent={consentPaths.detail} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this sample audit" />
)
