import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ClinicEditScreen } from '../../features/directory/clinic-edit-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-clinic-edit.ts'
import { clinicPaths } from './admin-clinic-paths.ts'

export const meta = () => pageTitle('Edit practice')

export const clientLoader = ({ params: { clinicId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.directory.get({ clinicId }, { signal })

export default function AdminClinicEdit({ loaderData: clinic }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ClinicEditScreen clinic={clinic} clinicHref={clinicPaths.view(clinic.id)} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the practice" />
)
