import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ProcessingScreen } from '../../features/data-protection/processing-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/processing-page.ts'
import { ProtectionPage } from './protection-page.tsx'

export const meta = () => pageTitle('Processing record')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.dataProtection.processing({}, { signal })

export default function ProcessingPage({ loaderData: record }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <ProtectionPage tab="processing">
      <ProcessingScreen record={record} onChanged={revalidate} />
    </ProtectionPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the processing record" />
)
