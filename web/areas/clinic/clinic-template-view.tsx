import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AdoptionPanel } from '../../features/adoptions/adoption-panel.tsx'
import { UnsignedConsents, type ConsentsOfTemplate } from '../../features/consents/unsigned-consents.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission, sessionUserContext } from '../../features/identity/guard.ts'
import { canChangeTemplate } from '../../features/templates/template-context.ts'
import { TemplateViewScreen } from '../../features/templates/template-view-screen.tsx'
import { TranslationPanel } from '../../features/translations/translation-panel.tsx'
import { pageTitle } from '../../page-meta.ts'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-template-view.ts'
import { consentPaths, templatePaths, translationPath } from './clinic-paths.ts'
import { useClinicTemplateContext } from './clinic-template-context.ts'

export const meta = ({ loaderData }: Route.MetaArgs) => pageTitle(loaderData?.template.name ?? 'Template')

export const clientMiddleware = [requirePermission('manageTemplates')]

const in_progress_max = 10

export async function clientLoader({
  params: { templateId },
  request: { url, signal },
  context,
}: Route.ClientLoaderArgs) {
  const { permissions } = context.get(sessionUserContext)
  const page = pageIn(new URL(url).searchParams)
  const [template, versions, translations, standing, { needsApproval }, consents] = await Promise.all([
    api.templates.get({ templateId }, { signal }),
    api.templates.versions({ templateId }, { signal }),
    api.translations.list({ templateId }, { signal }),
    api.adoptions.get({ templateId }, { signal }),
    api.clinics.templateRules({}, { signal }),
    permissions.includes('createConsents')
      ? api.consents.ofTemplate({ templateId, page, pageSize: in_progress_max }, { signal })
      : null,
  ])
  return { template, versions, translations, standing, needsApproval, consents }
}

export default function ClinicTemplateView({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const acting = useClinicTemplateContext(revalidate)
  const { translations, standing, consents, ...shown } = loaderData
  const { id } = shown.template
  return (
    <div className="mx-auto max-w-page">
      <TemplateViewScreen
        {...shown}
        acting={acting}
        adoption={
          <AdoptionPanel
            template={shown.template}
            adoption={standing}
            mayWithdraw={acting.canWrite}
            onChanged={revalidate}
          />
        }
        renderings={
          <TranslationPanel
            templateId={id}
            translations={translations}
            operations={api.translations}
            canWrite={canChangeTemplate(acting, shown.template)}
            pathOf={(rendering) => translationPath(id, rendering)}
            onAdd={(rendering) => void navigate(translationPath(id, rendering))}
            onChanged={revalidate}
          />
        }
        consentsInProgress={consents && <ConsentsInProgress page={consents} />}
        onDeleted={async () => navigate(templatePaths.list)}
      />
    </div>
  )
}

function ConsentsInProgress({ page }: { page: ConsentsOfTemplate }) {
  const [params] = useSearchParams()
  return (
    <UnsignedConsents
      page={page}
      hrefOf={consentPaths.detail}
      hrefOfPage={(number) => queryWith(params, { page: number > 1 ? number : undefined })}
      busy={useNavigation().state === 'loading'}
    />
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure
    error={error}
    failed="Failed to load template"
    action={<ButtonLink href={templatePaths.list}>Back to templates</ButtonLink>}
  />
)
