import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupPolicyForm } from '../../features/practice-groups/group-policy-form.tsx'
import { groupPolicyPath } from '../../features/practice-groups/group-policy-path.ts'
import { pageTitle } from '../../page-meta.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import type { Route } from './+types/group-policy-new.ts'

export const meta = () => pageTitle('Add policy')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  return api.practiceGroups.mine({}, { signal })
}

export default function GroupPolicyNew({ loaderData: { group } }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <PageHeader
        back={<BackLink href={groupPolicyPath()}>Policies</BackLink>}
        title="Add policy"
        lead="In addition to the policies that come with Candour."
      />
      {group?.access !== 'open' ? (
        <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
      ) : group.role === 'group_admin' ? (
        <GroupPolicyForm
          policy={null}
          title=""
          text=""
          after={0}
          onCancel={() => void navigate(groupPolicyPath())}
          onDone={({ policy }) => void navigate(groupPolicyPath(policy))}
        />
      ) : (
        <EmptyState title="Only an administrator of the group can add policies" />
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this page" />
)
