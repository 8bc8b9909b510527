import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { PolicyScreen } from '../../features/compliance/policy-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/cqc-policy.ts'

export const meta = () => pageTitle('Policy')

export const clientLoader = ({ params: { policy }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.policies.get({ policy }, { signal })

export default function CqcPolicy({ loaderData: policy }: Route.ComponentProps) {
  const may = useMay()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <PolicyScreen policy={policy} mayAdopt={may('accessSettings')} onChanged={revalidate} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load this policy" />
)
