import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { SettingsScreen } from '../../features/clinics/settings-screen.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-settings.ts'

export const meta = () => pageTitle('Settings')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [security, templateRules] = await Promise.all([
    api.clinics.security({}, { signal }),
    api.clinics.templateRules({}, { signal }),
  ])
  return { security, templateRules }
}

export default function ClinicSettings({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <SettingsScreen
        {...loaderData}
        connectionsHref={may('canManageBilling') ? '/clinic/settings/connections' : undefined}
        onChanged={revalidate}
      />
    </div>
  )
}
