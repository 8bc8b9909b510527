import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { DataRequestScreen } from '../../features/records/data-request-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/data-request-page.ts'
import { consentPaths, protectionPaths, recordPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Data request')

export const clientLoader = ({ params: { requestId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.dataRequests.get({ requestId }, { signal })

export default function DataRequestPage({ loaderData: request }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <DataRequestScreen
        request={request}
        paths={{
          list: protectionPaths.requests,
          patient: recordPaths.profile,
          // What is noted on a consent here is a correction, which stands with its documents.
          consent: (consentId) => consentPaths.section(consentId, 'documents'),
        }}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the request" />
)
