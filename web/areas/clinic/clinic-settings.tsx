import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { SettingsScreen } from '../../features/clinics/settings-screen.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-settings.ts'

export const meta = () => pageTitle('Settings')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.clinics.security({}, { signal })

export default function ClinicSettings({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <SettingsScreen security={loaderData} onChanged={revalidate} />
    </div>
  )
}
