import { useNavigate } from 'react-router'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupPolicyForm } from '../../features/practice-groups/group-policy-form.tsx'
import { groupPolicyPath } from '../../features/practice-groups/group-policy-path.ts'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import type { Route } from './+types/group-policy-new.ts'

export const meta = () => pageTitle('Add policy')

export default function GroupPolicyNew() {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        back={<BackLink href={groupPolicyPath()}>Policies</BackLink>}
        title="Add policy"
        lead="In addition to the policies that come with Candour."
      />
      <GroupPolicyForm
        policy={null}
        title=""
        text=""
        after={0}
        onCancel={() => void navigate(groupPolicyPath())}
        onDone={({ policy }) => void navigate(groupPolicyPath(policy))}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this page" />
)
