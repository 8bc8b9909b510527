import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { DocumentVersionScreen } from '../../features/platform-documents/document-version-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-document-version.ts'

export const meta = () => pageTitle('Platform document')

export async function clientLoader({ params: { versionId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [shown, documents] = await Promise.all([
    api.platformDocuments.getForAdmin({ versionId }, { signal }),
    api.platformDocuments.listForAdmin({}, { signal }),
  ])
  return { ...shown, siblings: documents.find(({ kind }) => kind === shown.version.kind)?.versions ?? [] }
}

export default function AdminDocumentVersion({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <DocumentVersionScreen
        key={loaderData.version.id}
        {...loaderData}
        listHref="/admin/documents"
        onSaved={async (versionId) => {
          await navigate(`/admin/documents/${versionId}`)
          await revalidate()
        }}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the document" />
)
