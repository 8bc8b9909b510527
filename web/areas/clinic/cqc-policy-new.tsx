import { useNavigate } from 'react-router'
import { compliancePaths, complianceTrail } from '../../features/compliance/compliance-paths.ts'
import { PolicyForm } from '../../features/compliance/policy-form.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/cqc-policy-new.ts'

export const meta = () => pageTitle('Add policy')

export const clientMiddleware = [requirePermission('accessSettings')]

export default function CqcPolicyNew() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        back={
          <Breadcrumbs trail={complianceTrail(true, { href: compliancePaths.policies, label: 'Policies' })} />
        }
        title="Add policy"
        lead="In addition to the policies that come with Candour."
      />
      <PolicyForm
        policy={null}
        title=""
        text=""
        reviewOn=""
        after={0}
        onCancel={() => void navigate(compliancePaths.policies)}
        onDone={({ policy }) => void navigate(compliancePaths.policy(policy))}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this page" />
)
