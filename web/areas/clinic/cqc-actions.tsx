import { useNavigation, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import {
  actionOrders,
  ImprovementActionScreen,
} from '../../features/compliance/improvement-action-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-actions.ts'
import { consentPaths } from './clinic-paths.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Actions')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const status = params.get('status') === 'closed' ? ('closed' as const) : ('open' as const)
  const asked = { status, page: pageIn(params), sort: sortIn(params, actionOrders[status]) }
  return { status, list: await api.improvementActions.list(asked, { signal }) }
}

export default function CqcActions({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ImprovementActionScreen
        {...loaderData}
        {...useListAddress()}
        hrefOfConsent={consentPaths.detail}
        busy={useNavigation().state === 'loading'}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the actions" />
)
