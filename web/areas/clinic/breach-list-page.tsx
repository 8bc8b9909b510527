import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { BreachList } from '../../features/data-protection/breach-list.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/breach-list-page.ts'
import { protectionPaths } from './clinic-paths.ts'
import { ProtectionPage } from './protection-page.tsx'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Breaches')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { signal } }: Route.ClientLoaderArgs) =>
  api.dataProtection.listBreaches({}, { signal })

export default function BreachListPage({ loaderData: breaches }: Route.ComponentProps) {
  const navigate = useNavigate()
  const address = useListAddress()
  return (
    <ProtectionPage tab="breaches">
      <BreachList
        breaches={breaches}
        {...address}
        hrefOf={protectionPaths.breach}
        onOpened={({ id }) => navigate(protectionPaths.breach(id))}
      />
    </ProtectionPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the breaches" />
)
