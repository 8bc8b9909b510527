import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { groupPolicyPath } from '../../features/practice-groups/group-policy-path.ts'
import { GroupPolicyScreen } from '../../features/practice-groups/group-policy-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-policy.ts'

export const meta = () => pageTitle('Policy')

export async function clientLoader({ params: { policy }, request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const isOpen = group?.access === 'open'
  return { group, shared: isOpen ? await api.groupPolicies.get({ policy }, { signal }) : null }
}

export default function GroupPolicyPage({ loaderData: { group, shared } }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      {shared ? (
        <GroupPolicyScreen
          shared={shared}
          onChanged={revalidate}
          onRemoved={async () => navigate(groupPolicyPath())}
        />
      ) : (
        <>
          <PageHeader title="Policy" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this policy" />
)
