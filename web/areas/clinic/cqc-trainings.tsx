import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { TrainingScreen } from '../../features/compliance/training-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-trainings.ts'

export const meta = () => pageTitle('Training')

export const clientMiddleware = [requirePermission('accessSettings')]

export const clientLoader = ({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  api.trainings.list({ page: pageIn(new URL(url).searchParams) }, { signal })

export default function CqcTrainings({ loaderData: list }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TrainingScreen
        list={list}
        hrefOfPage={(page) => queryWith(params, { page: page > 1 ? page : undefined })}
        busy={useNavigation().state === 'loading'}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the trainings" />
)
