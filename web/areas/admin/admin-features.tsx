import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { FeatureScreen } from '../../features/feature-holds/feature-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-features.ts'
import { listAllClinics } from './all-clinics.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: features')

export async function clientLoader({ request: { signal } }: Route.ClientLoaderArgs) {
  const [holds, clinics] = await Promise.all([api.featureHolds.list({}, { signal }), listAllClinics(signal)])
  return { holds, clinics }
}

export default function AdminFeatures({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <OperationsPage tab="features">
      <FeatureScreen {...loaderData} onChanged={revalidate} />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the features" />
)
