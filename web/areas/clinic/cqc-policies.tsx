import { api } from '../../api.ts'
import { PolicyListScreen } from '../../features/compliance/policy-list-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-policies.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Policies')

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.policies.list({}, { signal })

export default function CqcPolicies({ loaderData }: Route.ComponentProps) {
  const may = useMay()
  return (
    <div className="mx-auto max-w-page">
      <PolicyListScreen policies={loaderData} mayAdopt={may('accessSettings')} {...useListAddress()} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the policies" />
)
