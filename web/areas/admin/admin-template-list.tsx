import { Film, Stethoscope } from 'lucide-react'
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { TemplateFileMenu } from '../../features/template-files/template-file-menu.tsx'
import { templateListQuery } from '../../features/templates/template-list-query.ts'
import { TemplateListScreen } from '../../features/templates/template-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-template-list.ts'
import {
  clinicalReviewsPath,
  platformTemplatePaths,
  usePlatformTemplateContext,
} from './platform-template-context.ts'

export const meta = () => pageTitle('Consent Templates')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const [page, facets] = await Promise.all([
    api.adminTemplates.list(templateListQuery(new URL(url).searchParams), { signal }),
    api.adminTemplates.facets({}, { signal }),
  ])
  return { page, facets }
}

export default function AdminTemplateList({ loaderData: { page, facets } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const acting = usePlatformTemplateContext(revalidate)
  return (
    <div className="mx-auto max-w-page">
      <TemplateListScreen
        page={page}
        facets={facets}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        acting={acting}
        actions={
          <>
            <ButtonLink href={clinicalReviewsPath} variant="quiet" icon={Stethoscope}>
              Clinical review
            </ButtonLink>
            <ButtonLink href={platformTemplatePaths.videos} variant="quiet" icon={Film}>
              Videos
            </ButtonLink>
            <TemplateFileMenu side="admin" importHref="/admin/consent-templates/import" />
            <ButtonLink href="/admin/consent-templates" variant="quiet">
              Treatment types
            </ButtonLink>
          </>
        }
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load templates" />
)
