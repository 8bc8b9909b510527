import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { ClinicalReviewListScreen } from '../../features/clinical-reviews/clinical-review-list-screen.tsx'
import { parseClinicalReviewQuery } from '../../features/clinical-reviews/clinical-review-query.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-clinical-reviews.ts'
import { clinicalReviewPath, platformTemplatePaths } from './platform-template-context.ts'

export const meta = () => pageTitle('Clinical review')

export const clientLoader = ({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  api.clinicalReviews.list(parseClinicalReviewQuery(new URL(url).searchParams), { signal })

export default function AdminClinicalReviews({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <ClinicalReviewListScreen
        list={loaderData}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={useNavigation().state === 'loading'}
        trail={platformTemplatePaths.trail}
        hrefOf={clinicalReviewPath}
        onImported={({ templateId }) => navigate(clinicalReviewPath(templateId))}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load clinical reviews" />
)
