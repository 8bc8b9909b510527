import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { PublishedDocuments } from '../../features/platform-documents/published-documents.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-documents.ts'
import { dashboardTrail } from './clinic-paths.ts'

export const meta = () => pageTitle('Documents')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.platformDocuments.list({}, { signal })

export default function ClinicDocuments({ loaderData: documents }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <PublishedDocuments
        trail={dashboardTrail}
        documents={documents}
        mayAccept={may('accessSettings')}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the documents" />
)
