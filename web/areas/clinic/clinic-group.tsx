import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { GroupMembershipScreen } from '../../features/practice-groups/group-membership-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-group.ts'

export const meta = () => pageTitle('Group of practices')

export const clientMiddleware = [requirePermission('canManageBilling')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.practiceGroups.membership({}, { signal })

export default function ClinicGroup({ loaderData: membership }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <GroupMembershipScreen membership={membership} settingsHref="/clinic/settings" onChanged={revalidate} />
    </div>
  )
}
