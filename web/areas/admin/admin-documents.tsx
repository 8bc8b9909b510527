import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { PlatformDocumentsScreen } from '../../features/platform-documents/platform-documents-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-documents.ts'

export const meta = () => pageTitle('Documents')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.platformDocuments.listForAdmin({}, { signal })

export default function AdminDocuments({ loaderData: documents }: Route.ComponentProps) {
  return (
    <div className="mx-auto max-w-page">
      <PlatformDocumentsScreen
        documents={documents}
        hrefOf={(versionId) => `/admin/documents/${versionId}`}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the documents" />
)
