import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { TemplateViewScreen } from '../../features/templates/template-view-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/clinic-template-view.ts'
import { templatePaths } from './clinic-paths.ts'
import { useClinicTemplates } from './clinic-template-acting.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.template.name ?? 'Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [template, versions] = await Promise.all([
    api.templates.get({ templateId }, { signal }),
    api.templates.versions({ templateId }, { signal }),
  ])
  return { template, versions }
}

export default function ClinicTemplateView({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TemplateViewScreen
        {...loaderData}
        acting={useClinicTemplates(revalidate)}
        onDeleted={async () => navigate(templatePaths.list)}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load template"
    action={<ButtonLink href={templatePaths.list}>Back to templates</ButtonLink>}
  />
)
