import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { MaintenanceScreen } from '../../features/maintenance/maintenance-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-maintenance.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: maintenance')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.maintenance.get({}, { signal })

export default function AdminMaintenance({ loaderData: state }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <OperationsPage tab="maintenance">
      <MaintenanceScreen state={state} onChanged={revalidate} />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the maintenance state" />
)
