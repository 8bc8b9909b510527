import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { BreachScreen } from '../../features/data-protection/breach-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/breach-page.ts'
import { protectionPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Personal data breach')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ params: { breachId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.dataProtection.getBreach({ breachId }, { signal })

export default function BreachPage({ loaderData: breach }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <BreachScreen breach={breach} listHref={protectionPaths.breaches} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the breach" />
)
