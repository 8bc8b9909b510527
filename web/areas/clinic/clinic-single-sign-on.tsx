import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { requirePermission } from '../../features/identity/guard.ts'
import { SingleSignOnScreen } from '../../features/single-sign-on/single-sign-on-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-single-sign-on.ts'

export const meta = () => pageTitle('Single sign-on')

export const clientMiddleware = [requirePermission('canManageBilling')]

export const clientLoader = async ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.singleSignOn.get({}, { signal })

export default function ClinicSingleSignOn({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <SingleSignOnScreen settings={loaderData} settingsHref="/clinic/settings" onChanged={revalidate} />
    </div>
  )
}
