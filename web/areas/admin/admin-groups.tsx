import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupListScreen } from '../../features/practice-groups/group-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-groups.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: groups of practices')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.practiceGroups.list({}, { signal })

export default function AdminGroups({ loaderData: groups }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <OperationsPage tab="groups">
      <GroupListScreen groups={groups} onChanged={revalidate} />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the groups" />
)
