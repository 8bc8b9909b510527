import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { ClinicalReviewScreen } from '../../features/clinical-reviews/clinical-review-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-clinical-review.ts'
import { clinicalReviewsPath, platformTemplatePaths } from './platform-template-context.ts'

export const meta = ({ loaderData }: Route.MetaArgs) =>
  pageTitle(loaderData ? `Clinical review: ${loaderData.name}` : 'Clinical review')

export const clientLoader = ({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) =>
  api.clinicalReviews.get({ templateId }, { signal })

export default function AdminClinicalReview({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <ClinicalReviewScreen
        page={loaderData}
        trail={[...platformTemplatePaths.trail, { href: clinicalReviewsPath, label: 'Clinical review' }]}
        templateHref={platformTemplatePaths.view(loaderData.templateId)}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load this clinical review"
    action={<ButtonLink href={clinicalReviewsPath}>Back to clinical reviews</ButtonLink>}
  />
)
