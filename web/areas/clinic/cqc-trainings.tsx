import { useNavigation, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { TrainingScreen, trainingOrders } from '../../features/compliance/training-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-trainings.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Training')

export const clientMiddleware = [requirePermission('accessSettings')]

export function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  return api.trainings.list({ page: pageIn(params), sort: sortIn(params, trainingOrders) }, { signal })
}

export default function CqcTrainings({ loaderData: list }: Route.ComponentProps) {
  const address = useListAddress()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TrainingScreen
        list={list}
        {...address}
        busy={useNavigation().state === 'loading'}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the trainings" />
)
