import { useNavigate, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { canChangeTemplate } from '../../features/templates/template-context.ts'
import { TemplateViewScreen } from '../../features/templates/template-view-screen.tsx'
import { TranslationPanel } from '../../features/translations/translation-panel.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import type { Route } from './+types/admin-template-view.ts'
import {
  platformTemplatePaths,
  platformTranslationPath,
  usePlatformTemplateContext,
} from './platform-template-context.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.template.name ?? 'Template')

export async function clientLoader({ params: { templateId }, request: { signal } }: Route.ClientLoaderArgs) {
  const [template, versions, translations] = await Promise.all([
    api.adminTemplates.get({ templateId }, { signal }),
    api.adminTemplates.versions({ templateId }, { signal }),
    api.adminTranslations.list({ templateId }, { signal }),
  ])
  return { template, versions, translations }
}

export default function AdminTemplateView({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const acting = usePlatformTemplateContext(revalidate)
  const { translations, ...shown } = loaderData
  const { id } = shown.template
  return (
    <div className="mx-auto max-w-page">
      <TemplateViewScreen
        {...shown}
        acting={acting}
        needsApproval={false}
        renderings={
          <TranslationPanel
            templateId={id}
            translations={translations}
            operations={api.adminTranslations}
            canWrite={canChangeTemplate(acting, shown.template)}
            pathOf={(rendering) => platformTranslationPath(id, rendering)}
            onAdd={(rendering) => void navigate(platformTranslationPath(id, rendering))}
            onChanged={revalidate}
          />
        }
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
