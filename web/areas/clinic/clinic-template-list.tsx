import { BookOpen, Film } from 'lucide-react'
import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { formatScores } from '../../features/aftercare/aftercare-words.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission, sessionUserContext } from '../../features/identity/guard.ts'
import { TemplateFileMenu } from '../../features/template-files/template-file-menu.tsx'
import { templateListQuery } from '../../features/templates/template-list-query.ts'
import { TemplateListScreen } from '../../features/templates/template-list-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { idIn } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-template-list.ts'
import { cataloguePath, dashboardTrail, templatePaths } from './clinic-paths.ts'
import { useClinicTemplateContext } from './clinic-template-context.ts'

export const meta = () => pageTitle('Templates')

export const clientMiddleware = [requirePermission('manageTemplates')]

export async function clientLoader({ request: { url, signal }, context }: Route.ClientLoaderArgs) {
  const maySee = context.get(sessionUserContext).permissions.includes('accessSettings')
  const params = new URL(url).searchParams
  const [page, facets, scores] = await Promise.all([
    api.templates.list(templateListQuery(params), { signal }),
    api.templates.facets({}, { signal }),
    maySee ? api.aftercare.scores({}, { signal }) : [],
  ])
  return { page, facets, scores }
}

export default function ClinicTemplateList({ loaderData: { page, facets, scores } }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const acting = { ...useClinicTemplateContext(revalidate), scoreOf: formatScores(scores) }
  const createdId = idIn(params, 'created')
  return (
    <div className="mx-auto max-w-page">
      <TemplateListScreen
        page={page}
        created={page.rows.find(({ id }) => id === createdId)}
        facets={facets}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        acting={acting}
        back={<Breadcrumbs trail={dashboardTrail} />}
        actions={
          <>
            <ButtonLink href={cataloguePath} variant="quiet" icon={BookOpen}>
              Template catalogue
            </ButtonLink>
            {acting.canWrite && (
              <ButtonLink href={templatePaths.videos} variant="quiet" icon={Film}>
                Videos
              </ButtonLink>
            )}
            {acting.canWrite && <TemplateFileMenu side="clinic" importHref="/clinic/templates/import" />}
          </>
        }
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load templates" />
)
