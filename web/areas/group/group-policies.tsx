import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupPolicyListScreen } from '../../features/practice-groups/group-policy-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-policies.ts'

export const meta = () => pageTitle('Policies')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const isOpen = group?.access === 'open'
  return { group, shared: isOpen ? await api.groupPolicies.list({}, { signal }) : null }
}

export default function GroupPoliciesPage({ loaderData: { group, shared } }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page">
      {shared ? (
        <GroupPolicyListScreen shared={shared} />
      ) : (
        <>
          <PageHeader title="Policies" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the group’s policies" />
)
