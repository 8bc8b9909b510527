import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { SingleSignOnScreen } from '../../features/single-sign-on/single-sign-on-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-single-sign-on.ts'

export const meta = () => pageTitle('Single sign-on')

export const clientMiddleware = [requirePermission('canManageBilling')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const [settings, keys] = await Promise.all([
    api.singleSignOn.get({}, { signal }),
    api.integrations.listKeys({}, { signal }),
  ])
  return { settings, keys, address: new URL(url).origin }
}

export default function ClinicSingleSignOn({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <SingleSignOnScreen {...loaderData} settingsHref="/clinic/settings" onChanged={revalidate} />
    </div>
  )
}
