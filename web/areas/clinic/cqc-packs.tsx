import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { InspectionPackScreen } from '../../features/compliance/inspection-pack-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-packs.ts'

export const meta = () => pageTitle('Inspection packs')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.inspectionPacks.list({}, { signal })

export default function CqcPacks({ loaderData: packs }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <InspectionPackScreen packs={packs} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the inspection packs" />
)
