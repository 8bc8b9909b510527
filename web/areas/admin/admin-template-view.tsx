import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { TemplateViewScreen } from '../../features/templates/template-view-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-template-view.ts'
import { platformTemplatePaths, usePlatformTemplates } from './admin-template-acting.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.template.name ?? 'Template')

export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [template, versions] = await Promise.all([
    api.adminTemplates.get({ templateId }, { signal }),
    api.adminTemplates.versions({ templateId }, { signal }),
  ])
  return { template, versions }
}

export default function AdminTemplateView({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <TemplateViewScreen
        {...loaderData}
        acting={usePlatformTemplates(revalidate)}
        onDeleted={async () => navigate(platformTemplatePaths.list)}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load template"
    action={<ButtonLink href={platformTemplatePaths.list}>Back to templates</ButtonLink>}
  />
)
